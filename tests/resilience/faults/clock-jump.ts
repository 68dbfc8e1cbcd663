import { join } from 'node:path';
import { serverCommand } from '../../support/running-server.ts';
import type { Rig } from './rig.ts';
import type { Scenario } from './scenario.ts';

/**
 * The database's clock jumps: every time that it has stored moves the other way. Its comparisons are all
 * between those and its own now, so it cannot tell the difference.
 */
async function jumpDatabaseClock({ query }: Rig, hours: number): Promise<void> {
  await query(`do $$
    declare
      stored record;
    begin
      lock table private.notifications in exclusive mode;
      for stored in
        select table_schema, table_name, column_name from information_schema.columns
        where table_schema in ('public', 'private') and data_type = 'timestamp with time zone'
      loop
        execute format('update %1$I.%2$I set %3$I = %3$I - make_interval(hours => ${hours})',
          stored.table_schema, stored.table_name, stored.column_name);
      end loop;
    end $$`);
}

export const clockJump: Scenario = {
  name: 'clock-jump',
  fault: 'every clock jumping an hour forward, then an hour back, twice, while mails are being sent',
  async run(context) {
    const rig = await context.open();
    const server = await rig.start({
      command: serverCommand('--import', join(import.meta.dirname, 'jumping-clock.ts')),
    });
    // Each mail is long enough under way for the jump to find several.
    rig.mailbox.thinksMs = 500;
    const load = rig.startLoad();
    for (const hours of [1, -1, -1]) {
      await load.more(30);
      process.kill(server.pid, 'SIGUSR2');
      await jumpDatabaseClock(rig, hours);
      await load.more(30);
    }
    return rig.finish(load, { passesWaits: false });
  },
};
