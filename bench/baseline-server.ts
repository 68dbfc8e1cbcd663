/**
 * Serves the baseline page as this server serves the site, in a process of its own: the same compression,
 * headers and code, so that only the pages differ.
 */
import { cpSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { precompress } from '../scripts/precompress.ts';
import { securityHeaders } from '../server/response-headers.ts';
import { openSite } from '../server/routes/site.ts';
import { serveFiles } from '../server/serve-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'baseline-'));
cpSync(join(import.meta.dirname, 'baseline-page'), directory, { recursive: true });
copyFileSync(join(directory, 'index.html'), join(directory, '404.html'));
await precompress(directory);

const site = openSite(directory, { headers: securityHeaders('http://localhost') });
const server = createServer(
  serveFiles(site, (_request, response) => {
    response.writeHead(404).end();
    return Promise.resolve();
  }),
).listen(0, '127.0.0.1', () => {
  process.send?.(server.address());
});
process.once('disconnect', () => {
  rmSync(directory, { recursive: true });
  process.exit();
});
