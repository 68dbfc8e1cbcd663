import { once } from 'node:events';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type MailServer = {
  url: string;
  mails: Email[];
  /** Resolves once this many mails have been taken. */
  waitForMails(count: number): Promise<Email[]>;
  /** Drops every line, as a network does. */
  dropConnections: () => void;
  close(): Promise<void>;
};

/** A real SMTP conversation: a server that keeps what it takes. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: Email[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      void buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then(
          (mail) => {
            mails.push(mail);
            done();
            for (const check of waiting) check();
          },
          (error: unknown) => {
            done(error as Error);
          },
        );
    },
    ...options,
  });
  // A sender that is killed in the middle of a conversation.
  server.on('error', () => undefined);
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    waitForMails: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (mails.length < count) return;
          waiting.delete(check);
          resolve(mails);
        };
        waiting.add(check);
        check();
      }),
    dropConnections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        dropConnections();
      }),
  };
}
