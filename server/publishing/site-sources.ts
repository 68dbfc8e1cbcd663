import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The files and folders that the site is built from. */
export const SITE_SOURCES = [
  'src',
  'integrations',
  'supabase/functions/_shared',
  'astro.config.ts',
  'package.json',
  'tsconfig.json',
];

/** A hash that changes when a source of the site, or a setting that it is built with, changes; not when its content does. */
export async function hashSources(variables: Readonly<Record<string, string>>): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(variables).sort()));
  const patterns = [...SITE_SOURCES, ...SITE_SOURCES.map((entry) => `${entry}/**`), 'package-lock.json'];
  for (const file of globSync(patterns, { cwd: ROOT }).sort()) {
    if (/^src\/content\/.*\.(?:yaml|md)$/.test(file)) continue;
    const path = join(ROOT, file);
    if ((await stat(path)).isFile()) hash.update(file).update(await readFile(path));
  }
  return hash.digest('hex');
}
