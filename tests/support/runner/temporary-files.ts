import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * Vitest runs this first. Keeps the temporary files of a test run in memory if there is room. Each database has over
 * 400 files, and creating and removing them on a disk takes most of a test's time.
 *
 * @returns a function that removes the files
 */
export default function keepTemporaryFilesInMemory(): (() => void) | undefined {
  if (!existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < NEEDED_BYTES) return undefined;
  const folder = mkdtempSync(join(MEMORY, 'tests-'));
  // PostgreSQL runs as another user when root runs the tests.
  chmodSync(folder, 0o755);
  // The workers of the test runners inherit this variable.
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
