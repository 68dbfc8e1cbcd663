import pg from 'pg';
import type { Logger } from 'pino';
import type { ServerRole } from './logins.ts';
import { TEXT_TYPES } from './text-types.ts';

/** Connections to the database. Each pool has its own login and role, with the privileges for one task. */
export type Pools = {
  /** May insert leads, and nothing else. */
  asAnon: pg.Pool;
  asSeller: pg.Pool;
  asStaff: pg.Pool;
  /** May sign people in to the desk. */
  asDeskAuth: pg.Pool;
  /** May read leads and work on the queue of mails. */
  asMailer: pg.Pool;
  /**
   * May read ids and times of that queue. Has one permanent connection, so that health checks never wait while the
   * other pools are busy.
   */
  asProbe: pg.Pool;
};

function createPool(
  connectionString: string,
  role: ServerRole,
  statementTimeoutMs: number,
  log: Logger,
  config: pg.PoolConfig = {},
): pg.Pool {
  const settings = {
    role,
    // These override the settings that a login may give itself with `alter role`, until the next start removes them.
    default_transaction_read_only: 'off',
    default_transaction_isolation: 'read\\ committed',
    synchronous_commit: 'on',
    row_security: 'on',
    statement_timeout: statementTimeoutMs,
    lock_timeout: 4_000,
    idle_in_transaction_session_timeout: 10_000,
    timezone: 'UTC',
  };
  const pool = new pg.Pool({
    connectionString,
    max: 4,
    connectionTimeoutMillis: 3_000,
    // PostgreSQL's own limit does not fire while PostgreSQL itself hangs.
    query_timeout: statementTimeoutMs + 1_000,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    ...config,
  });
  pool.on('error', (error) => {
    // `pool.end()` does not wait until its connections are closed, so a database that stops then may end some of them.
    if (pool.ending) return;
    log.warn({ role, error: error.message }, 'idle database connection lost');
  });
  // Without a listener, an error on a connection that the pool is closing would crash the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}

export function openPools(urls: Record<ServerRole, string>, log: Logger): Pools {
  return {
    asAnon: createPool(urls.anon, 'anon', 3_000, log, {
      // Each lead is a transaction, and transactions that wait for the disk at the same time share the wait.
      max: 10,
      // When a thousand leads come at once, the last ones wait for seconds. The form waits for 20 s.
      connectionTimeoutMillis: 10_000,
    }),
    asSeller: createPool(urls.seller, 'seller', 3_000, log, { types: TEXT_TYPES, pipeline: true }),
    asStaff: createPool(urls.desk, 'desk', 8_000, log, { types: TEXT_TYPES, pipeline: true }),
    asDeskAuth: createPool(urls.desk_auth, 'desk_auth', 3_000, log, { types: TEXT_TYPES }),
    asMailer: createPool(urls.mailer, 'mailer', 8_000, log),
    asProbe: createPool(urls.leads_probe, 'leads_probe', 1_000, log, {
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 1_000,
    }),
  };
}

export async function endAll(pools: Pools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool) => pool.end()));
}
