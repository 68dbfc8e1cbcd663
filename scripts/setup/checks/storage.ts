import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackups } from '#server/operations/daily-backups.ts';
import { readBackup } from '#server/operations/restore.ts';
import { messageOf } from '../../error-text.ts';
import type { CheckContext, Finding } from './check-context.ts';

const GIGABYTE = 1e9;
const LEAST_BYTES = GIGABYTE;
const LEAST_SHARE = 0.1;

/** A backup is made once a day, within an hour or two after midnight UTC. */
const FRESH_HOURS = 26;
const HOUR_MS = 3_600_000;

async function checkSpace(variable: string, folder: string): Promise<Finding> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const share = blocks === 0 ? 0 : bavail / blocks;
    const what = `${variable} (${folder}) has ${(free / GIGABYTE).toFixed(1)} GB free, ${Math.floor(share * 100)} %.`;
    return free >= LEAST_BYTES && share >= LEAST_SHARE
      ? { what }
      : { what, mend: `Make room: du -xh --max-depth=2 ${folder} | sort -h | tail` };
  } catch (error) {
    return {
      what: `${variable} (${folder}) cannot be read (${messageOf(error)}).`,
      mend: 'Run this as the user of the service: runuser -u house-buyer-site -- npm run setup -- --check',
    };
  }
}

/** Whether the disks of the data and of the backups have room. */
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
  const mend = 'See why no backup is made: journalctl -u house-buyer-site | grep -i backup';
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
    await readBackup(join(folder, latest.name));
    return [{ what: `The latest backup is ${hours} hours old and can be read (${latest.name}).` }];
  } catch (error) {
    return [{ what: `The latest backup cannot be read (${messageOf(error)}).`, mend }];
  }
}
