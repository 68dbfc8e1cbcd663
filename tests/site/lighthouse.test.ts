import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge } from '../support/lighthouse.ts';
import { openSite } from '../../server/routes/site.ts';
import { serveFiles } from '../../server/serve-files.ts';
import { createTestApp, SECURITY_HEADERS } from '../support/app.ts';

const DIST = join(import.meta.dirname, '../../dist');

let server: Server;
let url = '';
beforeAll(async () => {
  const site = openSite(DIST, { headers: SECURITY_HEADERS });
  const { app } = createTestApp({ site });
  server = createServer(serveFiles(site, getRequestListener(app.fetch))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

// Not the category "performance": `npm run bench` measures it on a machine that runs nothing else.
test.each([
  ['home', '/'],
  ['city', '/glasgow'],
  ['article', '/blog/how-to-sell-house-fast-scotland'],
  ['blog', '/blog'],
  ['legal', '/privacy-policy'],
])('Lighthouse finds nothing wrong with the %s page', { timeout: 120_000 }, async (_kind, path) => {
  const { scores, faults } = await judge(url + path, ['accessibility', 'best-practices', 'seo']);
  expect(scores, faults.join(', ')).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 });
});
