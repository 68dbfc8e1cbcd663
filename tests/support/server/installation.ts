import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openBinaries } from '#server/database/binaries.ts';
import { openKeys } from '#server/keys.ts';
import { startServer, type RunningServer } from './running-server.ts';

export type Installation = Awaited<ReturnType<typeof createInstallation>>;

type Options = {
  /** Whether the folder is empty, as on a new machine. By default it is a copy of the one that `prepareData` kept. */
  isFresh?: boolean;
  /** The data folder, instead of a new temporary one. `close` removes it as well. */
  dataDir?: string;
  /** The database to query, if it is not the embedded one. */
  databaseUrl?: string;
};

/** The superuser's URL of the embedded database of a data folder. */
export async function embeddedDatabaseUrl(dataDir: string): Promise<string> {
  const lockFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
  const port = lockFile.split('\n')[3] ?? '';
  return `postgres://postgres:${openKeys(dataDir).databasePassword}@127.0.0.1:${port}/postgres`;
}

export async function readMails(dataDir: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox');
  const files = (await readdir(outbox)).filter((file) => file.endsWith('.eml'));
  return Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')));
}

/** The environment variable that names the prepared data folder. The workers of the test runners inherit it. */
const PREPARED = 'PREPARED_DATA_DIR';

/**
 * Starts the product once and keeps its data folder, of which most installations are a copy, because creating a
 * database and applying every migration takes several seconds.
 *
 * @returns a function that removes the folder
 */
export async function prepareData(): Promise<() => Promise<void>> {
  const installation = await createInstallation({ isFresh: true });
  const server = await installation.start();
  await server.kill('SIGTERM');
  process.env[PREPARED] = installation.dataDir;
  return installation.close;
}

/** Uses `cp`, because it keeps the owners of the files, which Node's own copy does not. */
function copyPreparedData(to: string): void {
  const from = process.env[PREPARED];
  if (from === undefined) return;
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The prepared data cannot be copied: ${stderr}`);
}

/** A data folder on which tests start and kill servers. Closing it leaves no process and no file. */
export async function createInstallation(options: Options = {}) {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'installation-')));
  const postgres = join(dataDir, 'postgres');
  const servers: RunningServer[] = [];
  if (!options.isFresh && !options.dataDir && !options.databaseUrl) copyPreparedData(dataDir);

  return {
    dataDir,
    /** @param command the command that starts the server, instead of the default one */
    start: async (variables: Record<string, string> = {}, command?: [string, ...string[]]) => {
      const server = await startServer({ DATA_DIR: dataDir, ...variables }, command);
      servers.push(server);
      return server;
    },
    /** Queries the database on a new connection each time, because the database may have been killed. */
    query: async (sql: string, values: unknown[] = []) => {
      const client = new pg.Client(options.databaseUrl ?? (await embeddedDatabaseUrl(dataDir)));
      // A lost connection should fail the query and not end the process.
      client.on('error', () => undefined);
      await client.connect();
      try {
        const { rows } = await client.query<Record<string, unknown>>(sql, values);
        return rows;
      } finally {
        await client.end();
      }
    },
    readMails: () => readMails(dataDir),
    close: async () => {
      await Promise.all(servers.map((server) => server.kill('SIGKILL')));
      if (existsSync(join(postgres, 'postmaster.pid'))) {
        const binaries = await openBinaries(postgres);
        // `pg_ctl` fails if a killed database has left its lock file behind.
        await binaries
          .pgCtl(['stop', `--pgdata=${postgres}`, '--mode=immediate', '--wait'])
          .catch(() => undefined);
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
