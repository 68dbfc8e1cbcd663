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

/** A hash that changes when one of these files of the repository, or one of these variables, changes. */
export async function hashFiles(
  variables: Readonly<Record<string, string>>,
  patterns: readonly string[],
  exclude: readonly string[] = [],
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(variables).sort()));
  for (const file of globSync(patterns, { cwd: ROOT, exclude }).sort()) {
    const path = join(ROOT, file);
    if ((await stat(path)).isFile()) hash.update(file).update(await readFile(path));
  }
  return hash.digest('hex');
}

/** A hash that changes when a source of the site, or a setting that it is built with, changes; not when its content does. */
export const hashSources = (variables: Readonly<Record<string, string>>) =>
  hashFiles(
    variables,
    [...SITE_SOURCES, ...SITE_SOURCES.map((entry) => `${entry}/**`), 'package-lock.json'],
    ['src/content/**/*.{yaml,md}'],
  );
