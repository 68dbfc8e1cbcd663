/**
 * A server that `bench/static-files.ts` compares with, in a process of its own: `node` answers from memory
 * with the headers that no file can do without, `sirv` is the fastest of the middlewares in wide use.
 */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

const DIST = join(import.meta.dirname, '../dist');

function fromMemory(): RequestListener {
  const answer = (file: string, type: string) => {
    const body = readFileSync(join(DIST, file));
    return {
      body,
      headers: { 'content-type': type, 'content-encoding': 'br', 'content-length': body.length },
    };
  };
  const answers = new Map([
    ['/', answer('index.html.br', 'text/html; charset=utf-8')],
    ['/favicon.svg', answer('favicon.svg.br', 'image/svg+xml')],
  ]);
  return ({ url = '' }, response) => {
    const found = answers.get(url);
    if (found) response.writeHead(200, found.headers).end(found.body);
    else response.writeHead(404).end();
  };
}

const listener = process.argv[2] === 'sirv' ? sirv(DIST, { brotli: true, etag: true }) : fromMemory();
const server = createServer((request, response) => {
  listener(request, response);
}).listen(0, '127.0.0.1', () => {
  process.send?.(server.address());
});
process.once('disconnect', () => process.exit());
