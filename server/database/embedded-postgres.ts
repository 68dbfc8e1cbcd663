import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { repeat } from '../repeat.ts';
import { openBinaries, type Binaries } from './binaries.ts';
import { findPostmaster, hasLeftovers, removeStaleLockFile } from './postmaster.ts';

const CHECK_INTERVAL_MS = 500;

/** The pause after a failed start. Each start writes to PostgreSQL's log, so frequent retries would fill the disk. */
const RETRY_INTERVAL_MS = 1_000;

/** How long the processes of a killed database may take to end, or another server to start the database. */
const START_PATIENCE_MS = 15_000;

/** A temporary data directory this old was left by an interrupted run. */
const ABANDONED_AFTER_MS = 120_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  // Keeps rejected rows, which are personal data, out of PostgreSQL's log.
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // A checkpoint then deletes the old files of the write-ahead log, which contain the rows of erased people. PostgreSQL
  // would keep up to 80 MB of them for reuse.
  wal_recycle: 'off',
};

export type EmbeddedPostgres = {
  /** Connects as the superuser. */
  connectionString: string;
  /** Whether the database was running already, so that it may belong to another server. */
  isAdopted: boolean;
  /** Stops watching the database, and leaves it running for another server. */
  release(): Promise<void>;
  close(): Promise<void>;
};

type Options = { directory: string; password: string; log: Logger };

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1.');
  return address.port;
}

async function removeAbandonedDrafts(directory: string): Promise<void> {
  for (const name of await readdir(dirname(directory))) {
    if (!name.startsWith(`${basename(directory)}.new-`)) continue;
    const draft = join(dirname(directory), name);
    const { mtimeMs } = await stat(draft);
    if (mtimeMs < Date.now() - ABANDONED_AFTER_MS) await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Creates a cluster (PostgreSQL's data directory) in a temporary folder, and renames the folder when the cluster is
 * complete. An interrupted run leaves nothing that looks complete, and of two servers that both create it, one wins.
 */
async function initialise(binaries: Binaries, directory: string, password: string): Promise<void> {
  await removeAbandonedDrafts(directory);
  const draft = await mkdtemp(`${directory}.new-`);
  const passwordFile = `${draft}.password`;
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    await binaries.handOver(draft);
    await binaries.handOver(passwordFile);
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
  } catch (error) {
    if (!existsSync(join(directory, 'PG_VERSION'))) throw error;
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

async function start(binaries: Binaries, directory: string, port: number): Promise<void> {
  const settings = Object.entries({ ...SETTINGS, port: String(port) });
  await removeStaleLockFile(directory);
  await binaries.pgCtl([
    'start',
    `--pgdata=${directory}`,
    `--log=${join(directory, 'server.log')}`,
    `--options=${settings.map(([name, value]) => `-c ${name}=${value || "''"}`).join(' ')}`,
    '--wait',
    '--timeout=60',
  ]);
}

const stop = (binaries: Binaries, directory: string) =>
  binaries.pgCtl(['stop', `--pgdata=${directory}`, '--mode=fast', '--wait', '--timeout=30']);

/**
 * Makes sure that the database runs: adopts a running one, finishes the stop of one that is stopping, and waits for the
 * processes of a killed one to end.
 *
 * @returns the database's port
 * @throws {Error} when the database does not start
 */
async function ensureRunning(binaries: Binaries, directory: string, port: number): Promise<number> {
  const deadline = Date.now() + START_PATIENCE_MS;
  for (;;) {
    const running = await findPostmaster(directory);
    if (running && !running.stopping) return running.port;
    try {
      if (running) await stop(binaries, directory);
      if (!(await hasLeftovers(directory))) {
        await start(binaries, directory, port);
        return port;
      }
    } catch (error) {
      // Another server may have started the database in the meantime.
      if (Date.now() > deadline || !(await findPostmaster(directory))) throw error;
    }
    if (Date.now() > deadline) {
      throw new Error(`Processes of a killed database still work in ${directory}: end them first.`);
    }
    await delay(CHECK_INTERVAL_MS / 5);
  }
}

/**
 * A real PostgreSQL in a folder: created on the first run, started when it is not running, adopted when a killed server
 * left it running, and started again whenever it stops.
 *
 * @throws {Error} with a one-sentence message, when PostgreSQL cannot run on this machine
 */
export async function openEmbeddedPostgres({ directory, password, log }: Options): Promise<EmbeddedPostgres> {
  const binaries = await openBinaries(directory);
  if (!existsSync(join(directory, 'PG_VERSION'))) {
    log.info({ directory }, 'creating the database, once');
    await initialise(binaries, directory, password);
  }

  const leftover = await findPostmaster(directory);
  if (leftover) log.warn({ pid: leftover.pid }, 'the database is running already: taking it over');
  const port = await ensureRunning(binaries, directory, await findFreePort());

  /** @returns whether the database runs */
  async function keepRunning(signal: AbortSignal): Promise<boolean> {
    const running = await findPostmaster(directory);
    if (signal.aborted || (running && !running.stopping)) return true;
    log.error('the database has stopped: starting it again');
    try {
      await ensureRunning(binaries, directory, port);
      return true;
    } catch (error) {
      log.error({ error: String(error) }, 'the database did not start, will be tried again');
      return false;
    }
  }

  const release = repeat(async (signal) =>
    (await keepRunning(signal)) ? CHECK_INTERVAL_MS : RETRY_INTERVAL_MS,
  );

  return {
    isAdopted: leftover !== undefined,
    connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    release,
    async close() {
      await release();
      await stop(binaries, directory);
    },
  };
}
