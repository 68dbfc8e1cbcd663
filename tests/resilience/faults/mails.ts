import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../support/wait-until.ts';
import type { Mailbox } from './mailbox.ts';
import type { Scenario } from './scenario.ts';

/** Leads arrive while the mail server fails, and after it works again. */
function withMailServer(behaviour: Mailbox['behaviour'], outageMs: number): Scenario['run'] {
  return async ({ open, isShort }) => {
    const rig = await open();
    await rig.start();
    rig.mailbox.behave(behaviour);
    return rig.underLoad({
      leads: 30,
      async act() {
        await delay(isShort ? 0 : outageMs);
        rig.mailbox.behave('works');
      },
    });
  };
}

const FINISHED_ATTEMPTS = 'select from private.delivery_attempts where finished_at is not null';

const mailRefused: Scenario = {
  name: 'mail-refused',
  fault: 'the mail server refusing for an hour (the times of the waiting mails are moved by it)',
  async run({ open, isShort }) {
    const rig = await open();
    await rig.start();
    rig.mailbox.behave('refuses');
    const load = rig.startLoad();
    await load.more(30);
    await load.stop();
    // The delays between attempts grow to ten minutes, so an hour has twelve attempts.
    for (let attempt = 0; attempt < (isShort ? 3 : 12); attempt += 1) {
      const finished = (await rig.query(FINISHED_ATTEMPTS)).length;
      const waiting = (await rig.query('select from private.notifications where sent_at is null')).length;
      await waitUntil('the mails have been tried again', async () => {
        await rig.passWaits();
        return (await rig.query(FINISHED_ATTEMPTS)).length >= finished + waiting;
      });
    }
    rig.mailbox.behave('works');
    await rig.passWaits();
    return rig.finish(load);
  },
};

const mailSlow: Scenario = {
  name: 'mail-slow',
  fault: 'a content scanner that thinks about every mail for 75 s (12 s in the short form)',
  async run({ open, isShort }) {
    const rig = await open();
    await rig.start();
    rig.mailbox.answerAfterMs = isShort ? 12_000 : 75_000;
    // Mails are sent five at a time. Delays are not skipped, so that leases must be renewed while the mail server
    // works.
    return rig.underLoad({
      rounds: 0,
      leads: isShort ? 4 : 12,
      clients: isShort ? 4 : 6,
      passesWaits: false,
    });
  },
};

export const MAILS: Scenario[] = [
  mailRefused,
  mailSlow,
  {
    name: 'mail-hangs',
    fault: 'the mail server accepting connections and saying nothing',
    run: withMailServer('hangs', 20_000),
  },
  {
    name: 'mail-dropped-before',
    fault: 'the mail server taking the mail, then dropping every connection before its 250',
    mayRepeat: true,
    run: withMailServer('drops before its answer', 2_000),
  },
  {
    name: 'mail-dropped-after',
    fault: 'the mail server dropping every connection after its 250',
    mayRepeat: true,
    run: withMailServer('drops after its answer', 2_000),
  },
];
