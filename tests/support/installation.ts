import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openBinaries } from '../../server/database/binaries.ts';
import { embeddedDatabaseUrl, readMails } from './product.ts';
import { startServer, type RunningServer } from './running-server.ts';

/** A data folder on which servers are started and killed; closing it leaves no process and no file. */
export type Installation = {
  dataDir: string;
  /** @param command what starts it, where that is not Node alone */
  start(variables?: Record<string, string>, command?: [string, ...string[]]): Promise<RunningServer>;
  /** Asks the database, on a connection of its own: it may just have been killed. */
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  readMails(): Promise<string[]>;
  close(): Promise<void>;
};

type Options = {
  /** Instead of a new one among the temporary files; it is removed as well. */
  dataDir?: string;
  /** The database to ask, where it is not the embedded one. */
  databaseUrl?: string;
};

export async function createInstallation(options: Options = {}): Promise<Installation> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'installation-')));
  const postgres = join(dataDir, 'postgres');
  const servers: RunningServer[] = [];

  return {
    dataDir,
    async start(variables = {}, command) {
      const server = await startServer({ DATA_DIR: dataDir, ...variables }, command);
      servers.push(server);
      return server;
    },
    async query(sql, values = []) {
      const client = new pg.Client(options.databaseUrl ?? (await embeddedDatabaseUrl(dataDir)));
      // It may be killed while this asks, which fails the question.
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
    async close() {
      // A server that has ended already is only waited for.
      await Promise.all(servers.map((server) => server.kill('SIGKILL')));
      if (existsSync(join(postgres, 'postmaster.pid'))) {
        const binaries = await openBinaries(postgres);
        // It fails where the file was left behind by a database that was killed itself.
        await binaries
          .pgCtl(['stop', `--pgdata=${postgres}`, '--mode=immediate', '--wait'])
          .catch(() => undefined);
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
