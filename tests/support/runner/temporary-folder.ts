import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeAtEnd } from './close-at-end.ts';

/** Creates an empty folder, which is removed at the end of the test, or of the test file. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-'));
  closeAtEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
