import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { createTemporaryFolder } from '#support/runner/temporary-folder.ts';
import { precompress } from './precompress.ts';

const PAGE = '<p>A house in Leith</p>'.repeat(50);

let directory = '';
beforeEach(() => {
  directory = createTemporaryFolder();
  writeFileSync(join(directory, 'index.html'), PAGE);
});

test('a page gets a brotli and a gzip copy', async () => {
  await precompress(directory);
  expect(brotliDecompressSync(readFileSync(join(directory, 'index.html.br'))).toString()).toBe(PAGE);
  expect(gunzipSync(readFileSync(join(directory, 'index.html.gz'))).toString()).toBe(PAGE);
});

test('a file in a compressed format, or one that would not become smaller, gets no compressed copy', async () => {
  writeFileSync(join(directory, 'cover.png'), PAGE);
  writeFileSync(join(directory, 'font.woff2'), PAGE);
  writeFileSync(join(directory, 'tiny.txt'), 'x');
  await precompress(directory);
  expect(readdirSync(directory).sort()).toEqual([
    'cover.png',
    'font.woff2',
    'index.html',
    'index.html.br',
    'index.html.gz',
    'tiny.txt',
  ]);
});

test('compressing a page twice gives the same bytes', async () => {
  const read = () => ['br', 'gz'].map((suffix) => readFileSync(join(directory, `index.html.${suffix}`)));
  await precompress(directory);
  const first = read();
  await precompress(directory);
  expect(read()).toEqual(first);
});
