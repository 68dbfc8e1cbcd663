import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Environment } from '../env.ts';
import { openKeys } from '../keys.ts';
import { connect, withConnection } from './connect.ts';
import { openEmbeddedPostgres } from './embedded-postgres.ts';
import { tryLock } from './locks.ts';
import { findPostmaster } from './postmaster.ts';

type Work<T> = (client: pg.Client) => Promise<T>;

async function connectOnce(connectionString: string): Promise<pg.Client> {
  try {
    return await connect(connectionString, { timeoutMs: 10_000 });
  } catch (cause) {
    throw new Error(`The database cannot be reached: ${String(cause)}`, { cause });
  }
}

/** Starts the embedded database for the work, and stops it afterwards, unless a server uses it by then. */
async function workOnStopped<T>(directory: string, password: string, log: Logger, work: Work<T>): Promise<T> {
  const postgres = await openEmbeddedPostgres({ directory, password, log });
  const client = await connectOnce(postgres.connectionString).catch(async (error: unknown) => {
    // A database that a server has started meanwhile must go on.
    await (postgres.isAdopted ? postgres.release() : postgres.close());
    throw error;
  });
  try {
    return await work(client);
  } finally {
    // This command holds the server lock while the database stops, so that a server that starts now waits.
    const isOurs = await tryLock(client, 'server').catch(() => false);
    await (isOurs ? postgres.close() : postgres.release());
    await client.end().catch(() => undefined);
  }
}

/**
 * Runs the work of a command, such as `npm run backup`, as the owner of the tables: on the database of DATABASE_URL, or
 * on the embedded one, which is started if no server is running it.
 *
 * @param createIfMissing whether to create the embedded database if there is none
 * @throws {Error} with a one-sentence message, when there is no database, or when it cannot be reached
 */
export async function workAsOwner<T>(
  { DATABASE_URL, DATA_DIR }: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>,
  log: Logger,
  work: Work<T>,
  { createIfMissing = false } = {},
): Promise<T> {
  if (DATABASE_URL) return withConnection(() => connectOnce(DATABASE_URL), work);
  const directory = join(DATA_DIR, 'postgres');
  if (!createIfMissing && !existsSync(join(directory, 'PG_VERSION'))) {
    throw new Error(`There is no database in ${DATA_DIR} yet.`);
  }
  const { databasePassword } = openKeys(DATA_DIR);
  const running = await findPostmaster(directory);
  if (!running || running.stopping) return workOnStopped(directory, databasePassword, log, work);
  const url = `postgres://postgres:${databasePassword}@127.0.0.1:${running.port}/postgres`;
  return withConnection(() => connectOnce(url), work);
}
