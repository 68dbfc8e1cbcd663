import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createViteServer } from 'vitest/node';

const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port;

let backend: Server;
let development: Awaited<ReturnType<typeof createViteServer>>;
let url = '';
beforeAll(async () => {
  backend = createServer((request, response) => {
    void text(request).then((body) => response.end(`backend: ${request.method} ${request.url} ${body}`));
  }).listen(0, '127.0.0.1');
  await once(backend, 'listening');

  vi.stubEnv('BACKEND_PORT', String(portOf(backend)));
  const { default: config } = await import('../../astro.config.ts');
  development = await createViteServer({
    configFile: false,
    root: tmpdir(),
    logLevel: 'silent',
    appType: 'custom',
    server: { ...config.vite?.server, host: '127.0.0.1', port: 0, ws: false },
    plugins: [
      {
        name: 'pages',
        configureServer:
          ({ middlewares }) =>
          () => {
            middlewares.use((request, response) => {
              response.end(`page: ${request.method} ${request.url}`);
            });
          },
      },
    ],
  });
  await development.listen();
  if (!development.httpServer) throw new Error('The development server does not listen.');
  url = `http://127.0.0.1:${portOf(development.httpServer)}`;
});
afterAll(async () => {
  await development.close();
  backend.close();
  vi.unstubAllEnvs();
});

test.each([
  ['POST', '/', 'backend: POST / name=Iain'],
  ['POST', '/glasgow', 'backend: POST /glasgow name=Iain'],
  ['POST', '/rest/v1/leads', 'backend: POST /rest/v1/leads name=Iain'],
  ['GET', '/glasgow?x=1', 'page: GET /glasgow?x=1'],
])('the development server responds to %s %s with "%s"', async (method, path, body) => {
  const response = await fetch(url + path, { method, ...(method === 'POST' && { body: 'name=Iain' }) });
  expect(await response.text()).toBe(body);
});
