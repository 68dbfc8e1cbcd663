import { readdirSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { getMimeType } from 'hono/utils/mime';
import sirv from 'sirv';
import { CACHE_CONTROL } from './response-headers.ts';

export type StaticFiles = {
  /** Answers a request for one of the files, and passes every other request on. */
  serve: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** The path of the file that has this address. */
  find: (address: string) => string | undefined;
  /** Whether the file of an address has been replaced or deleted since the server started. */
  hasChanged: (address: string) => boolean;
};

type File = { path: string; mtimeMs: number; headers: [name: string, value: string][] };

type Options = {
  /** The headers that every answer carries. */
  headers: Record<string, string>;
  /** The folder, with a slash at its end, whose files have a hash of their contents in their names. */
  hashedFiles: string;
  /** A file that gets no address. */
  leaveOut?: string;
};

/** The address of a file: `/glasgow` for `glasgow.html`, `/` for `index.html`. */
function addressOf(file: string): string {
  return `/${file}`.replace(/\/index\.html$/, '/').replace(/\.html$/, '');
}

/** The files of a folder without their compressed copies, and without the hidden files that sirv skips. */
function listFiles(directory: string): string[] {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !/(?:^|\/)\.(?!well-known\/)/.test(name));
  const all = new Set(names);
  return names.filter((name) => !/\.(?:br|gz)$/.test(name) || !all.has(name.slice(0, -'.br'.length)));
}

function cacheControlOf(name: string, hashedFiles: string): string {
  if (name.startsWith(hashedFiles)) return CACHE_CONTROL.hashed;
  return name.endsWith('.html') ? CACHE_CONTROL.page : CACHE_CONTROL.other;
}

/** What the client asks for, decoded as sirv decodes it. */
function pathOf({ url = '' }: IncomingMessage): string {
  const [path = ''] = url.split('?', 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * The files that exist in a folder when the server starts, each at one address. sirv sends them, but it also answers
 * `/glasgow.html`, `/glasgow/` and `/index.html.br`, so it only gets the requests for addresses on our list.
 */
export function openFiles(directory: string, { headers, hashedFiles, leaveOut }: Options): StaticFiles {
  const send = sirv(directory, { brotli: true, gzip: true, etag: true, extensions: ['html'] });
  const files = new Map<string, File>();
  for (const name of listFiles(directory)) {
    if (name === leaveOut) continue;
    const path = join(directory, name);
    const fileHeaders = {
      ...headers,
      'cache-control': cacheControlOf(name, hashedFiles),
      'content-type': getMimeType(name) ?? 'application/octet-stream',
      vary: 'accept-encoding',
    };
    files.set(addressOf(name), {
      path,
      mtimeMs: statSync(path).mtimeMs,
      headers: Object.entries(fileHeaders),
    });
  }
  const isReplaced = ({ path, mtimeMs }: File) =>
    statSync(path, { throwIfNoEntry: false })?.mtimeMs !== mtimeMs;

  return {
    serve(request, response, next) {
      const file = ['GET', 'HEAD'].includes(request.method ?? '') ? files.get(pathOf(request)) : undefined;
      // sirv announces the length that a file had at the start: another length would break the connection.
      if (!file || isReplaced(file)) {
        next();
        return;
      }
      for (const [name, value] of file.headers) response.setHeader(name, value);
      // Every header takes room in the first packets of a page. An empty list leaves out sirv's: the ETag is enough.
      response.setHeader('last-modified', []);
      // Leaves out Node's two: HTTP/1.1 keeps connections by default.
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
    find: (address) => files.get(address)?.path,
    hasChanged(address) {
      const file = files.get(address);
      return file !== undefined && isReplaced(file);
    },
  };
}
