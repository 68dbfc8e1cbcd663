import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBuiltPages, type BuiltPage } from '../support/built-pages.ts';

const ROOT = join(import.meta.dirname, '../..');
const PARTS = [
  'src',
  'public',
  'supabase/functions/_shared',
  'astro.config.ts',
  'package.json',
  'tsconfig.json',
];

const readContent = (file: string) => readFileSync(join(ROOT, 'src/content', file), 'utf8');

type Additions = Record<string, string>;

/** Builds a copy of the site with more or other content files. It needs nothing but `node_modules`. */
function buildCopy(directory: string, additions: Additions) {
  for (const part of PARTS) cpSync(join(ROOT, part), join(directory, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  for (const [file, text] of Object.entries(additions)) {
    writeFileSync(join(directory, 'src/content', file), text);
  }
  const astro = join(ROOT, 'node_modules/astro/bin/astro.mjs');
  return spawnSync(process.execPath, [astro, 'build'], {
    cwd: directory,
    encoding: 'utf8',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
}

const directories: string[] = [];

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'site-'));
  directories.push(directory);
  return directory;
}

afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

describe('one more file each', () => {
  const directory = newDirectory();
  let pages = new Map<string, BuiltPage>();

  beforeAll(() => {
    const { status, stdout, stderr } = buildCopy(directory, {
      'articles/selling-a-croft.mdx': readContent('articles/broken-property-chain-guide.mdx').replace(
        /^title: .*$/m,
        'title: Selling a croft',
      ),
      'cities/fort-william.yaml': readContent('cities/dundee.yaml').replace(
        /^name: .*$/m,
        'name: Fort William',
      ),
    });
    expect(status, stdout + stderr).toBe(0);
    pages = readBuiltPages(join(directory, 'dist'));
  });

  test('an article file is an article, a card in the blog, an item of the feed and a picture', () => {
    expect(pages.get('/blog/selling-a-croft')?.$('h1').text()).toBe('Selling a croft');
    expect(pages.get('/blog')?.$('main a[href="/blog/selling-a-croft"]')).toHaveLength(1);
    expect(readFileSync(join(directory, 'dist/rss.xml'), 'utf8')).toContain('/blog/selling-a-croft');
    expect(existsSync(join(directory, 'dist/og/blog/selling-a-croft.png'))).toBe(true);
  });

  test('a city file is a page at its slug, in the sitemap, with a picture', () => {
    expect(pages.get('/fort-william')?.$('h1')).toHaveLength(1);
    expect(readFileSync(join(directory, 'dist/sitemap-0.xml'), 'utf8')).toContain('/fort-william<');
    expect(existsSync(join(directory, 'dist/og/fort-william.png'))).toBe(true);
  });
});

test('a claim that there is not stops the build, which names the file and the claim', () => {
  const { status, stdout, stderr } = buildCopy(newDirectory(), {
    'cities/oban.yaml': readContent('cities/dundee.yaml').replace(
      '{claim:offer-within}',
      '{claim:offer-witin}',
    ),
  });
  expect(status).not.toBe(0);
  expect(stdout + stderr).toMatch(/src\/content\/cities\/oban\.yaml uses the claim "offer-witin"/);
});
