import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAstroBuild } from '#scripts/astro-build.ts';
import { copyRepository } from '../server/copy-repository.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PARTS = [
  'src',
  'integrations',
  'supabase/functions/_shared',
  'astro.config.ts',
  'package.json',
  'tsconfig.json',
];

/** Content files by their path below `src/content`. */
export type Additions = Record<string, string>;

export const readContent = (file: string) => readFileSync(join(ROOT, 'src/content', file), 'utf8');

export const cityNamed = (name: string) =>
  readContent('cities/dundee.yaml').replace(/^name: .*$/m, `name: ${name}`);

export const articleTitled = (title: string) =>
  readContent('articles/broken-property-chain-guide.md').replace(/^title: .*$/m, `title: '${title}'`);

/**
 * Builds a copy of the site with added or changed content files. The copy shares only the packages of `node_modules`
 * with the repository.
 */
export function buildCopy(directory: string, additions: Additions) {
  copyRepository(directory, PARTS);
  for (const [file, text] of Object.entries(additions)) {
    writeFileSync(join(directory, 'src/content', file), text);
  }
  return runAstroBuild({ cwd: directory, stdio: 'pipe' });
}
