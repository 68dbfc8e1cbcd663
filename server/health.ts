import { DatabaseError, type Pool } from 'pg';
import type { Logger } from 'pino';

/** A notification that has been pending for longer needs somebody to look: the mail server's retries are minutes. */
const STUCK_AFTER_SECONDS = 15 * 60;

/** However often it is asked, the database is asked once in this time. */
const KEPT_MS = 1_000;

/** What waits to be mailed, on all servers that share the database. */
export type Queue = { pending: number; oldestPendingSeconds: number };

/** `warning`: it serves, and somebody should look. `unavailable`: pages are served, leads cannot be stored. */
export type Readiness = {
  status: 'ready' | 'warning' | 'unavailable';
  checks: {
    database: 'ok' | 'unreachable';
    migrations: 'ok' | 'missing' | 'unknown';
    sender: 'ok' | 'stopped';
    notifications: 'ok' | 'stuck' | 'unknown';
  };
};

type Reading = Pick<Readiness['checks'], 'database' | 'migrations'> & { queue?: Queue };

export type Health = {
  /** Says how the server is, in words that name nobody. */
  readiness: () => Promise<Readiness>;
  /** Undefined while the database cannot tell. */
  queue: () => Promise<Queue | undefined>;
};

type Options = {
  /** A connection that nothing else uses: the probe must not fail because the others are busy. */
  probe: Pool;
  /** The migrations that this version of the product needs. */
  migrations: readonly string[];
  isSending: () => boolean;
  log: Logger;
  /** Milliseconds that only go up. */
  now?: () => number;
};

const LOOK = `
  select
    (select array_agg(version) from supabase_migrations.schema_migrations) as versions,
    count(*)::int as pending,
    greatest(extract(epoch from now() - min(leads.created_at)), 0)::float8 as "oldestPendingSeconds"
  from private.notifications
  join public.leads on leads.id = lead_id
  where sent_at is null`;

const isStuck = (queue: Queue) => queue.oldestPendingSeconds > STUCK_AFTER_SECONDS;

/** Error codes of a table, schema or right that is not there. */
const NOT_MIGRATED = /^(?:42|3F)/;

async function look(probe: Pool, migrations: readonly string[]): Promise<Reading> {
  try {
    const { rows } = await probe.query<Queue & { versions: string[] | null }>(LOOK);
    const { versions = [], pending = 0, oldestPendingSeconds = 0 } = rows[0] ?? {};
    const applied = new Set(versions);
    return {
      database: 'ok',
      migrations: migrations.every((version) => applied.has(version)) ? 'ok' : 'missing',
      queue: { pending, oldestPendingSeconds },
    };
  } catch (error) {
    return error instanceof DatabaseError && NOT_MIGRATED.test(error.code ?? '')
      ? { database: 'ok', migrations: 'missing' }
      : { database: 'unreachable', migrations: 'unknown' };
  }
}

/**
 * Health as monitors ask for it. What was found is kept for a second and shared by all who ask meanwhile, so
 * that asking is no load. When a notification gets stuck, and when none is any more, that is logged once.
 */
export function createHealth({
  probe,
  migrations,
  isSending,
  log,
  now = () => performance.now(),
}: Options): Health {
  let kept: { reading: Reading; at: number } | undefined;
  let underWay: Promise<Reading> | undefined;
  let wasStuck = false;

  function tellIfChanged({ queue }: Reading): void {
    if (!queue) return;
    if (isStuck(queue) === wasStuck) return;
    wasStuck = isStuck(queue);
    const fields = { pending: queue.pending, oldestPendingSeconds: Math.round(queue.oldestPendingSeconds) };
    if (wasStuck) log.warn(fields, 'a notification has been pending for longer than 15 minutes');
    else log.info(fields, 'no notification is stuck any more');
  }

  async function readOnce(): Promise<Reading> {
    const reading = await look(probe, migrations);
    kept = { reading, at: now() };
    underWay = undefined;
    tellIfChanged(reading);
    return reading;
  }

  async function read(): Promise<Reading> {
    if (kept && now() - kept.at < KEPT_MS) return kept.reading;
    return (underWay ??= readOnce());
  }

  return {
    queue: async () => (await read()).queue,
    async readiness() {
      const { database, migrations: migrated, queue } = await read();
      const checks: Readiness['checks'] = {
        database,
        migrations: migrated,
        sender: isSending() ? 'ok' : 'stopped',
        notifications: queue ? (isStuck(queue) ? 'stuck' : 'ok') : 'unknown',
      };
      const works = checks.database === 'ok' && checks.migrations === 'ok' && checks.sender === 'ok';
      return {
        status: !works ? 'unavailable' : checks.notifications === 'stuck' ? 'warning' : 'ready',
        checks,
      };
    },
  };
}
