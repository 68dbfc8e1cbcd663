/**
 * A server that `bench/static-files.ts` compares with, in a process of its own: `node` answers from memory
 * with the headers that no file can do without, `sirv` is the fastest of the middlewares in wide use.
 */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

const DIST = join(import.meta.dirname, '../dist');

/** As little as a file server can do: it looks for the address, and for whether the client reads brotli. */
function fromMemory(): RequestListener {
  const answer = (file: string, type: string) => {
    const body = readFileSync(join(DIST, `${file}.br`));
    const headers = {
      'content-type': type,
      'content-encoding': 'br',
      'content-length': body.length,
      'cache-control': 'no-cache',
      etag: '"made-at-start"',
      vary: 'accept-encoding',
    };
    return { body, headers };
  };
  const answers = new Map([
    ['/', answer('index.html', 'text/html; charset=utf-8')],
    ['/robots.txt', answer('robots.txt', 'text/plain;charset=UTF-8')],
  ]);
  return ({ url = '', headers }, response) => {
    const found = /\bbr\b/.test(headers['accept-encoding']?.toString() ?? '') ? answers.get(url) : undefined;
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
