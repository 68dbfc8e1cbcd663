import { findPostmaster } from '#server/database/postmaster.ts';
import { waitUntil } from '../../support/runner/wait-until.ts';
import type { ServersUnderLoad } from './servers-under-load.ts';
import type { Scenario } from './fault-scenario.ts';

/** A scenario that calls `act` in each round, after a random number of leads. */
function atRandomMoments(
  rounds: { short: number; long: number },
  act: (rig: ServersUnderLoad, round: number) => Promise<void>,
): Scenario['run'] {
  return async ({ open, leadCounts, isShort }) => {
    const rig = await open();
    await rig.start();
    return rig.runUnderLoad({
      rounds: isShort ? rounds.short : rounds.long,
      leads: () => leadCounts.pop() ?? 10,
      act: (round) => act(rig, round),
    });
  };
}

async function killDatabase({ postgres }: ServersUnderLoad): Promise<void> {
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
    fault: 'the server killed with SIGKILL; a new server takes over its database',
    mayRepeat: true,
    run: atRandomMoments({ short: 3, long: 20 }, async (rig) => {
      await rig.server.kill('SIGKILL');
      await rig.start();
    }),
  },
  {
    name: 'kill-database',
    fault: 'the database killed with SIGKILL',
    mayRepeat: true,
    run: atRandomMoments({ short: 2, long: 10 }, killDatabase),
  },
  {
    name: 'kill-backend',
    fault:
      'a random connection process of the database killed, ten times, alternately with SIGKILL and with pg_terminate_backend',
    mayRepeat: true,
    run: atRandomMoments({ short: 10, long: 10 }, async ({ query }, round) => {
      const isTerminated = round % 2 === 1;
      let backend: Record<string, unknown> | undefined;
      await waitUntil('the database, which may be restarting, has a connection process', async () => {
        [backend] = await query(
          `select pid, ${isTerminated ? 'pg_terminate_backend(pid)' : 'null'} from pg_stat_activity
           where usename like '%\\_of\\_postgres' order by random() limit 1`,
        );
        return backend !== undefined;
      });
      if (!isTerminated) killAll([Number(backend?.pid)]);
    }),
  },
  {
    name: 'power-cut',
    fault:
      'the server and every process of the database killed with SIGKILL at once; stale lock files remain',
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
    fault: 'the server ended with SIGTERM, then started again',
    run: atRandomMoments({ short: 2, long: 10 }, async (rig) => {
      const { code } = await rig.server.kill('SIGTERM');
      if (code !== 0) throw new Error(`The server ended with ${code}.`);
      await rig.start();
    }),
  },
];
