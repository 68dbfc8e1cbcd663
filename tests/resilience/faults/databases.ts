import { setTimeout as delay } from 'node:timers/promises';
import { openBinaries } from '#server/database/binaries.ts';
import type { Context, Scenario } from './scenario.ts';

/** Two running servers on the operator's own PostgreSQL. */
export async function openOnOwnDatabase({ createOwnDatabase, open }: Context, servers = 1) {
  const database = await createOwnDatabase();
  await database.start();
  const rig = await open({ databaseUrl: database.url, servers });
  await Promise.all(Array.from({ length: servers }, (_, index) => rig.start({ index })));
  return { database, rig };
}

export const DATABASES: Scenario[] = [
  {
    name: 'restart-database',
    fault: 'the operator’s own database restarted, fast',
    mayRepeat: true,
    async run(context) {
      const { database, rig } = await openOnOwnDatabase(context);
      return rig.underLoad({
        rounds: context.isShort ? 2 : 10,
        async act() {
          await database.stop();
          await database.start();
        },
      });
    },
  },
  {
    name: 'stop-embedded-database',
    fault: 'the embedded database stopped by another program; the server starts it again',
    mayRepeat: true,
    async run({ open, isShort }) {
      const rig = await open();
      await rig.start();
      const binaries = await openBinaries(rig.postgres);
      return rig.underLoad({
        rounds: isShort ? 2 : 10,
        act: () => binaries.pgCtl(['stop', `--pgdata=${rig.postgres}`, '--mode=fast', '--no-wait']),
      });
    },
  },
  {
    name: 'stop-database',
    fault: 'the operator’s own database stopped for 6 s',
    async run(context) {
      const { database, rig } = await openOnOwnDatabase(context);
      return rig.underLoad({
        async act() {
          await database.stop();
          await delay(context.isShort ? 2_000 : 6_000);
          await database.start();
        },
      });
    },
  },
  {
    name: 'absent-database',
    fault: 'the operator’s own database started 6 s after the server',
    async run({ createOwnDatabase, open, isShort }) {
      const database = await createOwnDatabase();
      const rig = await open({ databaseUrl: database.url });
      const starting = rig.start();
      const load = rig.startLoad();
      await delay(isShort ? 1_000 : 6_000);
      await database.start();
      await starting;
      await load.more(50);
      return rig.finish(load);
    },
  },
  {
    name: 'first-requests',
    fault: 'twenty clients at once on a fresh database',
    async run({ open, isShort }) {
      const rig = await open({ isFresh: true });
      await rig.start();
      return rig.underLoad({ clients: 20, rounds: 0, leads: isShort ? 20 : 500 });
    },
  },
];
