import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

test('the live counterpart serves the tests only: nothing of the product names it', () => {
  const sources = globSync('{src,server,supabase,scripts,bench}/**/*.{ts,tsx,astro,mdx,json,toml}', {
    cwd: ROOT,
  });
  const naming = sources.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('@supabase/lite'));
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(sources.length).toBeGreaterThan(100);
  expect({ naming, installed: '@supabase/lite' in dependencies }).toEqual({ naming: [], installed: false });
});
