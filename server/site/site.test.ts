import { rmSync, writeFileSync } from 'node:fs';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../../tests/support/server/test-app.ts';
import { serveSite, type ServedSite } from '../../tests/support/site/serve-site.ts';
import { createSiteCopy } from '../../tests/support/site/site-copy.ts';
import { openSite } from './site.ts';

let directory: string;
let site: ServedSite;
beforeEach(async () => {
  directory = await createSiteCopy();
  site = await serveSite(directory);
});

type Reply = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer; isReused: boolean };
type Question = { method?: string; headers?: Record<string, string>; agent?: Agent; body?: string };

/** Sends path and headers unchanged, and does not decompress the response. */
function ask(path: string, { body, ...options }: Question = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(site.url, { path, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks), isReused: outgoing.reusedSocket });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const BROTLI = { 'accept-encoding': 'gzip, br' };

test('a site that has not been built is refused in one sentence that says what to do', () => {
  expect(() => openSite('/nowhere', { headers: {} })).toThrow(
    'There is no site in /nowhere: run "npm run build" first.',
  );
});

test.each([
  ['/', 'Sell My House Fast in Scotland'],
  ['/?utm_source=leaflet', 'Sell My House Fast in Scotland'],
  ['/glasgow', '<h1>Glasgow</h1>'],
  ['/%67lasgow', '<h1>Glasgow</h1>'],
  ['http://user:secret@elsewhere.example/glasgow', '<h1>Glasgow</h1>'],
  ['http://elsewhere.example', 'Sell My House Fast in Scotland'],
  ['/_astro/form.abc.js', 'export'],
  ['/cover.png', 'picture'],
  ['/.well-known/security.txt', 'Contact'],
])('%s has status 200', async (path, contents) => {
  const { status, body } = await ask(path);
  expect({ status, body: body.toString() }).toEqual({
    status: 200,
    body: expect.stringContaining(contents) as string,
  });
});

const NOT_FOUND = `
  /glasgow.html /glasgow.br /glasgow.gz /glasgow/index /GLASGOW /glasgow%00 /%67lasgow%2f
  /index /index.html /index.html.br /404 /404.html /_astro /_astro/ /_astro/form.abc
  /_astro/form.abc.js.br /.hidden /_astro/.hidden /nowhere /nowhere/
  //glasgow ///glasgow/ //elsewhere.example //elsewhere.example/ //elsewhere.example/glasgow/
  /..%2fsite.ts /%2e%2e%2f%2e%2e%2fetc/passwd /%00 /%E0%A4%A /%ff /__proto__ /constructor
`;

test.each(NOT_FOUND.trim().split(/\s+/))('%s has status 404', async (path) => {
  const { status, headers, body } = await ask(path);
  expect({ status, location: headers.location }).toEqual({ status: 404 });
  expect(body.toString()).toContain('Oops! Page not found');
});

test.each([
  ['/glasgow/', '/glasgow'],
  ['/%67lasgow/', '/glasgow'],
  ['/nowhere/../glasgow', '/glasgow'],
  ['http://elsewhere.example/glasgow/', '/glasgow'],
  ['/_astro/form.abc.js/', '/_astro/form.abc.js'],
  ['//', '/'],
  ['/glasgow/?utm_source=letter&utm_campaign=a%20b', '/glasgow?utm_source=letter&utm_campaign=a%20b'],
  ['//?utm_source=letter', '/?utm_source=letter'],
  ['/glasgow/?x=%0d%0aset-cookie:a=b', '/glasgow?x=%0d%0aset-cookie:a=b'],
])('%s redirects to the one path of the file, on the same host: %s', async (path, location) => {
  const { status, headers } = await ask(path);
  expect({ status, location: headers.location }).toEqual({ status: 301, location });
  expect(headers).toMatchObject(SECURITY_HEADERS);
});

test.each(['PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])('%s of a page has status 404', async (method) => {
  expect((await ask('/glasgow', { method })).status).toBe(404);
});

test('a POST reaches the form handler, also with an absolute URL and a chunked body', async () => {
  const options = { method: 'POST', headers: { 'transfer-encoding': 'chunked' }, body: '{}' };
  const paths = ['/glasgow', 'http://user:secret@elsewhere.example/glasgow'];
  const replies = await Promise.all(paths.map((path) => ask(path, options)));
  expect(replies.map(({ status }) => status)).toEqual([415, 415]);
});

test('the 404 page has the headers of a page and is compressed, and the requested path is logged', async () => {
  const [brotli, gzip, plain, head] = await Promise.all([
    ask('/sell-my-castle?name=Iain', { headers: BROTLI }),
    ask('/sell-my-castle', { headers: { 'accept-encoding': 'gzip' } }),
    ask('/sell-my-castle'),
    ask('/sell-my-castle', { headers: BROTLI, method: 'HEAD' }),
  ]);
  expect(brotli.headers).toMatchObject({
    ...SECURITY_HEADERS,
    'cache-control': 'no-cache',
    'content-encoding': 'br',
    'content-length': String(brotli.body.length),
    'content-type': 'text/html; charset=utf-8',
    vary: 'accept-encoding',
  });
  expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
  expect(gunzipSync(gzip.body)).toEqual(plain.body);
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
    404,
    brotli.headers['content-length'],
    0,
  ]);
  expect(site.lines).toHaveLength(4);
  expect(site.lines[0]).toMatchObject({ msg: 'page not found', path: '/sell-my-castle' });
  expect(JSON.stringify(site.lines)).not.toContain('Iain');
});

describe('pages', () => {
  test('a page is sent precompressed', async () => {
    const [brotli, gzip, plain, unknown] = await Promise.all(
      ['gzip, deflate, br, zstd', 'gzip', 'identity', 'zstd, deflate'].map((encoding) =>
        ask('/', { headers: { 'accept-encoding': encoding } }),
      ),
    );
    const encodings = [brotli, gzip, plain, unknown].map((reply) => reply?.headers['content-encoding']);
    expect(encodings).toEqual(['br', 'gzip', undefined, undefined]);
    expect(brotliDecompressSync(brotli?.body ?? '')).toEqual(plain?.body);
    expect(gunzipSync(gzip?.body ?? '')).toEqual(plain?.body);
  });

  test('a page has the headers for caches and those of every response, and no others', async () => {
    const { headers, body } = await ask('/', { headers: BROTLI, agent: new Agent({ keepAlive: true }) });
    expect(headers).toEqual({
      ...SECURITY_HEADERS,
      'cache-control': 'no-cache',
      'content-encoding': 'br',
      'content-length': String(body.length),
      'content-type': 'text/html; charset=utf-8',
      date: expect.any(String) as string,
      etag: expect.stringMatching(/^W\/"[\w-]{16}"$/) as string,
      vary: 'accept-encoding',
    });
  });

  test('the seller’s page has those headers, and is cut off from the window that opened it', async () => {
    writeFileSync(join(directory, 'your-enquiry.html'), '<h1>Your enquiry</h1>');
    site = await serveSite(directory);
    const { headers } = await ask('/your-enquiry');
    expect(headers).toMatchObject({ ...SECURITY_HEADERS, 'cross-origin-opener-policy': 'same-origin' });
  });

  test('a page is not sent again to a browser that has cached it, unless in another encoding', async () => {
    const { etag = '' } = (await ask('/', { headers: BROTLI })).headers;
    const known = { 'if-none-match': etag };
    const same = await ask('/', { headers: { ...BROTLI, ...known } });
    expect([same.status, same.body.length]).toEqual([304, 0]);
    expect(same.headers).toMatchObject({
      ...SECURITY_HEADERS,
      'cache-control': 'no-cache',
      etag,
      vary: 'accept-encoding',
    });
    expect((await ask('/', { headers: { 'accept-encoding': 'gzip', ...known } })).status).toBe(200);
    expect((await ask('/', { headers: { ...BROTLI, 'if-none-match': 'W/"1-1"' } })).status).toBe(200);
  });

  test('a page has the same headers for HEAD, and no body', async () => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => ask('/', { method, headers: BROTLI })),
    );
    expect({ ...head?.headers, date: '' }).toEqual({ ...get?.headers, date: '' });
    expect(head?.body).toHaveLength(0);
  });
});

test.each([
  ['/_astro/form.abc.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/glasgow', 'text/html; charset=utf-8', 'no-cache'],
  ['/cover.png', 'image/png', 'public, max-age=3600'],
  ['/data.unknown', 'application/octet-stream', 'public, max-age=3600'],
])('%s has the type %s and cache-control: %s', async (path, type, cacheControl) => {
  const { headers } = await ask(path);
  expect([headers['content-type'], headers['cache-control']]).toEqual([type, cacheControl]);
});

test.each(['bytes=0-2', 'bytes=5-2', 'bytes=-1', 'bytes=99-', 'lines=1-2'])(
  'the range %s gets the whole file',
  async (range) => {
    const { status, body } = await ask('/cover.png', { headers: { range } });
    expect({ status, body: body.toString() }).toEqual({ status: 200, body: 'picture' });
  },
);

test('a connection is kept alive, and a Connection header is sent only when it closes', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const replies = [];
  for (const path of ['/', '/glasgow', '/nowhere', '/']) replies.push(await ask(path, { agent }));
  agent.destroy();
  expect(replies.map(({ status, isReused }) => `${status} ${isReused}`)).toEqual([
    '200 false',
    '200 true',
    '404 true',
    '200 true',
  ]);
  expect(replies[0]?.headers).not.toHaveProperty('connection');
  expect((await ask('/', { headers: { connection: 'close' } })).headers.connection).toBe('close');
});

describe('a build that replaces the site while the server runs', () => {
  test.each([
    ['a changed file', 'another picture'],
    ['a deleted file', undefined],
  ])('%s is served as it was at the start', async (_what, contents) => {
    const before = await ask('/cover.png');
    if (contents === undefined) rmSync(join(directory, 'cover.png'));
    else writeFileSync(join(directory, 'cover.png'), contents);
    const after = await ask('/cover.png');
    expect([after.status, after.body.toString()]).toEqual([200, 'picture']);
    expect(after.headers.etag).toBe(before.headers.etag);
  });

  test('a new file is not served', async () => {
    writeFileSync(join(directory, 'later.html'), '');
    expect((await ask('/later')).status).toBe(404);
  });

  test('no page, form or picture needs the folder', async () => {
    rmSync(directory, { recursive: true });
    for (const path of ['/', '/glasgow', '/_astro/form.abc.js', '/cover.png']) {
      expect([path, (await ask(path, { headers: BROTLI })).status]).toEqual([path, 200]);
    }
    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await ask('/glasgow', { ...form, body: 'source=chat_widget' })).status).toBe(422);
  });
});
