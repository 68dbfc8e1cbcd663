import { statfs } from 'node:fs/promises';
import { LIMITS } from './faults.ts';

/** How much is free on the disk of a folder, for the server's user. @throws {Error} if it cannot be read */
export async function readSpace(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const freeShare = blocks === 0 ? 0 : bavail / blocks;
  return {
    freeBytes,
    freeShare,
    isLow: freeBytes < LIMITS.freeBytes || freeShare < LIMITS.freeShare,
  };
}
