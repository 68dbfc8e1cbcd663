import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Environment } from '../env.ts';
import type { Keys } from '../keys.ts';
import { restoreAccess } from './access.ts';
import { connect, withConnection } from './connect.ts';
import { openEmbeddedPostgres } from './embedded-postgres.ts';
import { createLogins } from './logins.ts';
import { migrate } from './migrate.ts';
import { endAll, openPools, type Pools } from './pools.ts';
import { holdServerLock } from './server-lock.ts';
import { setLimits } from './set-lead-limits.ts';

export type Database = Pools & {
  /** Works as the owner of the tables, on a new connection. */
  asOwner: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>;
  close(): Promise<void>;
};

const LONGEST_WAIT_MS = 5_000;

const isWrongPassword = (error: unknown) => error instanceof pg.DatabaseError && error.code === '28P01';

/** Connects to a database that may still be starting: retries until it can, or until the server closes. */
async function connectPatiently(
  url: string,
  log: Logger,
  closing: AbortSignal,
  isPermanent: (error: unknown) => boolean = () => false,
): Promise<pg.Client> {
  for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await connect(url, {
        timeoutMs: 5_000,
        onLost({ message }) {
          // Expected: closing stops the database, which ends the connection that holds the server's lock.
          if (closing.aborted) return;
          log.warn({ error: message }, 'database connection lost');
        },
      });
    } catch (error) {
      if (isPermanent(error)) throw error;
      log.warn({ error: String(error), waitMs }, 'the database cannot be reached yet');
      await delay(waitMs, undefined, { signal: closing });
    }
  }
}

async function bringUpToDate(client: pg.Client, url: string, env: Environment, log: Logger): Promise<Pools> {
  const versions = await migrate(client);
  if (versions.length > 0) log.info({ versions }, 'database migrated');
  await restoreAccess(client, log);
  await setLimits(client, env);
  if (env.CONFIRM_ENQUIRIES) {
    await client.query('update desk.settings set confirms_enquiries = $1', [env.CONFIRM_ENQUIRIES === 'on']);
  }
  // The rate limit per IP address stores each address only as a hash, made with this secret.
  const { rowCount } = await client.query(`select from private.secrets where name = 'submission'`);
  if (!rowCount) throw new Error('private.secrets has no row "submission": restore it, or insert it again.');
  return openPools(await createLogins(client, url), log);
}

/** A PostgreSQL that the operator runs; any number of servers may use it. */
async function openExternal(
  url: string,
  env: Environment,
  log: Logger,
  closing: AbortSignal,
): Promise<Database> {
  const connectAsOwner = () => connectPatiently(url, log, closing);
  const pools = await withConnection(connectAsOwner, (client) => bringUpToDate(client, url, env, log));
  return {
    ...pools,
    asOwner: (work) => withConnection(connectAsOwner, work),
    async close() {
      await endAll(pools);
    },
  };
}

/** The embedded PostgreSQL, which only this server uses. */
async function openEmbedded(
  env: Environment,
  keys: Keys,
  log: Logger,
  closing: AbortSignal,
): Promise<Database> {
  const postgres = await openEmbeddedPostgres({
    directory: join(env.DATA_DIR, 'postgres'),
    password: keys.databasePassword,
    log,
  });
  const connectAsOwner = () =>
    connectPatiently(postgres.connectionString, log, closing, isWrongPassword).catch((cause: unknown) => {
      if (!isWrongPassword(cause)) throw cause;
      throw new Error(
        `The database in ${env.DATA_DIR} has other passwords than keys.json: restore the keys.json that belongs to it.`,
        { cause },
      );
    });
  const lock = await holdServerLock(connectAsOwner, env.DATA_DIR).catch(async (error: unknown) => {
    await (postgres.isAdopted ? postgres.release() : postgres.close());
    throw error;
  });
  let pools: Pools;
  try {
    pools = await withConnection(connectAsOwner, (client) =>
      bringUpToDate(client, postgres.connectionString, env, log),
    );
    closing.throwIfAborted();
  } catch (error) {
    lock.stopRenewing();
    await postgres.close();
    throw error;
  }

  return {
    ...pools,
    asOwner: (work) => withConnection(connectAsOwner, work),
    async close() {
      await endAll(pools);
      lock.stopRenewing();
      await postgres.close();
    },
  };
}

/**
 * Opens and migrates the database: the one of DATABASE_URL, or the embedded one.
 *
 * @param closing ends the wait for a database that cannot be reached yet
 * @throws {Error} with a one-sentence message, when there is no embedded PostgreSQL for this machine, when another
 *   server uses the same data, or when a migration fails
 */
export function openDatabase(
  env: Environment,
  keys: Keys,
  log: Logger,
  closing: AbortSignal,
): Promise<Database> {
  return env.DATABASE_URL
    ? openExternal(env.DATABASE_URL, env, log, closing)
    : openEmbedded(env, keys, log, closing);
}
