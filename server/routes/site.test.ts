import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { SITE_FIXTURE } from '../../tests/support/app.ts';
import { createSiteCopy } from '../../tests/support/site-copy.ts';
import type { FileRequest } from '../site-file.ts';
import { openSite, type Site } from './site.ts';

const HEADERS = { 'x-content-type-options': 'nosniff' };

const PAGE = readFileSync(join(SITE_FIXTURE, 'index.html'), 'utf8');

let directory = '';
let removeSite: () => Promise<void>;
let site: Site;
let unheldSite: Site;
beforeAll(async () => {
  ({ directory, remove: removeSite } = await createSiteCopy());
  site = openSite(directory, { headers: HEADERS });
  unheldSite = openSite(directory, { headers: HEADERS, maxHeldBytes: 0 });
});
afterAll(() => removeSite());

const get = (path: string, request: Partial<FileRequest> = {}, from = site) =>
  from.find(path)?.answer({ method: 'GET', acceptEncoding: undefined, ifNoneMatch: undefined, ...request });

const inBrotli = { acceptEncoding: 'gzip, br' };

describe('the file of an address', () => {
  test.each([
    ['/', 'index.html'],
    ['/glasgow', 'glasgow.html'],
    ['/_astro/form.abc.js', '_astro/form.abc.js'],
    ['/cover.png', 'cover.png'],
    ['/glasgow.html', undefined],
    ['/index.html', undefined],
    ['/index.html.br', undefined],
    ['/glasgow.gz', undefined],
    ['/_astro/form.abc.js.br', undefined],
    ['/404', undefined],
    ['/404.html', undefined],
    ['/../app.ts', undefined],
    ['', undefined],
    ['/__proto__', undefined],
  ])('%s is %s', (path, name) => {
    expect(site.find(path)?.name).toBe(name);
  });

  test('what is put there later has none', () => {
    writeFileSync(join(directory, 'later.html'), '');
    expect(site.find('/later')).toBeUndefined();
  });
});

test('only a page is read as one', async () => {
  expect(await site.readPage('/glasgow')).toContain('<h1>Glasgow</h1>');
  expect(await site.readPage('/_astro/form.abc.js')).toBeUndefined();
  expect(await site.readPage('/../app.ts')).toBeUndefined();
});

test('a site that has not been built is refused in one sentence that says what to do', () => {
  expect(() => openSite('/nowhere', { headers: HEADERS })).toThrow(
    'There is no site in /nowhere: run "npm run build" first.',
  );
});

describe.each([
  ['held in memory', () => site],
  ['read from the disk', () => unheldSite],
])('a file that is %s', (_where, from) => {
  test('comes as it was compressed at build, and says so', async () => {
    const brotli = await get('/', inBrotli, from());
    const gzip = await get('/', { acceptEncoding: 'gzip' }, from());
    const plain = await get('/', {}, from());
    expect(brotliDecompressSync(brotli?.body ?? '').toString()).toBe(PAGE);
    expect(gunzipSync(gzip?.body ?? '').toString()).toBe(PAGE);
    expect(plain?.body?.toString()).toBe(PAGE);
    expect([brotli, gzip, plain].map((answer) => answer?.headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ]);
  });

  test('says all that a cache has to know, and what every answer says', async () => {
    const answer = await get('/', inBrotli, from());
    expect(answer?.headers).toEqual({
      ...HEADERS,
      'cache-control': 'no-cache',
      'content-encoding': 'br',
      'content-length': String(answer?.body?.length),
      'content-type': 'text/html; charset=utf-8',
      etag: expect.stringMatching(/^"[\w-]{22}"$/) as string,
      vary: 'accept-encoding',
    });
  });

  test('has an ETag that is strong: one for each encoding, and the same after a restart', async () => {
    const tags = async (of: Site) =>
      Promise.all(
        ['br', 'gzip', ''].map(
          async (acceptEncoding) => (await get('/', { acceptEncoding }, of))?.headers.etag ?? '',
        ),
      );
    const found = await tags(from());
    expect(new Set(found).size).toBe(3);
    expect(await tags(openSite(directory, { headers: HEADERS }))).toEqual(found);
  });

  test('is not sent again to who has it', async () => {
    const etag = (await get('/', inBrotli, from()))?.headers.etag ?? '';
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get('/', { ...inBrotli, ifNoneMatch }, from());
      expect(answer).toEqual({
        status: 304,
        headers: { ...HEADERS, etag, 'cache-control': 'no-cache', vary: 'accept-encoding' },
        body: null,
      });
    }
  });

  test('is sent to who has another version, or another encoding', async () => {
    const etag = (await get('/', inBrotli, from()))?.headers.etag ?? '';
    for (const request of [
      { ...inBrotli, ifNoneMatch: '"other"' },
      { ...inBrotli, ifNoneMatch: etag.slice(1, -1) },
      { acceptEncoding: 'gzip', ifNoneMatch: etag },
    ]) {
      expect((await get('/', request, from()))?.status).toBe(200);
    }
  });

  test('has the same headers for HEAD, and no body', async () => {
    const { headers } = (await get('/', inBrotli, from())) ?? {};
    expect(await get('/', { ...inBrotli, method: 'HEAD' }, from())).toEqual({
      status: 200,
      headers,
      body: null,
    });
  });
});

test.each([
  ['/_astro/form.abc.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/glasgow', 'text/html; charset=utf-8', 'no-cache'],
  ['/cover.png', 'image/png', 'public, max-age=3600'],
])('%s is %s, to be kept: %s', async (path, type, cacheControl) => {
  const headers = (await get(path))?.headers;
  expect([headers?.['content-type'], headers?.['cache-control']]).toEqual([type, cacheControl]);
});

test('a picture comes in one encoding, so it does not vary', async () => {
  const { headers, body } = (await get('/cover.png', inBrotli)) ?? {};
  expect(headers?.vary).toBeUndefined();
  expect(body?.toString()).toBe('picture');
});

test('no more is held in memory than was allowed, the smallest encodings first', () => {
  const maxHeldBytes = globSync('**/*.br', { cwd: directory })
    .map((file) => statSync(join(directory, file)).size)
    .reduce((sum, size) => sum + size);
  const tight = openSite(directory, { headers: HEADERS, maxHeldBytes });
  const answers = ['br', 'gzip', ''].map((acceptEncoding) =>
    get('/', { acceptEncoding }, tight) instanceof Promise ? 'read' : 'held',
  );
  expect(answers).toEqual(['held', 'read', 'read']);
});
