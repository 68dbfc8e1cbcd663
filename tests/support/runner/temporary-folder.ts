import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeAtEnd } from './close-at-end.ts';

export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-'));
  closeAtEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
