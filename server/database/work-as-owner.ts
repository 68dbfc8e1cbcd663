import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Environment } from '../env.ts';
import { openKeys } from '../keys.ts';
import { connect, workOn } from './connect.ts';
import { openEmbeddedPostgres } from './embedded-postgres.ts';
import { findPostmaster } from './postmaster.ts';
import { tryServerLock } from './server-lock.ts';

type Work<T> = (client: pg.Client) => Promise<T>;

async function connectOnce(connectionString: string): Promise<pg.Client> {
  try {
    return await connect(connectionString, { timeoutMs: 10_000 });
  } catch (cause) {
    throw new Error(`The database cannot be reached: ${String(cause)}`, { cause });
  }
}

/** Starts the embedded database, and stops it afterwards unless a server uses it by then. */
async function workOnStopped<T>(directory: string, password: string, log: Logger, work: Work<T>): Promise<T> {
  const postgres = await openEmbeddedPostgres({ directory, password, log });
  const client = await connectOnce(postgres.connectionString);
  try {
    return await work(client);
  } finally {
    // The lock is held while the database stops: a server that starts now waits for it.
    const isOurs = await tryServerLock(client).catch(() => false);
    await (isOurs ? postgres.close() : postgres.release());
    await client.end().catch(() => undefined);
  }
}

/**
 * Lets a command work on the product's database as the owner of its tables: on that of DATABASE_URL, or on the embedded
 * one, whether or not a server runs it.
 *
 * @param isMade whether to create the embedded database if there is none
 * @throws {Error} in one sentence when there is none, or when it cannot be reached
 */
export async function workAsOwner<T>(
  { DATABASE_URL, DATA_DIR }: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>,
  log: Logger,
  work: Work<T>,
  { isMade = false } = {},
): Promise<T> {
  if (DATABASE_URL) return workOn(() => connectOnce(DATABASE_URL), work);
  const directory = join(DATA_DIR, 'postgres');
  if (!isMade && !existsSync(join(directory, 'PG_VERSION'))) {
    throw new Error(`There is no database in ${DATA_DIR} yet.`);
  }
  const { databasePassword } = openKeys(DATA_DIR);
  const running = await findPostmaster(directory);
  if (!running || running.stopping) return workOnStopped(directory, databasePassword, log, work);
  const url = `postgres://postgres:${databasePassword}@127.0.0.1:${running.port}/postgres`;
  return workOn(() => connectOnce(url), work);
}
