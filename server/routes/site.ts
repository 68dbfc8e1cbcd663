import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context } from 'hono';

export type Site = {
  /** The file of an address, relative to the site's folder; undefined when there is none. */
  fileOf(path: string): string | undefined;
  /** The HTML of an address that is a page. */
  readPage(path: string): Promise<string | undefined>;
  serve: ReturnType<typeof serveStatic>;
  notFound(c: Context): Promise<Response>;
};

/** Answers what there is not, and has no address of its own. */
const NOT_FOUND_PAGE = '404.html';

/** What an address may name: `/glasgow` is `glasgow.html`, `/` is `index.html`, a file is itself. */
function addressOf(file: string): string {
  return `/${file}`.replace(/\/index\.html$/, '/').replace(/\.html$/, '');
}

/**
 * The built site: the files that are there when the server starts, and no others.
 *
 * @throws {Error} when the site has not been built
 */
export function openSite(directory: string): Site {
  if (!existsSync(join(directory, 'index.html'))) {
    throw new Error(`There is no site in ${directory}: run "npm run build" first.`);
  }
  const files = new Map(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== NOT_FOUND_PAGE)
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .map((file) => [addressOf(file), file]),
  );
  const fileOf = (path: string) => files.get(path);
  const serveFile = serveStatic({
    root: directory,
    rewriteRequestPath: (path) => `/${fileOf(path) ?? ''}`,
  });

  return {
    fileOf,
    async readPage(path) {
      const file = fileOf(path);
      return file?.endsWith('.html') ? readFile(join(directory, file), 'utf8') : undefined;
    },
    serve(c, next) {
      // Astro puts a hash of the contents into the names below _astro/. Set here, because serveStatic
      // calls its onFound when the response has been made.
      const immutable = fileOf(c.req.path)?.startsWith('_astro/');
      c.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      return serveFile(c, next);
    },
    async notFound(c) {
      return c.html(await readFile(join(directory, NOT_FOUND_PAGE), 'utf8'), 404);
    },
  };
}
