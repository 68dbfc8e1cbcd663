import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../support/runner/wait-until.ts';
import type { FaultyMailServer } from './faulty-mail-server.ts';
import type { Scenario } from './fault-scenario.ts';

/** A scenario in which leads arrive while the mail server fails, and after it works again. */
function withMailServer(behaviour: FaultyMailServer['behaviour'], outageMs: number): Scenario['run'] {
  return async ({ open, isShort }) => {
    const rig = await open();
    await rig.start();
    rig.mailServer.setBehaviour(behaviour);
    return rig.runUnderLoad({
      leads: 30,
      async act() {
        await delay(isShort ? 0 : outageMs);
        rig.mailServer.setBehaviour('works');
      },
    });
  };
}

const FINISHED_ATTEMPTS = 'select from private.delivery_attempts where finished_at is not null';

const mailRefused: Scenario = {
  name: 'mail-refused',
  fault:
    'the mail server refusing each mail for an hour of retries, or for three retries in the short version, without the waits between them',
  async run({ open, isShort }) {
    const rig = await open();
    await rig.start();
    rig.mailServer.setBehaviour('refuses');
    const load = rig.startLoad();
    await load.more(30);
    await load.stop();
    // The delays between attempts start at 5 s and double up to ten minutes, so the first hour has twelve attempts.
    for (let attempt = 0; attempt < (isShort ? 3 : 12); attempt += 1) {
      const finished = (await rig.query(FINISHED_ATTEMPTS)).length;
      const waiting = (await rig.query('select from private.notifications where sent_at is null')).length;
      await waitUntil('the mails have been tried again', async () => {
        await rig.skipWaits();
        return (await rig.query(FINISHED_ATTEMPTS)).length >= finished + waiting;
      });
    }
    rig.mailServer.setBehaviour('works');
    await rig.skipWaits();
    return rig.finish(load);
  },
};

const mailSlow: Scenario = {
  name: 'mail-slow',
  fault: 'the mail server replying to each mail only after 75 s (12 s in the short version)',
  async run({ open, isShort }) {
    const rig = await open();
    await rig.start();
    rig.mailServer.replyAfterMs = isShort ? 12_000 : 75_000;
    // Mails are sent five at a time. For each of them, the server must renew its lease, the time for which no other
    // server may send the mail: when a lease ends, the mail is sent again. `skipsWaits` is off, because it would end
    // the leases of slow mails.
    return rig.runUnderLoad({
      rounds: 0,
      leads: isShort ? 4 : 12,
      clients: isShort ? 4 : 6,
      skipsWaits: false,
    });
  },
};

export const MAILS: Scenario[] = [
  mailRefused,
  mailSlow,
  {
    name: 'mail-hangs',
    fault: 'the mail server accepting connections and sending nothing',
    run: withMailServer('hangs', 20_000),
  },
  {
    name: 'mail-dropped-before',
    fault: 'the mail server receiving the mail, then dropping every connection before its reply 250',
    mayRepeat: true,
    run: withMailServer('drops before its reply', 2_000),
  },
  {
    name: 'mail-dropped-after',
    fault: 'the mail server dropping every connection after its reply 250',
    mayRepeat: true,
    run: withMailServer('drops after its reply', 2_000),
  },
];
