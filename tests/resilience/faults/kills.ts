import { findPostmaster } from '#server/database/postmaster.ts';
import { waitUntil } from '../../support/wait-until.ts';
import type { Rig } from './rig.ts';
import type { Scenario } from './scenario.ts';

/** Acts again and again, each time after a random number of leads. */
function atRandomMoments(
  rounds: { short: number; long: number },
  act: (rig: Rig, round: number) => Promise<void>,
): Scenario['run'] {
  return async ({ open, random, isShort }) => {
    const rig = await open();
    await rig.start();
    return rig.underLoad({
      rounds: isShort ? rounds.short : rounds.long,
      leads: () => 10 + random.integer(isShort ? 20 : 60),
      act: (round) => act(rig, round),
    });
  };
}

async function killDatabase({ postgres }: Rig): Promise<void> {
  const postmaster = await findPostmaster(postgres);
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
}

/** Kills the processes that are still running. */
function killAll(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

export const KILLS: Scenario[] = [
  {
    name: 'kill-server',
    fault: 'kill -9 of the server; the next one takes over its database',
    mayRepeat: true,
    run: atRandomMoments({ short: 3, long: 20 }, async (rig) => {
      await rig.server.kill('SIGKILL');
      await rig.start();
    }),
  },
  {
    name: 'kill-database',
    fault: 'kill -9 of the database',
    mayRepeat: true,
    run: atRandomMoments({ short: 2, long: 10 }, killDatabase),
  },
  {
    name: 'kill-backend',
    fault: 'one of the database’s backends killed ten times, in turns by kill -9 and by an administrator',
    mayRepeat: true,
    run: atRandomMoments({ short: 10, long: 10 }, async ({ query }, round) => {
      const asAdministrator = round % 2 === 1;
      let backend: Record<string, unknown> | undefined;
      await waitUntil('the database, which may be starting again, has a backend', async () => {
        [backend] = await query(
          `select pid, ${asAdministrator ? 'pg_terminate_backend(pid)' : 'null'} from pg_stat_activity
           where usename like '%\\_of\\_postgres' order by random() limit 1`,
        );
        return backend !== undefined;
      });
      if (!asAdministrator) killAll([Number(backend?.pid)]);
    }),
  },
  {
    name: 'power-cut',
    fault: 'kill -9 of the server and of every process of the database at once; stale lock files remain',
    mayRepeat: true,
    run: atRandomMoments({ short: 2, long: 10 }, async (rig) => {
      const processes = await rig.query('select pid from pg_stat_activity where pid <> pg_backend_pid()');
      const ended = rig.server.kill('SIGKILL');
      await killDatabase(rig);
      killAll(processes.map(({ pid }) => Number(pid)));
      await ended;
      await rig.start();
    }),
  },
  {
    name: 'sigterm',
    fault: 'SIGTERM of the server, then started again',
    run: atRandomMoments({ short: 2, long: 10 }, async (rig) => {
      const { code } = await rig.server.kill('SIGTERM');
      if (code !== 0) throw new Error(`The server ended with ${code}.`);
      await rig.start();
    }),
  },
];
