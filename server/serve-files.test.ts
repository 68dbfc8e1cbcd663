import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Agent, createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, SECURITY_HEADERS } from '../tests/support/app.ts';
import { createSiteCopy, type SiteCopy } from '../tests/support/site-copy.ts';
import { openSite } from './routes/site.ts';
import { serveFiles } from './serve-files.ts';

let copy: SiteCopy;
let app: ReturnType<typeof createTestApp>['app'];
const servers: Server[] = [];

async function start(maxHeldBytes?: number): Promise<Server> {
  const site = openSite(copy.directory, {
    headers: SECURITY_HEADERS,
    ...(maxHeldBytes !== undefined && { maxHeldBytes }),
  });
  ({ app } = createTestApp({ site }));
  const server = createServer(serveFiles(site, getRequestListener(app.fetch))).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return server;
}

type Reply = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer; isReused: boolean };

/** A request whose path and headers go out as they are written, and whose answer is not decoded. */
function ask(
  server: Server,
  path: string,
  {
    method = 'GET',
    headers = {},
    agent,
  }: { method?: string; headers?: Record<string, string>; agent?: Agent },
): Promise<Reply> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks),
          isReused: outgoing.reusedSocket,
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

let server: Server;
beforeAll(async () => {
  copy = await createSiteCopy();
  server = await start();
});
afterAll(async () => {
  for (const each of servers) each.close();
  await copy.remove();
});

const BROTLI = { 'accept-encoding': 'gzip, br' };

/** What Node says by itself, about the connection and when. */
const OF_NODE = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

const withoutTransport = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_NODE.includes(name)));

test('an answer says nothing of a connection that is kept, and that it closes one that is not', async () => {
  const agent = new Agent({ keepAlive: true });
  const first = await ask(server, '/', { agent });
  expect(first.headers).not.toHaveProperty('connection');
  expect((await ask(server, '/', { agent })).isReused).toBe(true);
  agent.destroy();
  expect((await ask(server, '/', { headers: { connection: 'close' } })).headers.connection).toBe('close');
});

describe('a file is answered as the app answers it', () => {
  test.each([
    ['GET', '/', BROTLI],
    ['GET', '/?utm_source=leaflet', BROTLI],
    ['GET', '/glasgow', { 'accept-encoding': 'gzip' }],
    ['GET', '/glasgow', {}],
    ['GET', '/glasgow', { 'accept-encoding': 'br;q=0, gzip;q=0' }],
    ['HEAD', '/glasgow', BROTLI],
    ['GET', '/cover.png', BROTLI],
    ['GET', '/_astro/form.abc.js', {}],
    ['GET', '/', { ...BROTLI, 'if-none-match': '*' }],
    ['HEAD', '/', { ...BROTLI, 'if-none-match': '"another"' }],
    // Left to the app.
    ['GET', '/%67lasgow', BROTLI],
    ['GET', '/glasgow.html', BROTLI],
    ['GET', '/index.html.br', BROTLI],
    ['GET', '/nowhere', BROTLI],
    ['HEAD', '/nowhere', BROTLI],
    ['PUT', '/glasgow', BROTLI],
  ] as [string, string, Record<string, string>][])('%s %s %j', async (method, path, headers) => {
    const reply = await ask(server, path, { method, headers });
    const response = await app.request(path, { method, headers });
    expect({
      status: reply.status,
      headers: withoutTransport(reply.headers),
      body: reply.body.toString('latin1'),
    }).toEqual({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()).toString('latin1'),
    });
    expect(reply.headers).toMatchObject(SECURITY_HEADERS);
  });
});

test('the not-found page is compressed as well', async () => {
  const { status, headers } = await ask(server, '/nowhere', { headers: BROTLI });
  expect({ status, encoding: headers['content-encoding'] }).toEqual({ status: 404, encoding: 'br' });
});

test('a part is not sent alone: no file is large enough to go on where it stopped', async () => {
  const { status, body } = await ask(server, '/cover.png', { headers: { range: 'bytes=0-2' } });
  expect({ status, body: body.toString() }).toEqual({ status: 200, body: 'picture' });
});

test('a connection serves one file after the other', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const replies = [];
  for (const path of ['/', '/glasgow', '/nowhere', '/']) replies.push(await ask(server, path, { agent }));
  expect(replies.map(({ status, isReused }) => `${status} ${isReused}`)).toEqual([
    '200 false',
    '200 true',
    '404 true',
    '200 true',
  ]);
  agent.destroy();
});

test('a file that is not held in memory is read, and is an error once it is gone', async () => {
  const unheld = await start(0);
  expect((await ask(unheld, '/cover.png', {})).body.toString()).toBe('picture');
  await rm(join(copy.directory, 'cover.png'));
  const { status, headers } = await ask(unheld, '/cover.png', {});
  expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 503, retryAfter: '5' });
  expect((await ask(server, '/cover.png', {})).status).toBe(200);
});
