import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import type { Logger } from 'pino';

/** For how many days each kind of data is kept; 0 keeps it for ever. */
export type RetentionDays = {
  /** Leads, with their notifications. */
  lead: number;
  /** Leads that look as if a program had sent them. */
  suspect: number;
  /** The tries to send a mail, and the mails that are written to files. */
  delivery: number;
};

export type Deleted = { leads: number; suspects: number; attempts: number; mails: number };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Deletes what the database keeps no longer. Two servers at once are no harm. */
export async function deleteExpiredRows(
  owner: ClientBase,
  { lead, suspect, delivery }: RetentionDays,
): Promise<Omit<Deleted, 'mails'>> {
  const { rows } = await owner.query<Omit<Deleted, 'mails'>>(
    `select deleted_leads as leads, deleted_suspects as suspects, deleted_attempts as attempts
     from private.delete_expired($1, $2, $3)`,
    [lead, suspect, delivery],
  );
  return rows[0] ?? { leads: 0, suspects: 0, attempts: 0 };
}

/**
 * Deletes the mails in files, finished or not, that are older than the shortest of the three times: which of
 * them are about suspect leads is not known here. None is kept for longer than a lead is.
 *
 * @returns how many
 */
export async function deleteExpiredMails(outbox: string, days: RetentionDays, now: number): Promise<number> {
  const shortest = Math.min(...[days.lead, days.suspect, days.delivery].filter((limit) => limit > 0));
  const paths = (await readdir(outbox).catch(() => []))
    .filter((name) => /\.eml(?:\.part)?$/.test(name))
    .map((name) => join(outbox, name));
  let deleted = 0;
  for (const path of paths) {
    // Another server on the same folder may have been quicker.
    const file = await stat(path).catch(() => undefined);
    if (!file || file.mtimeMs >= now - shortest * DAY_MS) continue;
    await rm(path, { force: true });
    deleted += 1;
  }
  return deleted;
}

export type Retention = {
  /** Ends after the run that is under way. */
  stop: () => Promise<void>;
};

/** Deletes what has expired at once and then every day, and logs how much; after a failure in an hour. */
export function startRetention({
  deleteExpired,
  log,
}: {
  deleteExpired: () => Promise<Deleted>;
  log: Logger;
}): Retention {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  async function run(): Promise<void> {
    let pauseMs = DAY_MS;
    try {
      log.info(await deleteExpired(), 'expired data deleted');
    } catch (error) {
      if (stopped) return;
      pauseMs = HOUR_MS;
      log.error({ error: String(error) }, 'expired data could not be deleted, will be tried again');
    }
    if (!stopped) timer = setTimeout(start, pauseMs).unref();
  }
  function start(): void {
    running = run();
  }

  start();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
