import { setTimeout as delay } from 'node:timers/promises';
import { openBinaries } from '#server/database/binaries.ts';
import type { Context, Scenario } from './fault-scenario.ts';

/** Starts a PostgreSQL for `DATABASE_URL` and one or more servers on it. */
export async function openOnExternalDatabase({ createExternalDatabase, open }: Context, servers = 1) {
  const database = await createExternalDatabase();
  await database.start();
  const rig = await open({ databaseUrl: database.url, servers });
  await Promise.all(Array.from({ length: servers }, (_, index) => rig.start({ index })));
  return { database, rig };
}

export const DATABASES: Scenario[] = [
  {
    name: 'restart-database',
    fault: 'the external database (DATABASE_URL) restarted with pg_ctl --mode=fast',
    mayRepeat: true,
    async run(context) {
      const { database, rig } = await openOnExternalDatabase(context);
      return rig.runUnderLoad({
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
      return rig.runUnderLoad({
        rounds: isShort ? 2 : 10,
        act: () => binaries.pgCtl(['stop', `--pgdata=${rig.postgres}`, '--mode=fast', '--no-wait']),
      });
    },
  },
  {
    name: 'stop-database',
    fault: 'the external database (DATABASE_URL) stopped for some seconds',
    async run(context) {
      const { database, rig } = await openOnExternalDatabase(context);
      return rig.runUnderLoad({
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
    fault: 'the external database (DATABASE_URL) started some seconds after the server',
    async run({ createExternalDatabase, open, isShort }) {
      const database = await createExternalDatabase();
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
    fault: 'twenty clients sending the first leads to a new database at once',
    async run({ open, isShort }) {
      const rig = await open({ isFresh: true });
      await rig.start();
      return rig.runUnderLoad({ clients: 20, rounds: 0, leads: isShort ? 20 : 500 });
    },
  },
];
