import { readdirSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { getMimeType } from 'hono/utils/mime';
import sirv from 'sirv';
import { CACHE_CONTROL } from './response-headers.ts';

export type StaticFiles = {
  /** Serves a request for one of the files, and passes every other request on. */
  serve: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** The file that is served at a URL path. */
  find: (urlPath: string) => string | undefined;
  /** Whether the file at a URL path has been replaced or deleted since the server started. */
  hasChanged: (urlPath: string) => boolean;
};

type File = { path: string; mtimeMs: number; headers: [name: string, value: string][] };

type Options = {
  /** The headers of every response. */
  headers: Record<string, string>;
  /** The folder, with a slash at its end, whose files have a hash of their contents in their names. */
  hashedFiles: string;
  /** A file that is not served. */
  exclude?: string;
};

/** The URL path of a file: `/glasgow` for `glasgow.html`, `/` for `index.html`. */
function urlPathOf(file: string): string {
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

/** The path that a request is for, decoded as sirv decodes it. */
function requestedPathOf({ url = '' }: IncomingMessage): string {
  const [path = ''] = url.split('?', 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * The files that exist in a folder when the server starts, each at one URL path. sirv sends them, but it would also
 * serve `/glasgow.html`, `/glasgow/` and `/index.html.br`, so it only gets the requests for paths on our list.
 */
export function openFiles(directory: string, { headers, hashedFiles, exclude }: Options): StaticFiles {
  const send = sirv(directory, { brotli: true, gzip: true, etag: true, extensions: ['html'] });
  const files = new Map<string, File>();
  for (const name of listFiles(directory)) {
    if (name === exclude) continue;
    const path = join(directory, name);
    const fileHeaders = {
      ...headers,
      'cache-control': cacheControlOf(name, hashedFiles),
      'content-type': getMimeType(name) ?? 'application/octet-stream',
      vary: 'accept-encoding',
    };
    files.set(urlPathOf(name), {
      path,
      mtimeMs: statSync(path).mtimeMs,
      headers: Object.entries(fileHeaders),
    });
  }
  const isReplaced = ({ path, mtimeMs }: File) =>
    statSync(path, { throwIfNoEntry: false })?.mtimeMs !== mtimeMs;

  return {
    serve(request, response, next) {
      const file = ['GET', 'HEAD'].includes(request.method ?? '')
        ? files.get(requestedPathOf(request))
        : undefined;
      // sirv sends the Content-Length that the file had at startup: a different length would break the connection.
      if (!file || isReplaced(file)) {
        next();
        return;
      }
      for (const [name, value] of file.headers) response.setHeader(name, value);
      // Every header takes room in a page's first packets. An empty list suppresses sirv's Last-Modified: the ETag is
      // enough.
      response.setHeader('last-modified', []);
      // Suppresses Node's Connection and Keep-Alive headers: HTTP/1.1 keeps connections open by default.
      if (response.shouldKeepAlive && request.httpVersion === '1.1') response.removeHeader('connection');
      // sirv throws on a range that ends before it starts. No file is large enough to need ranges.
      delete request.headers.range;
      // sirv neither closes the file when the client disconnects nor handles a failing read.
      response.once('pipe', (stream: Readable) => {
        response.once('close', () => stream.destroy());
        stream.once('error', () => response.destroy());
      });
      send(request, response, next);
    },
    find: (urlPath) => files.get(urlPath)?.path,
    hasChanged(urlPath) {
      const file = files.get(urlPath);
      return file !== undefined && isReplaced(file);
    },
  };
}
