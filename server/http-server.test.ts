import { once } from 'node:events';
import { connect } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, SITE_FIXTURE } from '../tests/support/server/test-app.ts';
import { CHAT_LEAD } from '../tests/support/leads/sample-leads.ts';
import { createMemoryLog } from '../tests/support/server/log.ts';
import { PUBLISHABLE_KEY } from '../tests/support/server/publishable-key.ts';
import { waitUntil } from '../tests/support/runner/wait-until.ts';
import { openHttpServer, type HttpServer } from './http-server.ts';
import { createClientIpFinder } from './http/client-ip.ts';
import { createMetrics } from './operations/metrics.ts';
import { openSite } from './site/site.ts';

const MORE_THAN_SOCKET_BUFFERS_HOLD = 64_000_000;

test('a client that stops reading in the middle of a response is disconnected', async () => {
  const ended = Promise.withResolvers<undefined>();
  const server = await openHttpServer({
    app: {
      fetch(_request, bindings) {
        (bindings as HttpBindings).incoming.socket.once('close', () => {
          ended.resolve(undefined);
        });
        return new Response(new Uint8Array(MORE_THAN_SOCKET_BUFFERS_HOLD));
      },
    },
    site: openSite(SITE_FIXTURE, { headers: {} }),
    headers: {},
    host: '127.0.0.1',
    port: 0,
    socketTimeoutMs: 200,
  });
  const reader = connect(server.port, '127.0.0.1').pause();
  reader.on('error', () => undefined);
  reader.write('GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect(ended.promise).resolves.toBeUndefined();
  reader.destroy();
  await server.close();
});

describe('malformed requests', () => {
  const HEADERS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
  let server: HttpServer;
  let app: ReturnType<typeof createTestApp>;
  let metrics: ReturnType<typeof createMetrics>;
  beforeEach(async () => {
    metrics = createMetrics();
    app = createTestApp({ metrics });
    server = await openHttpServer({
      app: app.app,
      site: openSite(SITE_FIXTURE, { headers: {} }),
      headers: HEADERS,
      host: '127.0.0.1',
      port: 0,
    });
  });
  afterEach(() => server.close());

  async function send(bytes: string): Promise<string> {
    const socket = connect(server.port, '127.0.0.1');
    let response = '';
    socket.on('data', (chunk: Buffer) => (response += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write(Buffer.from(bytes, 'latin1'));
    await once(socket, 'close');
    return response;
  }
  const CHUNKS = 'connection: close\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n';

  test.each<[what: string, status: number, bytes: string]>([
    ['bytes that are not HTTP', 400, 'hello\r\n\r\n'],
    ['no Host header', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['a broken chunk', 400, 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nz\r\n'],
    ['headers of 17 KB', 431, `GET / HTTP/1.1\r\nhost: x\r\na: ${'b'.repeat(17_000)}\r\n\r\n`],
    ['an unknown expectation', 417, 'POST / HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\n\r\n'],
    ['an invalid host', 400, 'POST / HTTP/1.1\r\nhost: [::1\r\nconnection: close\r\n\r\n'],
    ['an asterisk as the path', 400, 'OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['a password in the host', 400, `POST / HTTP/1.1\r\nhost: user:pass@x\r\n${CHUNKS}`],
    // Hono alone would accept this Host header: it compares only the header's length with that of the URL's host, and
    // `xn--4ca` is as long.
    ['a password before an international host', 400, `POST / HTTP/1.1\r\nhost: u:pas@\u00e4\r\n${CHUNKS}`],
  ])('%s: refused with %i, with the headers of every response', async (_what, status, bytes) => {
    const response = await send(bytes);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const [name, value] of Object.entries(HEADERS)) expect(response).toContain(`${name}: ${value}\r\n`);
    expect(app.lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });

  test.each([
    ['an unknown expectation', 417, 'host: x\r\nexpect: miracles\r\n'],
    ['no Host header', 400, ''],
  ])('%s and an invalid Transfer-Encoding get one response: %i', async (_what, status, lines) => {
    const response = await send(`POST / HTTP/1.1\r\n${lines}transfer-encoding: nonsense\r\n\r\n`);
    expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
  });

  test.each(['/', '/nowhere', '/rest/v1/leads', '/functions/v1/send-email', '/healthz'])(
    'an absolute URL with a password and a chunked body gets a 4xx at %s',
    async (path) => {
      const response = await send(`POST http://user:pass@x${path} HTTP/1.1\r\nhost: x\r\n${CHUNKS}`);
      expect(response).toMatch(/^HTTP\/1\.1 4/);
    },
  );

  const lead = JSON.stringify(CHAT_LEAD);
  const head = `POST /rest/v1/leads HTTP/1.1\r\nhost: x\r\napikey: ${PUBLISHABLE_KEY}\r\ncontent-type: application/json\r\n`;

  test.each([
    ['with a Content-Length', `content-length: 1000\r\n\r\n${lead}`],
    ['in chunks', `transfer-encoding: chunked\r\n\r\n5\r\n${lead.slice(0, 5)}\r\n`],
  ])(
    'a request whose client disconnects in the middle of a body %s is logged with status 499, not as an error',
    async (_what, rest) => {
      const socket = connect(server.port, '127.0.0.1');
      socket.write(head + rest);
      await once(socket, 'connect');
      // When the server has responded to a second request, it has read the head of the first one.
      await send('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      socket.destroy();
      await waitUntil('the request has ended', () =>
        Promise.resolve(app.lines.some(({ path }) => path === '/rest/v1/leads')),
      );
      expect(app.lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
      expect(app.lines).toMatchObject([{ msg: 'request', status: 499 }]);
      expect(await metrics.registry.metrics()).not.toMatch(/http_requests_refused_total\{.*leads/);
    },
  );
});

test('the client’s IP address is still known after its socket was destroyed, because rate limits need it', async () => {
  const found = Promise.withResolvers<string | undefined>();
  const server = await openHttpServer({
    app: {
      fetch(_request, bindings) {
        const { incoming } = bindings as HttpBindings;
        incoming.socket.destroy();
        found.resolve(createClientIpFinder([], createMemoryLog().log)(incoming));
        return new Response(null, { status: 204 });
      },
    },
    site: openSite(SITE_FIXTURE, { headers: {} }),
    headers: {},
    host: '127.0.0.1',
    port: 0,
  });
  const client = connect(server.port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n');
  await expect(found.promise).resolves.toBe('127.0.0.1');
  await server.close();
});
