import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openBinaries, type Binaries } from './binaries.ts';
import { clearLeftovers, findPostmaster } from './postmaster.ts';

const CHECK_INTERVAL_MS = 500;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '50',
  // A refused row is an error of its sender, and its text is somebody's data: neither belongs in a log.
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

export type EmbeddedPostgres = {
  /** For its superuser. */
  connectionString: string;
  close(): Promise<void>;
};

type Options = { directory: string; password: string; log: Logger };

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1.');
  return address.port;
}

/** Made under another name first: a run that was interrupted leaves nothing that looks complete. */
async function initialise(binaries: Binaries, directory: string, password: string): Promise<void> {
  const draft = `${directory}.new`;
  const passwordFile = `${directory}.password`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  await binaries.handOver(draft);
  await binaries.handOver(passwordFile);
  try {
    await binaries.initdb([
      `--pgdata=${draft}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
    ]);
    await rename(draft, directory);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function start(binaries: Binaries, directory: string, port: number): Promise<void> {
  await clearLeftovers(directory);
  const settings = Object.entries({ ...SETTINGS, port: String(port) });
  await binaries.pgCtl([
    'start',
    `--pgdata=${directory}`,
    `--log=${join(directory, 'server.log')}`,
    `--options=${settings.map(([name, value]) => `-c ${name}=${value || "''"}`).join(' ')}`,
    '--wait',
    '--timeout=60',
  ]);
}

/**
 * A real PostgreSQL in a folder: made on the first run, started when it is not running, adopted when a
 * killed parent left it behind, and started again whenever it dies.
 *
 * @throws {Error} in one sentence where it cannot be run here
 */
export async function openEmbeddedPostgres({ directory, password, log }: Options): Promise<EmbeddedPostgres> {
  const binaries = await openBinaries(directory);
  if (!(await exists(join(directory, 'PG_VERSION')))) {
    log.info({ directory }, 'creating the database, once');
    await initialise(binaries, directory, password);
  }

  const running = await findPostmaster(directory);
  const port = running?.port ?? (await findFreePort());
  if (running) log.warn({ pid: running.pid }, 'the database is running already: taking it over');
  else await start(binaries, directory, port);

  let closing = false;
  let check = Promise.resolve();
  const timer = setInterval(() => {
    check = check.then(async () => {
      if (closing || (await findPostmaster(directory))) return;
      log.error('the database has stopped: starting it again');
      await start(binaries, directory, port).catch((error: unknown) => {
        log.error({ error: String(error) }, 'the database did not start, will be tried again');
      });
    });
  }, CHECK_INTERVAL_MS);

  return {
    connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async close() {
      closing = true;
      clearInterval(timer);
      await check;
      await binaries.pgCtl(['stop', `--pgdata=${directory}`, '--mode=fast', '--wait', '--timeout=30']);
    },
  };
}
