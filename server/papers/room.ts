/** Whether there is room for more files. Leads are stored in any case, so files are refused while there is still some. */
import * as z from 'zod';
import { rowOf, sql, type Db } from '../database/statement.ts';
import { LIMITS } from '../faults.ts';
import { readSpace } from '../disk-space.ts';

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
    const read = await Promise.all(folders.map((folder) => readSpace(folder).catch(() => undefined)));
    const disks = read.filter((disk) => disk !== undefined);
    const isFull = papersBytes >= mostBytes || disks.some(({ freeBytes }) => freeBytes < LIMITS.freeBytes);
    const isLow = papersBytes >= mostBytes * (1 - LIMITS.freeShare) || disks.some((disk) => disk.isLow);
    return {
      papersBytes,
      freeBytes: disks.length === 0 ? undefined : Math.min(...disks.map(({ freeBytes }) => freeBytes)),
      state: isFull ? 'full' : isLow ? 'low' : 'ok',
    };
  };
