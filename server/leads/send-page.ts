import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';

/** Fast, with little memory. It still compresses the page to a quarter. */
const GZIP = { level: 1, windowBits: 13, memLevel: 7 };

const compress = promisify(gzip);

/** Sends a page that was made for one visitor. */
export async function sendPage(c: Context, page: Buffer, status: 200 | 422 | 429 | 503): Promise<Response> {
  c.header('vary', 'Accept-Encoding');
  c.header('content-type', 'text/html; charset=utf-8');
  const acceptsGzip = c.req.header('accept-encoding')?.includes('gzip');
  if (acceptsGzip) c.header('content-encoding', 'gzip');
  return c.body(new Uint8Array(acceptsGzip ? await compress(page, GZIP) : page), status);
}
