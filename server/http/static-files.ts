import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { CACHE_CONTROL } from './response-headers.ts';

export type StaticFiles = {
  /** Serves a request for one of the files, and passes every other request on. */
  serve: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  find: (urlPath: string) => { name: string; contents: Buffer } | undefined;
  /** The files with a hash in their names, and those of the former files. */
  hashed: () => [string, File][];
  paths: () => string[];
  /** Serves other contents at the URL path of a file from now on. Resolves when they are compressed too. */
  replace: (urlPath: string, contents: Buffer) => Promise<void>;
};

type Variant = {
  encoding: string | undefined;
  etag: string;
  body: Buffer;
  headers: Record<string, string>;
  /** The headers of a 304, which has no body. */
  revalidationHeaders: Record<string, string>;
};

type File = { name: string; contents: Buffer; variants: Variant[] };

type Options = {
  headersOf: (name: string) => Record<string, string>;
  /** The folder, with a slash at its end, whose files have a hash of their contents in their names. */
  hashedFiles: string;
  exclude?: string;
  /** The files that these replace. Their hashed files are still served. */
  former?: StaticFiles | undefined;
};

/** The encodings in order of preference, with the suffixes that `integrations/precompress.ts` appends. */
export const ENCODINGS = [
  [
    'br',
    '.br',
    (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  ],
  ['gzip', '.gz', (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION })],
] as const;

/** The URL path of a file: `/glasgow` for `glasgow.html`, `/` for `index.html`. */
function urlPathOf(file: string): string {
  return `/${file}`.replace(/\/index\.html$/, '/').replace(/\.html$/, '');
}

/** The names of all files in a folder, without hidden ones. */
function listFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !/(?:^|\/)\.(?!well-known\/)/.test(name));
}

function cacheControlOf(name: string, hashedFiles: string): string {
  if (name.startsWith(hashedFiles)) return CACHE_CONTROL.hashed;
  return /\.html$|^service-worker\.js$/.test(name) ? CACHE_CONTROL.page : CACHE_CONTROL.other;
}

function requestedPathOf({ url = '' }: IncomingMessage): string {
  const [path = ''] = url.split('?', 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * The files of a folder, each at one URL path. They are read once: a build that replaces them has no effect until the
 * server is started again, and all responses with a file share its bytes, however many clients do not read theirs.
 */
export function openFiles(
  directory: string,
  { headersOf, hashedFiles, exclude, former }: Options,
): StaticFiles {
  function variantOf(name: string, encoding: string | undefined, body: Buffer): Variant {
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
    // There are few of these headers, because each takes room in a page's first packets.
    const revalidationHeaders = {
      ...headersOf(name),
      'cache-control': cacheControlOf(name, hashedFiles),
      etag,
      vary: 'accept-encoding',
    };
    return {
      encoding,
      etag,
      body,
      headers: {
        ...revalidationHeaders,
        ...(encoding && { 'content-encoding': encoding }),
        'content-length': String(body.length),
        'content-type': getMimeType(name) ?? 'application/octet-stream',
      },
      revalidationHeaders,
    };
  }

  const names = new Set(listFiles(directory));
  const files = new Map<string, File>(former?.hashed());
  for (const name of names) {
    const isCompressedCopy = ENCODINGS.some(
      ([, suffix]) => name.endsWith(suffix) && names.has(name.slice(0, -suffix.length)),
    );
    if (name === exclude || isCompressedCopy) continue;
    const contents = readFileSync(join(directory, name));
    const variants = [
      ...ENCODINGS.filter(([, suffix]) => names.has(name + suffix)).map(([encoding, suffix]) =>
        variantOf(name, encoding, readFileSync(join(directory, name + suffix))),
      ),
      variantOf(name, undefined, contents),
    ];
    files.set(urlPathOf(name), { name, contents, variants });
  }

  let compressing = Promise.resolve();

  return {
    serve(request, response, next) {
      const { method = '' } = request;
      const file = ['GET', 'HEAD'].includes(method) ? files.get(requestedPathOf(request)) : undefined;
      const accepted = request.headers['accept-encoding'] ?? '';
      const variant = file?.variants.find(
        ({ encoding }) => encoding === undefined || accepted.includes(encoding),
      );
      if (!variant) {
        next();
        return;
      }
      // Suppresses Node's Connection and Keep-Alive headers: HTTP/1.1 keeps connections open by default.
      if (response.shouldKeepAlive && request.httpVersion === '1.1') response.removeHeader('connection');
      if (request.headers['if-none-match'] === variant.etag) {
        response.writeHead(304, variant.revalidationHeaders).end();
      } else {
        response.writeHead(200, variant.headers).end(variant.body);
      }
    },
    find: (urlPath) => files.get(urlPath),
    hashed: () => [...files].filter(([, { name }]) => name.startsWith(hashedFiles)),
    paths: () => [...files.keys()],
    async replace(urlPath, contents) {
      const { name = urlPath } = files.get(urlPath) ?? {};
      const uncompressed = variantOf(name, undefined, contents);
      const file: File = { name, contents, variants: [uncompressed] };
      // At once, so that nobody who changes another part of the file begins with the former contents.
      files.set(urlPath, file);
      // One after the other, so that a thousand pages leave room for requests.
      compressing = compressing.then(async () => {
        if (files.get(urlPath) !== file) return;
        const compressed = await Promise.all(
          ENCODINGS.map(async ([encoding, , compress]) =>
            variantOf(name, encoding, await compress(contents)),
          ),
        );
        file.variants = [...compressed, uncompressed];
      });
      await compressing;
    },
  };
}
