/**
 * Builds the site into dist/. The pages carry the installation's public key, so this opens (on the first
 * run: makes) the keys. With `--if-needed` it does nothing when nothing has changed since the last build.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAstroBuild } from './astro-build.ts';
import { precompress } from './precompress.ts';
import { publicVariables } from './public-variables.ts';

const ROOT = join(import.meta.dirname, '..');
const STAMP = join(ROOT, '.astro/last-build');
const SOURCES = [
  'src/**',
  'supabase/functions/_shared/**',
  'astro.config.ts',
  'scripts/astro-build.ts',
  'scripts/precompress.ts',
  'package-lock.json',
];

/** Changes when any source file or public variable does. */
function fingerprint(variables: Record<string, string>): string {
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(variables).sort()));
  for (const file of globSync(SOURCES, { cwd: ROOT }).sort()) {
    const path = join(ROOT, file);
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path));
  }
  return hash.digest('hex');
}

const variables = publicVariables();
const stamp = fingerprint(variables);
const lastStamp = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
const isCurrent = lastStamp === stamp && existsSync(join(ROOT, 'dist/index.html'));

if (!process.argv.includes('--if-needed') || !isCurrent) {
  const { status } = runAstroBuild({ variables });
  if (status !== 0) process.exit(status ?? 1);
  await precompress(join(ROOT, 'dist'));
  mkdirSync(join(ROOT, '.astro'), { recursive: true });
  writeFileSync(STAMP, stamp);
}
