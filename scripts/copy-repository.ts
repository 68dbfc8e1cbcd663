import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/**
 * Copies some of the repository's files and folders, with links to its packages, for builds aside and tests. The
 * caches in `node_modules` (`.astro`, `.vite`) are left out, because builds that use the same cache at the same time
 * get each other's content.
 */
export function copyRepository(directory: string, entries: readonly string[]): void {
  for (const entry of entries) cpSync(join(ROOT, entry), join(directory, entry), { recursive: true });
  mkdirSync(join(directory, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name.startsWith('.') && name !== '.bin') continue;
    symlinkSync(join(ROOT, 'node_modules', name), join(directory, 'node_modules', name));
  }
}
