import { findPostmaster } from '../../../server/database/postmaster.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { repeatUnderLoad } from './repeat-under-load.ts';
import type { Rig } from './rig.ts';
import type { Context, Scenario } from './scenario.ts';

/** In the midst of it: after some more leads, nobody knows how many. */
const momentOf =
  ({ random }: Context) =>
  () =>
    10 + random.integer(60);

async function killDatabase({ postgres }: Rig): Promise<void> {
  const postmaster = await findPostmaster(postgres);
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
}

/** A number that has gone in the meantime is as good as killed. */
function killAll(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

const killServer: Scenario = {
  name: 'kill-server',
  fault: 'kill -9 of the server; its database is left behind and taken over',
  mayRepeat: true,
  async run(context) {
    const rig = await context.open();
    let server = await rig.start();
    return repeatUnderLoad(rig, context.isShort ? 3 : 20, momentOf(context), async () => {
      await server.kill('SIGKILL');
      server = await rig.start();
    });
  },
};

const killDatabaseScenario: Scenario = {
  name: 'kill-database',
  fault: 'kill -9 of the database',
  mayRepeat: true,
  async run(context) {
    const rig = await context.open();
    await rig.start();
    return repeatUnderLoad(rig, context.isShort ? 2 : 10, momentOf(context), async () => {
      await killDatabase(rig);
    });
  },
};

const killBackend: Scenario = {
  name: 'kill-backend',
  fault: 'one of the database’s backends killed ten times, in turns by kill -9 and by an administrator',
  mayRepeat: true,
  async run(context) {
    const rig = await context.open();
    await rig.start();
    return repeatUnderLoad(rig, 10, momentOf(context), async (round) => {
      const asAdministrator = round % 2 === 1;
      let backend: Record<string, unknown> | undefined;
      await waitUntil('the database, which may be coming back, has a backend', async () => {
        [backend] = await rig.query(
          `select pid, ${asAdministrator ? 'pg_terminate_backend(pid)' : 'null'} from pg_stat_activity
           where usename = 'authenticator' order by random() limit 1`,
        );
        return backend !== undefined;
      });
      if (!asAdministrator) killAll([Number(backend?.pid)]);
    });
  },
};

const powerCut: Scenario = {
  name: 'power-cut',
  fault: 'kill -9 of the server and of every process of the database at once; stale lock files are left',
  mayRepeat: true,
  async run(context) {
    const rig = await context.open();
    let server = await rig.start();
    return repeatUnderLoad(rig, context.isShort ? 2 : 10, momentOf(context), async () => {
      const processes = await rig.query('select pid from pg_stat_activity where pid <> pg_backend_pid()');
      const ended = server.kill('SIGKILL');
      await killDatabase(rig);
      killAll(processes.map(({ pid }) => Number(pid)));
      await ended;
      server = await rig.start();
    });
  },
};

const sigterm: Scenario = {
  name: 'sigterm',
  fault: 'SIGTERM of the server, then started again',
  async run(context) {
    const rig = await context.open();
    let server = await rig.start();
    return repeatUnderLoad(rig, context.isShort ? 2 : 10, momentOf(context), async () => {
      const { code } = await server.kill('SIGTERM');
      if (code !== 0) throw new Error(`The server ended with ${code}.`);
      server = await rig.start();
    });
  },
};

export const KILLS = [killServer, killDatabaseScenario, killBackend, powerCut, sigterm];
