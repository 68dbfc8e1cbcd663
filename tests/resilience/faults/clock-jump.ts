import { join } from 'node:path';
import { serverCommand } from '../../support/server/running-server.ts';
import type { ServersUnderLoad } from './servers-under-load.ts';
import type { Scenario } from './fault-scenario.ts';

/**
 * Subtracts hours from every timestamp in the schemas public and private. This has the same effect as if the database's
 * clock had jumped forward by so many hours, because stored times are compared only with each other and with now().
 */
async function jumpDatabaseClock({ query }: ServersUnderLoad, hours: number): Promise<void> {
  await query(`do $$
    declare
      stored record;
    begin
      lock table private.notifications in exclusive mode;
      for stored in
        select table_schema, table_name, column_name
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema in ('public', 'private') and table_type = 'BASE TABLE'
          and data_type = 'timestamp with time zone'
      loop
        execute format('update %1$I.%2$I set %3$I = %3$I - make_interval(hours => ${hours})',
          stored.table_schema, stored.table_name, stored.column_name);
      end loop;
    end $$`);
}

export const clockJump: Scenario = {
  name: 'clock-jump',
  fault:
    'the clocks of server and database jump an hour forward, then twice an hour back, while mails are being sent',
  async run({ open }) {
    const rig = await open();
    const server = await rig.start({
      command: serverCommand('--import', join(import.meta.dirname, 'clock-jump-preload.ts')),
    });
    // Each mail takes so long that some are being sent when the clocks jump.
    rig.mailServer.replyAfterMs = 500;
    const jumps = [1, -1, -1];
    return rig.runUnderLoad({
      rounds: jumps.length,
      leads: 45,
      skipsWaits: false,
      async act(round) {
        process.kill(server.pid, 'SIGUSR2');
        await jumpDatabaseClock(rig, jumps[round] ?? 0);
      },
    });
  },
};
