import { DatabaseError, type Pool } from 'pg';
import type { Logger } from 'pino';
import { UNANSWERED } from '../../supabase/functions/send-email/notifications.ts';
import type { Room } from '../papers/room.ts';
import { SELLER_MAIL_TRIED_FOR_DAYS, TO_FIRM } from '../cases/mails.ts';
import { LIMITS } from '../faults.ts';
import type { BackupState } from './daily-backups.ts';

/** The database is queried at most once in this time. */
const CACHE_MS = 1_000;

/** The mails in the database, of all servers. */
export type Queue = {
  /** Mails to the firm that are pending: about leads, and about what sellers ask on their pages. */
  pending: number;
  oldestPendingSeconds: number;
  /** Mails about leads that may have arrived twice. */
  possiblyRepeated: number;
  /** Mails to sellers that are pending, without those that were given up. */
  sellersPending: number;
  oldestSellersSeconds: number;
  /** Messages to the devices of staff that wait, and those of the last hour that were not delivered. */
  pushesPending: number;
  pushesFailed: number;
};

/**
 * `warning`: works, but needs attention. `unavailable`: serves pages, but cannot store leads or send their mails. A mail
 * to a seller that is stuck changes no status, because often only the address is mistyped. Neither do messages to devices,
 * because a mail tells the same.
 */
export type Readiness = {
  status: 'ready' | 'warning' | 'unavailable';
  checks: {
    database: 'ok' | 'unreachable';
    migrations: 'ok' | 'missing' | 'unknown';
    sender: 'ok' | 'stopped';
    notifications: 'ok' | 'stuck' | 'unknown';
    sellerMails: 'ok' | 'stuck' | 'unknown';
    /** Messages to the devices of staff: whether one was not delivered in the last hour. */
    pushes: 'ok' | 'failing' | 'unknown';
    /** `held`: expired data is not deleted until an operator has checked the clock (`npm run delete-expired`). */
    retention: 'ok' | 'held' | 'unknown';
    /** Grants, policies and owners: `ok`, or the statements that would bring back the missing ones. */
    access: 'ok' | 'unknown' | string[];
    /** Whether the database's clock and this server's are the same. */
    clock: 'ok' | 'wrong' | 'unknown';
    /** The state of the server's daily backups; absent if it makes none. */
    backups?: BackupState;
    /** Whether there is room for more files: `low` before none are taken any more, `full` then. Absent in a test without it. */
    room?: Room['state'] | 'unknown';
    /** Whether the mailbox with the sellers' answers is read; absent if there is none. */
    mailbox?: 'ok' | 'unread';
  };
};

type Reading = Pick<Readiness['checks'], 'database' | 'migrations' | 'retention' | 'access' | 'clock'> & {
  queue?: Queue;
  room?: Room | undefined;
};

export type Health = {
  /** Contains no personal data. */
  readiness: () => Promise<Readiness>;
  /** Undefined while the database is unreachable or not migrated. */
  queue: () => Promise<Queue | undefined>;
  /** Undefined while the database is unreachable. */
  room: () => Promise<Room | undefined>;
};

type Options = {
  /** A separate connection, so that the probe does not fail when the others are busy. */
  probe: Pool;
  /** The migrations that this version requires. */
  migrations: readonly string[];
  isSending: () => boolean;
  /** Undefined if the server makes no backups. */
  backupState?: (() => BackupState) | undefined;
  readRoom?: () => Promise<Room>;
  /** Undefined if no mailbox is read. */
  isMailboxRead?: (() => boolean) | undefined;
  log: Logger;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  /** The time of day, in milliseconds since 1970. */
  clock?: () => number;
};

const ageOfOldest = (condition: string) =>
  `greatest(extract(epoch from now() - min(since) filter (where ${condition})), 0)::float8`;

const FIRMS_KINDS = TO_FIRM.map((kind) => `'${kind}'`).join(', ');

const HEALTH_QUERY = `
  select
    array(
      select version from supabase_migrations.schema_migrations
      union all select version from supabase_migrations.desk_migrations
    ) as versions,
    (select held_because is not null from private.retention) as "isHeld",
    array(select private.missing_access()) as "missingAccess",
    extract(epoch from clock_timestamp())::float8 * 1000 as "databaseMs",
    (
      -- Only attempts after which the mail may have arrived.
      select count(*)::int from private.delivery_attempts
      where may_be_repeat and (error_code is null or error_code = '${UNANSWERED}')
    ) as "possiblyRepeated",
    (
      select count(*)::int from desk.pushes
      where outcome is null and next_attempt_at is not null and expires_at > now()
    ) as "pushesPending",
    (
      select count(*)::int from desk.pushes
      where begun_at > now() - interval '1 hour' and (
        outcome in ('failed', 'unknown')
        -- Was being sent by a server that was killed.
        or (outcome is null and next_attempt_at is null and begun_at < now() - interval '1 minute')
      )
    ) as "pushesFailed",
    count(*) filter (where is_for_firm)::int as pending,
    ${ageOfOldest('is_for_firm')} as "oldestPendingSeconds",
    count(*) filter (where not is_for_firm)::int as "sellersPending",
    ${ageOfOldest('not is_for_firm')} as "oldestSellersSeconds"
  from (
    select kind in (${FIRMS_KINDS}) as is_for_firm, made_at as since
    from private.notifications
    where sent_at is null and cancelled_at is null
      -- Later, a mail to a seller is given up.
      and (kind in (${FIRMS_KINDS}) or made_at > now() - interval '${SELLER_MAIL_TRIED_FOR_DAYS} days')
  ) as waiting`;

const isStuck = (ageSeconds: number) => ageSeconds > LIMITS.mailSeconds;

const UNKNOWN = { retention: 'unknown', access: 'unknown', clock: 'unknown' } as const;

/** Error codes for a missing table, schema or privilege. */
const NOT_MIGRATED = /^(?:42|3F)/;

async function readHealth(probe: Pool, migrations: readonly string[], clock: () => number): Promise<Reading> {
  try {
    const askedAt = clock();
    const { rows } = await probe.query<
      Queue & { versions: string[] | null; isHeld: boolean; missingAccess: string[]; databaseMs: number }
    >(HEALTH_QUERY);
    const [{ versions, isHeld, missingAccess, databaseMs, ...queue }] = rows as [(typeof rows)[0]];
    // The database read its clock between the two moments.
    const isAhead = askedAt - databaseMs > LIMITS.clockMs;
    const isBehind = databaseMs - clock() > LIMITS.clockMs;
    const applied = new Set(versions);
    return {
      database: 'ok',
      migrations: migrations.every((version) => applied.has(version)) ? 'ok' : 'missing',
      retention: isHeld ? 'held' : 'ok',
      access: missingAccess.length > 0 ? missingAccess : 'ok',
      clock: isAhead || isBehind ? 'wrong' : 'ok',
      queue,
    };
  } catch (error) {
    return error instanceof DatabaseError && NOT_MIGRATED.test(error.code ?? '')
      ? { database: 'ok', migrations: 'missing', ...UNKNOWN }
      : { database: 'unreachable', migrations: 'unknown', ...UNKNOWN };
  }
}

/**
 * Health for monitors. A result is cached for a second and shared by simultaneous requests, so that probes put no load
 * on the database. Logs once when a mail gets stuck, and once when none is stuck any more.
 */
export function createHealth({
  probe,
  migrations,
  isSending,
  backupState,
  readRoom,
  isMailboxRead,
  log,
  now = () => performance.now(),
  clock = Date.now,
}: Options): Health {
  let kept: { reading: Reading; at: number } | undefined;
  let underWay: Promise<Reading> | undefined;
  const stuck = new Set<string>();

  function logIfChanged(name: string, pending: number, oldestSeconds: number): void {
    if (isStuck(oldestSeconds) === stuck.has(name)) return;
    const fields = { pending, oldestPendingSeconds: Math.round(oldestSeconds) };
    if (stuck.delete(name)) {
      log.info(fields, `no ${name} is stuck any more`);
    } else {
      stuck.add(name);
      log.warn(fields, `a ${name} has been pending for longer than 15 minutes`);
    }
  }

  async function readOnce(): Promise<Reading> {
    const [health, room] = await Promise.all([
      readHealth(probe, migrations, clock),
      readRoom?.().catch(() => undefined),
    ]);
    const reading = { ...health, room };
    kept = { reading, at: now() };
    underWay = undefined;
    const { queue } = reading;
    if (queue) {
      logIfChanged('notification', queue.pending, queue.oldestPendingSeconds);
      logIfChanged('mail to a seller', queue.sellersPending, queue.oldestSellersSeconds);
    }
    return reading;
  }

  async function read(): Promise<Reading> {
    if (kept && now() - kept.at < CACHE_MS) return kept.reading;
    return (underWay ??= readOnce());
  }

  return {
    queue: async () => (await read()).queue,
    room: async () => (await read()).room,
    async readiness() {
      const { queue, room, ...reading } = await read();
      const stateOf = (ageSeconds: number | undefined) =>
        ageSeconds === undefined ? 'unknown' : isStuck(ageSeconds) ? 'stuck' : 'ok';
      const checks: Readiness['checks'] = {
        ...reading,
        sender: isSending() ? 'ok' : 'stopped',
        notifications: stateOf(queue?.oldestPendingSeconds),
        sellerMails: stateOf(queue?.oldestSellersSeconds),
        pushes: queue === undefined ? 'unknown' : queue.pushesFailed > 0 ? 'failing' : 'ok',
        ...(backupState && { backups: backupState() }),
        ...(readRoom && { room: room?.state ?? 'unknown' }),
        ...(isMailboxRead && { mailbox: isMailboxRead() ? 'ok' : 'unread' }),
      };
      const { database, migrations: migrated, sender, access, notifications, retention } = checks;
      const works = [database, migrated, sender, access].every((check) => check === 'ok');
      const needsAttention =
        notifications === 'stuck' ||
        retention === 'held' ||
        checks.room === 'low' ||
        checks.room === 'full' ||
        checks.clock === 'wrong' ||
        ['failed', 'late'].includes(checks.backups ?? 'ok') ||
        checks.mailbox === 'unread';
      return { status: !works ? 'unavailable' : needsAttention ? 'warning' : 'ready', checks };
    },
  };
}
