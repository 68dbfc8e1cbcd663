/**
 * Serves the baseline pages, with which the benchmark `pages` compares the site's pages: as much text, but no script. It
 * runs in a separate process and uses the site's server code, compression and headers, so that only the pages differ.
 */
import { cpSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { precompress } from '../../integrations/precompress.ts';
import { openHttpServer } from '../../server/http-server.ts';
import { securityHeaders } from '../../server/http/response-headers.ts';
import { openSite } from '../../server/site/site.ts';

const directory = mkdtempSync(join(tmpdir(), 'baseline-'));
cpSync(join(import.meta.dirname, 'baseline-page'), directory, { recursive: true });
copyFileSync(join(directory, 'index.html'), join(directory, '404.html'));
await precompress(directory);

const headers = securityHeaders('http://localhost');
const site = openSite(directory, { headers });
const app = { fetch: () => new Response(null, { status: 404 }) };
const { port } = await openHttpServer({ app, site, headers, host: '127.0.0.1', port: 0 });
process.send?.({ port });
process.once('disconnect', () => {
  rmSync(directory, { recursive: true });
  process.exit();
});
