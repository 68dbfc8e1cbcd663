/** Serves `dist/` with plain sirv in a separate process. `bench/pages/files.ts` compares our server with it. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

const DIST = join(import.meta.dirname, '../../dist');

const serve = sirv(DIST, { brotli: true, gzip: true, etag: true });
const server = createServer((request, response) => serve(request, response)).listen(0, '127.0.0.1', () => {
  process.send?.(server.address());
});
process.once('disconnect', () => process.exit());
