import { chmodSync, mkdirSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MOST_BYTES_WITH_FILES } from './read-mail.ts';

/** Reads the beginning of a file. */
async function readBeginning(path: string) {
  const file = await open(path);
  try {
    const { size, mtime } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, MOST_BYTES_WITH_FILES));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return { size, at: mtime, bytes: bytes.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}

/** A file that has just changed may still be being written. */
const SETTLED_AFTER_MS = 1_000;

/** The `.eml` files of a folder. Each is read once as long as the server runs, and stays as it is. */
export function openDroppedFiles(folder: string) {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  const done = new Set<string>();
  return {
    end: (name: string) => done.add(name),
    /** The files with which nobody has ended yet. */
    async *readNew() {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.eml') && !done.has(name));
      for (const name of names.sort()) {
        const file = await readBeginning(join(folder, name));
        if (Date.now() - file.at.getTime() < SETTLED_AFTER_MS) continue;
        yield { name, ...file };
      }
    },
  };
}
