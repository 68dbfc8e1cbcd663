import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Context } from 'hono';
import { ENCODINGS } from '../accept-encoding.ts';
import { ENCODING_SUFFIXES, openSiteFile, type FileRequest, type SiteFile } from '../site-file.ts';

export type Site = {
  /** The file of an address, if there is one. */
  find: (path: string) => SiteFile | undefined;
  /** The HTML of an address that is a page. */
  readPage: (path: string) => Promise<string | undefined>;
  serve: (c: Context, file: SiteFile) => Promise<Response>;
  notFound: (c: Context) => Promise<Response>;
};

type Options = {
  /** What every answer carries. */
  headers: Record<string, string>;
  /** How much of the site is kept in memory, the smallest encodings first; the rest is read when asked for. */
  maxHeldBytes?: number;
};

/** Answers what there is not, and has no address of its own. */
const NOT_FOUND_PAGE = '404.html';

/** What an address may name: `/glasgow` is `glasgow.html`, `/` is `index.html`, a file is itself. */
function addressOf(file: string): string {
  return `/${file}`.replace(/\/index\.html$/, '/').replace(/\.html$/, '');
}

/** The files of a folder, without those that are another one compressed. */
function namesIn(directory: string): string[] {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const all = new Set(names);
  const isCompressed = (name: string) =>
    [ENCODING_SUFFIXES.br, ENCODING_SUFFIXES.gzip].some(
      (suffix) => name.endsWith(suffix) && all.has(name.slice(0, -suffix.length)),
    );
  return names.filter((name) => !isCompressed(name));
}

/** The best encodings of all files first: a visitor's browser asks for nothing else. */
function holdInMemory(files: SiteFile[], maxBytes: number): void {
  let heldBytes = 0;
  for (const encoding of ENCODINGS) {
    for (const file of files) {
      const size = file.sizeOf(encoding);
      if (size === 0 || heldBytes + size > maxBytes) continue;
      file.hold(encoding);
      heldBytes += size;
    }
  }
}

function requestOf(c: Context): FileRequest {
  return {
    method: c.req.method,
    acceptEncoding: c.req.header('accept-encoding'),
    ifNoneMatch: c.req.header('if-none-match'),
  };
}

/**
 * The built site: the files that are there when the server starts, and no others.
 *
 * @throws {Error} when the site has not been built
 */
export function openSite(directory: string, { headers, maxHeldBytes = 64 * 1024 * 1024 }: Options): Site {
  const files = existsSync(directory)
    ? namesIn(directory).map((name) => openSiteFile(directory, name, headers))
    : [];
  const notFoundPage = files.find(({ name }) => name === NOT_FOUND_PAGE);
  if (!notFoundPage) throw new Error(`There is no site in ${directory}: run "npm run build" first.`);
  holdInMemory(files, maxHeldBytes);
  const byAddress = new Map(
    files.filter((file) => file !== notFoundPage).map((file) => [addressOf(file.name), file]),
  );
  const find = (path: string) => byAddress.get(path);

  return {
    find,
    async readPage(path) {
      const name = find(path)?.name;
      return name?.endsWith('.html') ? readFile(join(directory, name), 'utf8') : undefined;
    },
    async serve(c, file) {
      const { status, headers, body } = await file.answer(requestOf(c));
      return new Response(body, { status, headers });
    },
    async notFound(c) {
      const { headers, body } = await notFoundPage.answer({ ...requestOf(c), ifNoneMatch: undefined });
      return new Response(body, { status: 404, headers });
    },
  };
}
