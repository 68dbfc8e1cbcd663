import { text } from 'node:stream/consumers';
import { startMailServer } from '../../support/mail/mail-server.ts';

type Behaviour = 'works' | 'refuses' | 'hangs' | 'drops before its reply' | 'drops after its reply';

export type FaultyMailServer = Awaited<ReturnType<typeof startFaultyMailServer>>;

/** Starts a real SMTP server whose behaviour can be changed while it runs. */
export async function startFaultyMailServer() {
  const state = {
    behaviour: 'works' as Behaviour,
    replyAfterMs: 0,
    /** The Message-IDs of all complete mails, one for each arrival. */
    arrived: [] as string[],
  };
  /** Functions that send SMTP's greeting to the clients which connected while the server hung. */
  const waiting: (() => void)[] = [];
  const server = await startMailServer({
    onConnect(_session, done) {
      if (state.behaviour === 'refuses') done(Object.assign(new Error('closed'), { responseCode: 421 }));
      else if (state.behaviour === 'hangs') waiting.push(done);
      else done();
    },
    onData(stream, _session, done) {
      const take = (mail: string) => {
        state.arrived.push(/^message-id:\s*<(.*)>/im.exec(mail)?.[1] ?? '');
        if (state.behaviour !== 'drops before its reply') done();
        if (state.behaviour.startsWith('drops')) setImmediate(server.dropConnections);
      };
      text(stream).then(
        (mail) => setTimeout(take, state.replyAfterMs, mail),
        // The product was killed while it was sending the mail.
        () => undefined,
      );
    },
  });
  return Object.assign(state, {
    url: server.url,
    /** Changes the behaviour. Greets the waiting clients, unless the server still hangs. */
    setBehaviour(behaviour: Behaviour) {
      state.behaviour = behaviour;
      if (behaviour !== 'hangs') for (const greet of waiting.splice(0)) greet();
    },
    close: () => server.close(),
  });
}
