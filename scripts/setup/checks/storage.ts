import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackups } from '#server/operations/daily-backups.ts';
import { readSpace } from '#server/disk-space.ts';
import { findDamaged } from '#server/operations/paper-files.ts';
import { readBackup } from '#server/operations/restore.ts';
import { MENDS } from '#server/faults.ts';
import { messageOf } from '../../error-text.ts';
import type { CheckContext, Finding } from './check-context.ts';

/** A backup is made once a day, within an hour or two after midnight UTC. */
const FRESH_HOURS = 26;
const HOUR_MS = 3_600_000;

async function checkSpace(variable: string, folder: string): Promise<Finding> {
  try {
    const { freeBytes, freeShare, isLow } = await readSpace(folder);
    const what = `${variable} (${folder}) has ${(freeBytes / 1e9).toFixed(1)} GB free, ${Math.floor(freeShare * 100)} %.`;
    return !isLow ? { what } : { what, mend: `Make room: du -xh --max-depth=2 ${folder} | sort -h | tail` };
  } catch (error) {
    return {
      what: `${variable} (${folder}) cannot be read (${messageOf(error)}).`,
      mend: 'Run this as the user of the service: runuser -u house-buyer-site -- npm run setup -- --check',
    };
  }
}

export function checkSpaces({ env: { DATA_DIR, BACKUP_DIR } }: CheckContext): Promise<Finding[]> {
  return Promise.all([
    checkSpace('DATA_DIR', DATA_DIR),
    ...(BACKUP_DIR === undefined ? [] : [checkSpace('BACKUP_DIR', BACKUP_DIR)]),
  ]);
}

/** Whether the latest backup is of today or yesterday, and can be read. */
export async function checkBackups({ env: { BACKUP_DIR: folder }, now }: CheckContext): Promise<Finding[]> {
  if (folder === undefined) {
    return [
      {
        what: 'No backups are made: BACKUP_DIR is not set.',
        mend: 'Set BACKUP_DIR in .env: npm run setup asks for it. Then restart the server.',
      },
    ];
  }
  const mend = MENDS.backup;
  try {
    const probe = join(folder, '.check');
    try {
      await writeFile(probe, Buffer.alloc(65_536), { flush: true });
    } catch (error) {
      return [{ what: `Nothing can be written to ${folder} (${messageOf(error)}).`, mend }];
    } finally {
      await rm(probe, { force: true });
    }
    const [latest] = await listBackups(folder, now);
    if (!latest) return [{ what: `There is no backup in ${folder}.`, mend }];
    const hours = Math.floor((now.getTime() - latest.time.getTime()) / HOUR_MS);
    if (hours >= FRESH_HOURS) return [{ what: `The latest backup is ${hours} hours old.`, mend }];
    const path = join(folder, latest.name);
    const damaged = await findDamaged(path, await readBackup(path));
    if (damaged.length > 0) {
      return [
        {
          what: `${damaged.length} pictures or documents of the latest backup are missing or damaged, such as papers/${damaged[0]}.`,
          mend: 'Write them again from the database: npm run backup. If it happens again, replace the disk.',
        },
      ];
    }
    return [{ what: `The latest backup is ${hours} hours old and can be read (${latest.name}).` }];
  } catch (error) {
    return [{ what: `The latest backup cannot be read (${messageOf(error)}).`, mend }];
  }
}
