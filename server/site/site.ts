import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { Context } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import sirv from 'sirv';
import { CACHE_CONTROL, HASHED_FILES } from '../http/response-headers.ts';

export type Site = {
  /** Answers a request for one of the site's files, and passes every other request on. */
  serve: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** Whether a file has this address. */
  has: (path: string) => boolean;
  /** Whether the file of an address has been replaced or deleted since the server started. */
  hasChanged: (path: string) => boolean;
  /** Whether a page has this address. */
  hasPage: (path: string) => boolean;
  /** The HTML of the home page. */
  homePage: string;
  /** The firm's phone number, as the pages link it. */
  phone: { href: string; text: string } | undefined;
  /** The HTML of the page at an address. */
  readPage: (path: string) => Promise<string | undefined>;
  notFound: (c: Context) => Response;
};

type SiteFile = { path: string; mtimeMs: number; headers: [name: string, value: string][] };

/** The page for unknown addresses. No address leads to it. */
const NOT_FOUND_PAGE = '404.html';

/** The best first, with the endings that `integrations/precompress.ts` adds to file names. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The address of a file: `/glasgow` for `glasgow.html`, `/` for `index.html`. */
function addressOf(file: string): string {
  return `/${file}`.replace(/\/index\.html$/, '/').replace(/\.html$/, '');
}

/** The files of a folder, without their compressed copies and without the hidden files that sirv skips. */
function listFiles(directory: string): string[] {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !/(?:^|\/)\.(?!well-known\/)/.test(name));
  const all = new Set(names);
  return names.filter((name) => !/\.(?:br|gz)$/.test(name) || !all.has(name.slice(0, -'.br'.length)));
}

function cacheControlOf(name: string): string {
  if (name.startsWith(HASHED_FILES)) return CACHE_CONTROL.hashed;
  return name.endsWith('.html') ? CACHE_CONTROL.page : CACHE_CONTROL.other;
}

/** The requested path, decoded as sirv decodes it. */
function pathOf({ url = '' }: IncomingMessage): string {
  const [path = ''] = url.split('?', 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function createNotFound(directory: string): Site['notFound'] {
  const path = join(directory, NOT_FOUND_PAGE);
  const page = readFileSync(path);
  const compressed = ENCODINGS.filter(([, suffix]) => existsSync(path + suffix)).map(
    ([encoding, suffix]) => [encoding, readFileSync(path + suffix)] as const,
  );
  return (c) => {
    const accepted = c.req.header('accept-encoding') ?? '';
    const [encoding, body] = compressed.find(([name]) => accepted.includes(name)) ?? [undefined, page];
    return c.body(body, 404, {
      'cache-control': CACHE_CONTROL.page,
      'content-length': String(body.length),
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
    });
  };
}

function findPhone(page: string): Site['phone'] {
  const [, href = '', text = ''] = /<a[^>]* href="(tel:[^"]*)"[^>]*>([^<]+)<\/a>/.exec(page) ?? [];
  return href ? { href, text } : undefined;
}

/**
 * The built site: the files that exist when the server starts, each at one address. sirv sends them. It would also
 * answer `/glasgow.html`, `/glasgow/` and `/index.html.br`, so it gets only requests for addresses on our list.
 *
 * @param options.headers the headers that every answer carries
 * @throws {Error} when the site has not been built
 */
export function openSite(directory: string, { headers }: { headers: Record<string, string> }): Site {
  if (!existsSync(join(directory, NOT_FOUND_PAGE))) {
    throw new Error(`There is no site in ${directory}: run "npm run build" first.`);
  }
  const send = sirv(directory, { brotli: true, gzip: true, etag: true, extensions: ['html'] });
  const files = new Map<string, SiteFile>();
  for (const name of listFiles(directory)) {
    if (name === NOT_FOUND_PAGE) continue;
    const path = join(directory, name);
    const fileHeaders = {
      ...headers,
      'cache-control': cacheControlOf(name),
      'content-type': getMimeType(name) ?? 'application/octet-stream',
      vary: 'accept-encoding',
    };
    files.set(addressOf(name), {
      path,
      mtimeMs: statSync(path).mtimeMs,
      headers: Object.entries(fileHeaders),
    });
  }
  const homePage = readFileSync(join(directory, 'index.html'), 'utf8');
  const isReplaced = ({ path, mtimeMs }: SiteFile) =>
    statSync(path, { throwIfNoEntry: false })?.mtimeMs !== mtimeMs;

  return {
    serve(request, response, next) {
      const file = ['GET', 'HEAD'].includes(request.method ?? '') ? files.get(pathOf(request)) : undefined;
      // sirv sends the `Content-Length` that a file had at the start. Another length would break the connection.
      if (!file || isReplaced(file)) {
        next();
        return;
      }
      for (const [name, value] of file.headers) response.setHeader(name, value);
      // An empty list removes sirv's header. The ETag is enough, and headers take room in a page's first packets.
      response.setHeader('last-modified', []);
      // Removes `Connection` and `Keep-Alive`, which Node adds: HTTP/1.1 keeps connections open by default.
      if (response.shouldKeepAlive && request.httpVersion === '1.1') response.removeHeader('connection');
      // sirv throws on a range that ends before it starts. No file is large enough to need ranges.
      delete request.headers.range;
      // sirv neither closes the file when the client goes away nor handles a failing read.
      response.once('pipe', (stream: Readable) => {
        response.once('close', () => stream.destroy());
        stream.once('error', () => response.destroy());
      });
      send(request, response, next);
    },
    has: (path) => files.has(path),
    hasChanged(path) {
      const file = files.get(path);
      return file !== undefined && isReplaced(file);
    },
    hasPage: (path) => files.get(path)?.path.endsWith('.html') ?? false,
    homePage,
    phone: findPhone(homePage),
    async readPage(path) {
      const file = files.get(path);
      return file?.path.endsWith('.html') ? readFile(file.path, 'utf8') : undefined;
    },
    notFound: createNotFound(directory),
  };
}
