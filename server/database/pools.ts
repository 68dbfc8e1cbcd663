import pg from 'pg';
import type { Logger } from 'pino';
import { openPipeline, type Pipeline } from './pipeline.ts';

/** Ways into the database, each as a role that may do one thing. */
export type Pools = {
  /** May insert leads, and nothing else. */
  asAnon: Pipeline;
  /** May read leads and work on notifications. */
  asMailer: pg.Pool;
  /** One connection that stays, for health alone: busy pools are no reason to restart a server. */
  asProbe: pg.Pool;
  /** May count what network addresses send. */
  asLimiter: Pipeline;
};

/** What every connection is opened with, pooled or not. */
function connectionConfig(connectionString: string, role: string, statementTimeoutMs: number) {
  const settings = {
    role,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 4_000,
    idle_in_transaction_session_timeout: 10_000,
  };
  return {
    connectionString,
    connectionTimeoutMillis: 3_000,
    // The server's own limit does not fire while the server itself hangs.
    query_timeout: statementTimeoutMs + 1_000,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
}

function createPool(
  connectionString: string,
  role: string,
  statementTimeoutMs: number,
  log: Logger,
  config: pg.PoolConfig = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(connectionString, role, statementTimeoutMs),
    max: 10,
    ...config,
  });
  pool.on('error', (error) => {
    log.warn({ role, error: error.message }, 'idle database connection lost');
  });
  // A connection that is lost while the pool ends it has no other listener, and would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}

export function openPools(connectionString: string, log: Logger): Pools {
  return {
    asAnon: openPipeline(connectionConfig(connectionString, 'anon', 3_000), log),
    asMailer: createPool(connectionString, 'mailer', 8_000, log),
    // Short: a lead waits for it, and goes through when it takes too long.
    asLimiter: openPipeline(connectionConfig(connectionString, 'limiter', 1_000), log),
    asProbe: createPool(connectionString, 'mailer', 1_000, log, {
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 1_000,
    }),
  };
}

export async function endAll({ asAnon, asMailer, asLimiter, asProbe }: Pools): Promise<void> {
  await Promise.all([asAnon.end(), asMailer.end(), asLimiter.end(), asProbe.end()]);
}
