/** Whether there is room for more files. Leads are stored in any case, so files are refused while there is still some. */
import { statfs } from 'node:fs/promises';
import * as z from 'zod';
import { rowOf, sql, type Db } from '../database/statement.ts';

const LEAST_BYTES = 1e9;
const LEAST_SHARE = 0.1;

/** How much is free on the disk of a folder. @throws {Error} if the folder cannot be read */
export async function readDisk(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const freeShare = blocks === 0 ? 0 : bavail / blocks;
  const isFull = freeBytes < LEAST_BYTES;
  return { freeBytes, freeShare, isFull, isLow: isFull || freeShare < LEAST_SHARE };
}

export type Room = {
  /** What the contents of papers take up in the database. */
  papersBytes: number;
  /** The least that is free on one of the disks; undefined if none can be read. */
  freeBytes: number | undefined;
  state: 'ok' | 'low' | 'full';
};
export type ReadRoom = (db: Db) => Promise<Room>;

/**
 * @param folders those of the data and of the backups
 * @param mostBytes how much the contents of papers may take up in the database, whose disk may be on another machine
 */
export const openRoom =
  ({ folders, mostBytes }: { folders: readonly string[]; mostBytes: number }): ReadRoom =>
  async (db) => {
    const { bytes: papersBytes } = await rowOf(
      db,
      z.object({ bytes: z.coerce.number() }),
      sql`select pg_total_relation_size('desk.paper_contents') as bytes`,
    );
    // The folder of the backups is made by the first one.
    const read = await Promise.all(folders.map((folder) => readDisk(folder).catch(() => undefined)));
    const disks = read.filter((disk) => disk !== undefined);
    const isFull = papersBytes >= mostBytes || disks.some((disk) => disk.isFull);
    const isLow = papersBytes >= mostBytes * (1 - LEAST_SHARE) || disks.some((disk) => disk.isLow);
    return {
      papersBytes,
      freeBytes: disks.length === 0 ? undefined : Math.min(...disks.map(({ freeBytes }) => freeBytes)),
      state: isFull ? 'full' : isLow ? 'low' : 'ok',
    };
  };
