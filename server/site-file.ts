import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { chooseEncoding, ENCODINGS, type Encoding } from './accept-encoding.ts';
import { CACHE_CONTROL, HASHED_FILES } from './response-headers.ts';

/** What `scripts/precompress.ts` puts behind a file's name. */
export const ENCODING_SUFFIXES = { br: '.br', gzip: '.gz', identity: '' } as const;

export type FileRequest = {
  method: string;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
};

/** Without a body: the answer to HEAD, or the client has it already. */
export type FileAnswer = {
  status: 200 | 304;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer> | null;
};

export type SiteFile = {
  /** Relative to the site's folder. */
  name: string;
  /** At once for what is held in memory. @throws {Error} when the file is no longer there */
  answer: (request: FileRequest) => FileAnswer | Promise<FileAnswer>;
  /** The bytes of an encoding; 0 where there is no such file. */
  sizeOf: (encoding: Encoding) => number;
  /** Keeps an encoding in memory. */
  hold: (encoding: Encoding) => void;
};

/** One encoding of a file: its bytes, and what is said about them. */
type Representation = {
  etag: string;
  body: Buffer<ArrayBuffer>;
  headers: Record<string, string>;
  notModifiedHeaders: Record<string, string>;
};

function cacheControlOf(name: string): string {
  if (name.startsWith(HASHED_FILES)) return CACHE_CONTROL.hashed;
  return name.endsWith('.html') ? CACHE_CONTROL.page : CACHE_CONTROL.other;
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
function isKnown(etag: string, ifNoneMatch: string): boolean {
  return ifNoneMatch.split(',').some((known) => ['*', etag, `W/${etag}`].includes(known.trim()));
}

/**
 * A file of the built site, in the encodings that lie beside it.
 *
 * @param commonHeaders what every answer carries
 */
export function openSiteFile(
  directory: string,
  name: string,
  commonHeaders: Record<string, string>,
): SiteFile {
  const pathOf = (encoding: Encoding) => join(directory, name + ENCODING_SUFFIXES[encoding]);
  const sizes = new Map(
    ENCODINGS.map((encoding) => [encoding, statSync(pathOf(encoding), { throwIfNoEntry: false })?.size ?? 0]),
  );
  const sizeOf = (encoding: Encoding) => sizes.get(encoding) ?? 0;
  const available = ENCODINGS.filter((encoding) => encoding === 'identity' || sizeOf(encoding) > 0);
  const held = new Map<Encoding, Representation>();

  function represent(encoding: Encoding, body: Buffer<ArrayBuffer>): Representation {
    // Of these very bytes: a strong ETag differs from encoding to encoding.
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const notModifiedHeaders = {
      ...commonHeaders,
      etag,
      'cache-control': cacheControlOf(name),
      ...(available.length > 1 && { vary: 'accept-encoding' }),
    };
    const headers = {
      ...notModifiedHeaders,
      'content-type': getMimeType(name) ?? 'application/octet-stream',
      'content-length': String(body.length),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    };
    return { etag, body, headers, notModifiedHeaders };
  }

  function answerWith(found: Representation, { method, ifNoneMatch }: FileRequest): FileAnswer {
    return ifNoneMatch !== undefined && isKnown(found.etag, ifNoneMatch)
      ? { status: 304, headers: found.notModifiedHeaders, body: null }
      : { status: 200, headers: found.headers, body: method === 'HEAD' ? null : found.body };
  }

  return {
    name,
    sizeOf,
    hold(encoding) {
      held.set(encoding, represent(encoding, readFileSync(pathOf(encoding))));
    },
    answer(request) {
      const encoding = chooseEncoding(request.acceptEncoding, available);
      const found = held.get(encoding);
      if (found) return answerWith(found, request);
      return readFile(pathOf(encoding)).then((body) => answerWith(represent(encoding, body), request));
    },
  };
}
