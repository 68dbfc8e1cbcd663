import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import type { Logger } from 'pino';
import { execute, sql, type Db } from '../database/statement.ts';
import type { Environment } from '../env.ts';
import { repeat } from '../repeat.ts';

/** How many days each kind of data is kept; 0 keeps it for ever. */
export type RetentionDays = {
  lead: number;
  /** Leads that look as if a program had sent them. */
  suspect: number;
  /** Records of attempts to send a mail, and the mails that are written to files. */
  delivery: number;
};

export const retentionDaysOf = (env: Environment): RetentionDays => ({
  lead: env.RETENTION_LEAD_DAYS,
  suspect: env.RETENTION_SUSPECT_DAYS,
  delivery: env.RETENTION_DELIVERY_DAYS,
});

export type Deleted = { leads: number; suspects: number; attempts: number; mails: number };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Why nothing is deleted until an operator confirms it: the clock may be wrong. */
type HeldBecause = 'clock_jumped' | 'many_leads';

type DeletedRows = Omit<Deleted, 'mails'> & { heldBecause: HeldBecause | null };

/** Deletes expired leads and delivery attempts. Two servers may do this at the same time. */
export async function deleteExpiredRows(
  owner: ClientBase,
  { lead, suspect, delivery }: RetentionDays,
  { confirmed = false } = {},
): Promise<DeletedRows> {
  const { rows } = await owner.query<DeletedRows>(
    `select deleted_leads as leads, deleted_suspects as suspects, deleted_attempts as attempts,
       held_because as "heldBecause"
     from private.delete_expired($1, $2, $3, $4)`,
    [lead, suspect, delivery, confirmed],
  );
  const deleted = rows[0] ?? { leads: 0, suspects: 0, attempts: 0, heldBecause: null };
  // Keys to the seller's page that were not used for 180 days, or were ended, and offers that nobody has finished.
  if (deleted.heldBecause === null)
    await owner.query(`
      delete from desk.enquiry_keys where ends_at < now();
      delete from desk.offer_drafts where saved_at < now() - interval '30 days'`);
  return deleted;
}

/**
 * Deletes the counts of the rate limits that no longer count, and those with an end too far in the future, which a wrong
 * clock wrote. Skips rows in which something is being counted.
 */
export async function deleteEndedCounts(owner: ClientBase): Promise<undefined> {
  await owner.query(`
    delete from private.address_counts
    where key in (
      select key from private.address_counts
      where ends_at < now() or ends_at > now() + interval '1 day'
      for update skip locked
    );
    delete from desk.mail_counts
    where key in (
      select key from desk.mail_counts
      where ends_at < now() or ends_at > now() + interval '2 days'
      for update skip locked
    )`);
}

/**
 * Deletes removed papers, and the parts of files that are complete or that nothing was added to for two hours.
 *
 * @returns how many there were: their keys are still in the tables' files (`removeOldKeys`)
 */
export async function deleteEndedPapers(owner: Db): Promise<number> {
  const papers = await execute(owner, sql`delete from desk.papers where removed_at is not null`);
  const uploads = await execute(
    owner,
    sql`delete from desk.uploads where ended_at is not null or touched_at < now() - interval '2 hours'`,
  );
  return papers + uploads;
}

/**
 * Deletes alerts after a week, mails to staff and messages about faults after 30 days, and what has ended of the desk's
 * sign-in: sessions, codes, links, challenges, removed keys and devices, and authenticator apps whose first code nobody has
 * typed for a day. Only the owner of the tables may delete, so the server does this each minute.
 */
export async function deleteEnded(owner: Db): Promise<void> {
  const statements = [
    sql`delete from desk_auth.sessions where ended_at is not null or last_used_at < now() - interval '30 days'`,
    sql`delete from desk_auth.codes where ended_at is not null or expires_at < now()`,
    sql`delete from desk_auth.links where ended_at is not null or expires_at < now()`,
    sql`delete from desk_auth.challenges where ended_at is not null or expires_at < now()`,
    sql`delete from desk_auth.passkeys where ended_at is not null`,
    sql`delete from desk_auth.devices where ended_at is not null`,
    sql`delete from desk.staff_mails where made_at < now() - interval '30 days'`,
    // An alert is made once, when something happens, so nobody is told again after it is deleted.
    sql`delete from desk.alerts where told_at < now() - interval '7 days'`,
    sql`delete from desk.pushes where event_id is null and made_at < now() - interval '30 days'`,
    sql`
      delete from desk_auth.apps
      where ended_at is not null or (connected_at is null and created_at < now() - interval '1 day')`,
  ];
  for (const statement of statements) await execute(owner, statement);
}

/**
 * Deletes mails in files, complete or not, that are older than the shortest of the three times, because a file does not
 * tell whether its lead was suspect. No mail is kept for longer than its lead.
 *
 * @returns the number of deleted files
 */
export async function deleteExpiredMails(outbox: string, days: RetentionDays, now: number): Promise<number> {
  const shortest = Math.min(...[days.lead, days.suspect, days.delivery].filter((limit) => limit > 0));
  const paths = (await readdir(outbox).catch(() => []))
    .filter((name) => /\.eml(?:\.part)?$/.test(name))
    .map((name) => join(outbox, name));
  let deleted = 0;
  for (const path of paths) {
    // Another server on the same folder may have deleted it first.
    const file = await stat(path).catch(() => undefined);
    if (!file || file.mtimeMs >= now - shortest * DAY_MS) continue;
    await rm(path, { force: true });
    deleted += 1;
  }
  return deleted;
}

/** Deletes expired rows and mails. If the database holds the rows, keeps the mails too, and logs why. */
export async function deleteExpired(
  owner: ClientBase,
  { outbox, days, log }: { outbox: string; days: RetentionDays; log: Logger },
): Promise<Deleted | undefined> {
  const { heldBecause, ...deleted } = await deleteExpiredRows(owner, days);
  if (heldBecause) {
    log.error(
      { heldBecause },
      'expired data is not deleted, because the clock may be wrong: check the clock, then run "npm run delete-expired"',
    );
    return undefined;
  }
  return { ...deleted, mails: await deleteExpiredMails(outbox, days, Date.now()) };
}

type Options = {
  /** Resolves with the numbers to log. */
  deleteExpired: () => Promise<Deleted | undefined>;
  log: Logger;
  everyMs?: number;
  /** The pause after a failure. */
  retryMs?: number;
};

/**
 * Deletes expired data at once and then regularly, every day by default.
 *
 * @returns a function that stops this. Its promise resolves when the current run has ended
 */
export function startRetention({ deleteExpired, log, everyMs = DAY_MS, retryMs = HOUR_MS }: Options) {
  return repeat(async (signal) => {
    try {
      const deleted = await deleteExpired();
      if (deleted) log.info(deleted, 'expired data deleted');
      return everyMs;
    } catch (error) {
      if (!signal.aborted) {
        log.error({ error: String(error) }, 'expired data could not be deleted, will be tried again');
      }
      return retryMs;
    }
  });
}
