import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../support/wait-until.ts';
import type { Mailbox } from './mailbox.ts';
import type { Scenario } from './scenario.ts';

/** Leads arrive while the mail server is out of sorts, and afterwards. */
function badMood(mood: Mailbox['mood'], longMs: number): Scenario['run'] {
  return async (context) => {
    const rig = await context.open();
    await rig.start();
    rig.mailbox.mood = mood;
    const load = rig.startLoad();
    await load.more(30);
    await delay(context.isShort ? 0 : longMs);
    rig.mailbox.mood = 'works';
    await load.more(30);
    return rig.finish(load);
  };
}

const FINISHED_TRIES = 'select from private.delivery_attempts where finished_at is not null';

const mailRefused: Scenario = {
  name: 'mail-refused',
  fault: 'the mail server refusing for an hour (the times of the waiting mails are moved by it)',
  async run(context) {
    const rig = await context.open();
    await rig.start();
    rig.mailbox.mood = 'refuses';
    const load = rig.startLoad();
    await load.more(30);
    await load.stop();
    // An hour of ever longer waits: the last of them are ten minutes.
    for (let tries = 0; tries < (context.isShort ? 3 : 12); tries += 1) {
      const tried = (await rig.query(FINISHED_TRIES)).length;
      const waiting = (await rig.query('select from private.notifications where sent_at is null')).length;
      await waitUntil('the mails have been tried again', async () => {
        await rig.passWaits();
        return (await rig.query(FINISHED_TRIES)).length >= tried + waiting;
      });
    }
    rig.mailbox.mood = 'works';
    await rig.passWaits();
    return rig.finish(load);
  },
};

export const MAILS: Scenario[] = [
  mailRefused,
  {
    name: 'mail-hangs',
    fault: 'the mail server taking connections and saying nothing',
    run: badMood('hangs', 20_000),
  },
  {
    name: 'mail-dropped-before',
    fault: 'the mail server taking the mail, then dropping every line before its 250',
    mayRepeat: true,
    run: badMood('drops before its answer', 2_000),
  },
  {
    name: 'mail-dropped-after',
    fault: 'the mail server dropping every line after its 250',
    mayRepeat: true,
    run: badMood('drops after its answer', 2_000),
  },
];
