import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Content files by their path below `src/content`. */
export type Additions = Record<string, string>;

export const readContent = (file: string) => readFileSync(join(ROOT, 'src/content', file), 'utf8');

/** A city with the words of another, and without buildings for its picture. */
export const cityNamed = (name: string) =>
  readContent('cities/dundee.yaml')
    .replace(/^name: .*$/m, `name: ${name}`)
    .replace(/^street:\n(?: {2}- .*\n)+/m, '');

export const articleTitled = (title: string) =>
  readContent('articles/broken-property-chain-guide.md').replace(/^title: .*$/m, `title: '${title}'`);

/**
 * Builds the site with added or changed content files into `dist` below the directory, as the server does before it
 * publishes (`scripts/build-aside.ts`).
 */
export function buildCopy(directory: string, additions: Additions) {
  const content = join(directory, 'content');
  cpSync(join(ROOT, 'src/content'), content, {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
  for (const [file, text] of Object.entries(additions)) writeFileSync(join(content, file), text);
  return spawnSync(process.execPath, [join(ROOT, 'scripts/build-aside.ts'), directory], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}
