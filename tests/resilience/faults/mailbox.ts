import { text } from 'node:stream/consumers';
import { startMailServer } from '../../support/mail-server.ts';

/** What the mail server does: its work, no work, no answer, or the line cut before or after its "250". */
type Mood = 'works' | 'refuses' | 'hangs' | 'drops before its answer' | 'drops after its answer';

export type Mailbox = {
  url: string;
  mood: Mood;
  /** How long it thinks about each mail. */
  thinksMs: number;
  /** The Message-ID of every mail that arrived whole, as often as it arrived. */
  arrived: string[];
  close(): Promise<void>;
};

/** A mail server, in a real SMTP conversation, whose mood changes while it runs. */
export async function startMailbox(): Promise<Mailbox> {
  const server = await startMailServer({
    onConnect(_session, done) {
      if (mailbox.mood === 'refuses') done(Object.assign(new Error('closed'), { responseCode: 421 }));
      else if (mailbox.mood !== 'hangs') done();
    },
    onData(stream, _session, done) {
      const take = (mail: string) => {
        mailbox.arrived.push(/^message-id:\s*<(.*)>/im.exec(mail)?.[1] ?? '');
        if (mailbox.mood !== 'drops before its answer') done();
        if (mailbox.mood.startsWith('drops')) setImmediate(server.dropConnections);
      };
      text(stream).then(
        (mail) => setTimeout(take, mailbox.thinksMs, mail),
        // The sender was killed in the middle of it.
        () => undefined,
      );
    },
  });
  const mailbox: Mailbox = {
    url: server.url,
    mood: 'works',
    thinksMs: 0,
    arrived: [],
    close: () => server.close(),
  };
  return mailbox;
}
