import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'hono';
import { CACHE_CONTROL, HASHED_FILES, OPENER_POLICY } from '../http/response-headers.ts';
import { ENCODINGS, openFiles, type StaticFiles } from '../http/static-files.ts';
import { contactItems, findLink } from './find-link.ts';

export type Site = {
  /** Serves a request for one of the site's files, and passes every other request on. */
  serve: StaticFiles['serve'];
  has: (path: string) => boolean;
  hasPage: (path: string) => boolean;
  homePage: string;
  /** The firm's phone number, from a link on the home page. */
  phone: { href: string; text: string } | undefined;
  /** The list items with the home page's links to e-mail, WhatsApp and telephone. */
  contactItems: string;
  readPage: (path: string) => string | undefined;
  /** Serves from now on what `change` makes of the HTML of each page. Compressing the changed pages goes on afterwards. */
  changePages: (change: (html: string) => string) => void;
  notFound: (c: Context) => Response;
  /**
   * Serves another built site from now on, as a whole. The scripts, styles and fonts of the former one stay, because
   * visitors still have its pages open.
   *
   * @throws {Error} when there is no built site in the folder; the former one is then served as before
   */
  use: (directory: string) => void;
  /** Shows the site to visitors. Until then they read that there is none yet. */
  open: () => void;
  /** Calls the listener after each `use`, for what was read from the former site's pages. */
  onUse: (listener: () => void) => void;
};

const SELLERS_PAGE = 'your-enquiry.html';

const HEALTH_CHECKS = /^\/(?:healthz|readyz)(?:$|\?)/;

const NOT_OPEN_HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'retry-after': '3600',
};

/** What everybody reads at a public address while the site has examples in it. */
const NOT_OPEN = `<!doctype html>
<html lang="en-GB">
  <meta charset="utf-8"><meta name="viewport" content="width=device-width">
  <title>This site is not open yet</title>
  <h1>This site is not open yet</h1>
  <p>Please come back later.</p>
</html>
`;

/** The page for unknown paths. It cannot be requested by its own path. */
const NOT_FOUND_PAGE = '404.html';

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

type Options = {
  headers: Record<string, string>;
  /** Whether visitors see the site. */
  isOpen?: boolean;
  /** A folder with hashed files of sites that were served before. */
  former?: string | undefined;
};

/**
 * The built site: the files that exist when the server starts, each at one URL path.
 *
 * @param options.headers the headers of every response
 * @throws {Error} when the site has not been built
 */
export function openSite(directory: string, { headers, isOpen = true, former }: Options): Site {
  const readFiles = (from: string, replaced?: StaticFiles) =>
    openFiles(from, {
      headersOf: (name) => (name === SELLERS_PAGE ? { ...headers, ...OPENER_POLICY } : headers),
      hashedFiles: HASHED_FILES,
      exclude: NOT_FOUND_PAGE,
      former: replaced,
    });

  function open(from: string, replaced?: StaticFiles) {
    if (!existsSync(join(from, NOT_FOUND_PAGE))) {
      throw new Error(`There is no site in ${from}: run "npm run build" first.`);
    }
    const files = readFiles(from, replaced);
    const homePage = files.find('/')?.contents.toString() ?? '';
    return {
      files,
      notFound: createNotFound(from),
      phone: findLink(homePage, 'tel:'),
      contactItems: contactItems(homePage),
    };
  }

  let isShown = isOpen;
  let current = open(directory, former !== undefined && existsSync(former) ? readFiles(former) : undefined);
  const listeners: (() => void)[] = [];
  const findPage = (path: string) => {
    const file = current.files.find(path);
    return file?.name.endsWith('.html') ? file : undefined;
  };
  const readPage = (path: string) => findPage(path)?.contents.toString();

  return {
    serve(request, response, next) {
      if (isShown || HEALTH_CHECKS.test(request.url ?? '')) current.files.serve(request, response, next);
      else response.writeHead(503, { ...headers, ...NOT_OPEN_HEADERS }).end(NOT_OPEN);
    },
    open() {
      isShown = true;
    },
    has: (path) => current.files.find(path) !== undefined,
    hasPage: (path) => findPage(path) !== undefined,
    get homePage() {
      return readPage('/') ?? '';
    },
    get phone() {
      return current.phone;
    },
    get contactItems() {
      return current.contactItems;
    },
    readPage,
    changePages(change) {
      for (const path of current.files.paths()) {
        const html = readPage(path);
        const changed = html && change(html);
        if (changed && changed !== html) void current.files.replace(path, Buffer.from(changed));
      }
    },
    notFound: (c) => current.notFound(c),
    use(from) {
      current = open(from, current.files);
      for (const listener of listeners) listener();
    },
    onUse(listener) {
      listeners.push(listener);
    },
  };
}
