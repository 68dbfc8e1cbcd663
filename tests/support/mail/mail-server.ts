import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { listen } from '../server/listen-on-free-port.ts';

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

export async function startMailServer(options: SMTPServerOptions = {}) {
  const mails: Email[] = [];
  const events = new EventEmitter();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      void buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => {
          mails.push(mail);
          done();
          events.emit('mail');
        }, done);
    },
    ...options,
  });
  // Ignores errors, because a test may kill the sending process in the middle of an SMTP conversation.
  server.on('error', () => undefined);
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  /** Cuts every connection, like a network failure. */
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  const port = await listen(server.server);

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Resolves when this many mails have been accepted. */
    waitForMails: async (count: number) => {
      while (mails.length < count) await once(events, 'mail');
      return mails;
    },
    dropConnections,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        dropConnections();
      }),
  };
}
