import { text } from 'node:stream/consumers';
import { startMailServer } from '../../support/mail-server.ts';

type Behaviour = 'works' | 'refuses' | 'hangs' | 'drops before its answer' | 'drops after its answer';

export type Mailbox = {
  url: string;
  behaviour: Behaviour;
  answerAfterMs: number;
  /** The Message-ID of every mail that arrived whole, once for each arrival. */
  arrived: string[];
  close(): Promise<void>;
};

/** A mail server, in a real SMTP conversation, whose behaviour can be changed while it runs. */
export async function startMailbox(): Promise<Mailbox> {
  const server = await startMailServer({
    onConnect(_session, done) {
      if (mailbox.behaviour === 'refuses') done(Object.assign(new Error('closed'), { responseCode: 421 }));
      else if (mailbox.behaviour === 'hangs') waiting.push(done);
      else done();
    },
    onData(stream, _session, done) {
      const take = (mail: string) => {
        mailbox.arrived.push(/^message-id:\s*<(.*)>/im.exec(mail)?.[1] ?? '');
        if (mailbox.behaviour !== 'drops before its answer') done();
        if (mailbox.behaviour.startsWith('drops')) setImmediate(server.dropConnections);
      };
      text(stream).then(
        (mail) => setTimeout(take, mailbox.answerAfterMs, mail),
        // The sender was killed while it sent the mail.
        () => undefined,
      );
    },
  });
  /** The greetings of those who came while it hung. */
  const waiting: (() => void)[] = [];
  let behaviour: Behaviour = 'works';
  const mailbox: Mailbox = {
    url: server.url,
    get behaviour() {
      return behaviour;
    },
    set behaviour(next) {
      behaviour = next;
      for (const greet of waiting.splice(0)) greet();
    },
    answerAfterMs: 0,
    arrived: [],
    close: () => server.close(),
  };
  return mailbox;
}
