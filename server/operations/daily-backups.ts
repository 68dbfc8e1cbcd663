import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { LOCKS } from '../database/locks.ts';
import type { Environment } from '../env.ts';
import { LIMITS } from '../faults.ts';
import { repeat } from '../repeat.ts';
import { backUp } from './backup.ts';
import type { Manifest } from './backup-file.ts';
import { deleteUnneededContents } from './paper-files.ts';
import { readBackup } from './restore.ts';

const HOUR_MS = 3_600_000;
const STALLED_AFTER_MS = 60_000;

/** Such as `leads-2026-11-27T031500Z.backup`, with the time in UTC. */
const NAME = /^leads-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z\.backup$/;
const UNFINISHED = /^leads-[\dT-]+Z\.backup\.\d+\.part$/;

export const backupName = (time: Date) =>
  `leads-${time.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`;
export const isBackup = (name: string) => NAME.test(name);
const timeOf = (name: string) => new Date(name.replace(NAME, '$1$2:$3:$4Z'));
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** The backups in the folder, the newest first. Leaves out those of a clock that was ahead. */
export async function listBackups(folder: string, now: Date): Promise<{ name: string; time: Date }[]> {
  const names = (await readdir(folder)).filter((name) => isBackup(name) && timeOf(name) <= now);
  return names
    .sort()
    .reverse()
    .map((name) => ({ name, time: timeOf(name) }));
}

/**
 * Rejects when the work makes no progress for some time, because a disk or a database does not answer. The work itself goes
 * on then, so the caller closes its connection.
 */
async function untilStalled<T>(ms: number, work: (onProgress: () => void) => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`No progress for ${ms / 1000} s: the disk or the database does not answer.`));
  }, ms);
  try {
    return await Promise.race([work(() => void timer.refresh()), promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Writes a backup and reads it back. @throws {Error} if it cannot be read; it is then deleted */
export async function backUpAndRead(...given: Parameters<typeof backUp>): Promise<Manifest> {
  const [, path, , onProgress] = given;
  await backUp(...given);
  return readBackup(path, onProgress).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw error;
  });
}

type Options = {
  folder: string;
  /** How many files to keep. */
  keep: number;
  publishableKey: string;
  /** Works as the owner of the tables, on a new connection. */
  asOwner: (work: (client: Client) => Promise<void>) => Promise<void>;
  log: Logger;
  now?: () => Date;
  stalledAfterMs?: number;
};

/** `late`: the last good backup is older than two days, or there is none. `failed`: only the last try has failed. */
export type BackupState = 'ok' | 'failed' | 'late';

/** A backup each day, in a folder. */
type DailyBackups = {
  /** Makes today's backup, unless there is a good one already. Never rejects: a failure is logged. */
  run: (signal: AbortSignal) => Promise<void>;
  state: () => BackupState;
};

/**
 * Creates the daily backups of a folder. Each backup is read back, and deleted if it differs from what was written. The
 * oldest backups are deleted only after a good one was made, so no backup is lost by a full disk or a broken folder.
 */
export function createDailyBackups({
  folder,
  keep,
  publishableKey,
  asOwner,
  log,
  now = () => new Date(),
  stalledAfterMs = STALLED_AFTER_MS,
}: Options): DailyBackups {
  let lastGood: Date | undefined;
  let hasRun = false;
  let hasFailed = false;

  /** Reads backups, the newest first, until one is good. Does not read the same good one twice. */
  async function findLastGood(signal: AbortSignal, onProgress: () => void): Promise<Date | undefined> {
    for (const { name, time } of await listBackups(folder, now())) {
      signal.throwIfAborted();
      if (time.getTime() === lastGood?.getTime()) return time;
      try {
        await readBackup(join(folder, name), onProgress);
        return time;
      } catch (error) {
        log.error({ error: String(error) }, 'a backup is damaged');
      }
    }
    return undefined;
  }

  async function deleteUnfinished(): Promise<void> {
    for (const name of await readdir(folder)) {
      if (UNFINISHED.test(name)) await rm(join(folder, name), { force: true });
    }
  }

  async function isDue(signal: AbortSignal, onProgress: () => void): Promise<boolean> {
    lastGood = await findLastGood(signal, onProgress);
    return !lastGood || dayOf(lastGood) !== dayOf(now());
  }

  async function write(client: Client, onProgress: () => void): Promise<void> {
    // The caller holds the lock, so no server is writing a backup now. Unfinished files are from a server that was
    // killed.
    await deleteUnfinished();
    const name = backupName(now());
    const path = join(folder, name);
    const { tables } = await backUpAndRead(client, path, publishableKey, onProgress, (file, isReplaced) =>
      log.error({ file, isReplaced }, 'a picture or document of the backups is damaged'),
    );
    lastGood = timeOf(name);
    const made = await listBackups(folder, now());
    for (const oldest of made.slice(keep)) await rm(join(folder, oldest.name), { force: true });
    const unread = await deleteUnneededContents(folder, onProgress);
    if (unread !== undefined) {
      log.error(
        { file: join(folder, unread) },
        'the pictures and documents of old backups are kept: this file may be a backup that needs them, and cannot be read',
      );
    }
    log.info({ path, leads: tables[0]?.rows }, 'backup made and read back');
  }

  return {
    async run(signal) {
      try {
        const mayBeDue = await untilStalled(stalledAfterMs, async (onProgress) => {
          await mkdir(folder, { recursive: true, mode: 0o700 });
          return isDue(signal, onProgress);
        });
        if (!mayBeDue) {
          hasFailed = false;
          return;
        }
        await asOwner(async (client) => {
          // Ends the backup when the server is stopped, because a backup may take longer than a stop may.
          const end = () => void client.end();
          signal.addEventListener('abort', end);
          try {
            // Waits while another server on this database makes a backup. If that server uses the same folder, today's
            // backup may then exist already.
            await client.query('select pg_advisory_lock($1)', [LOCKS.backup]);
            await untilStalled(stalledAfterMs, async (onProgress) => {
              if (await isDue(signal, onProgress)) await write(client, onProgress);
            });
          } finally {
            signal.removeEventListener('abort', end);
          }
        });
        hasFailed = false;
      } catch (error) {
        if (signal.aborted) return;
        hasFailed = true;
        log.error(
          { error: String(error), folder },
          'no backup could be made, will be tried again in an hour',
        );
      } finally {
        hasRun = true;
      }
    },
    state() {
      const isLate = !lastGood || now().getTime() - lastGood.getTime() > LIMITS.backupMs;
      if (hasRun && isLate) return 'late';
      return hasFailed ? 'failed' : 'ok';
    },
  };
}

/**
 * Looks at once and then every hour whether today's backup is due.
 *
 * @returns undefined if BACKUP_DIR is not set
 */
export function startDailyBackups(
  { BACKUP_DIR: folder, BACKUP_KEEP: keep }: Environment,
  options: Pick<Options, 'publishableKey' | 'asOwner' | 'log'>,
) {
  if (folder === undefined) return undefined;
  const { run, state } = createDailyBackups({ folder, keep, ...options });
  return {
    state,
    /** Ends a backup that is being made, and deletes its unfinished file. */
    stop: repeat(async (signal) => {
      await run(signal);
      return HOUR_MS;
    }),
  };
}
