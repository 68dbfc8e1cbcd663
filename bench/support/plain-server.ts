/**
 * Serves the built site, or the folder of the argument, with plain sirv (a static file server for Node) in a separate
 * process. The benchmark `pages` compares our server with it.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

const [directory = join(import.meta.dirname, '../../dist')] = process.argv.slice(2);

const serve = sirv(directory, { brotli: true, gzip: true, etag: true });
const server = createServer((request, response) => serve(request, response)).listen(0, '127.0.0.1', () => {
  process.send?.(server.address());
});
process.once('disconnect', () => process.exit());
