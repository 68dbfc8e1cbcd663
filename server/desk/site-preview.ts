import type { Context } from 'hono';
import { load } from 'cheerio';
import { getMimeType } from 'hono/utils/mime';
import { openFiles, type StaticFiles } from '../http/static-files.ts';
import type { Publishing } from '../publishing/publishing.ts';
import type { RequireOwner } from './sign-in/require-member.ts';

type Dependencies = {
  requireOwner: RequireOwner;
  publishing: Pick<Publishing, 'openVersion'>;
};

/** No scripts and no forms, so that a look sends no lead, and that nothing in a page can act as the owner. */
const POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const LINKS = ['href', 'src', 'srcset', 'poster'];

const stylesBelow = (base: string, css: string) => css.replace(/url\((['"]?)\/(?!\/)/g, `url($1${base}/`);

/** Puts every address of the site's own files below the preview's path. */
function below(base: string, html: string): string {
  const $ = load(html);
  $('script').remove();
  // Browsers do not move the focus into a frame without scripts, and complain about it.
  $('[autofocus]').removeAttr('autofocus');
  for (const name of LINKS) {
    $(`[${name}]`).each((_, element) => {
      const value = $(element).attr(name) ?? '';
      $(element).attr(name, value.replace(/(^|,\s*)\/(?!\/)/g, `$1${base}/`));
    });
  }
  return stylesBelow(base, $.html());
}

/** The pages of a version as visitors would see them, for owners. Their addresses begin with `/preview/{version}`. */
export function sitePreview({ requireOwner, publishing }: Dependencies) {
  let opened: { version: string; files: StaticFiles } | undefined;

  async function openVersion(version: string): Promise<StaticFiles> {
    if (opened?.version !== version) {
      const directory = await publishing.openVersion(version);
      opened = { version, files: openFiles(directory, { headersOf: () => ({}), hashedFiles: '_astro/' }) };
    }
    return opened.files;
  }

  return async (c: Context) => {
    await requireOwner(c);
    const version = c.req.param('version') ?? '';
    if (!/^\d{1,15}$/.test(version)) return c.notFound();
    const base = `/preview/${version}`;
    const path = c.req.path.slice(base.length);
    const file = (await openVersion(version)).find(path.replace(/(?<=.)\/$/, '') || '/');
    if (file === undefined) return c.notFound();
    c.header('content-security-policy', POLICY);
    c.header('x-frame-options', 'SAMEORIGIN');
    c.header('x-robots-tag', 'noindex');
    if (file.name.endsWith('.html')) return c.html(below(base, file.contents.toString()));
    if (file.name.endsWith('.css')) {
      return c.body(stylesBelow(base, file.contents.toString()), 200, { 'content-type': 'text/css' });
    }
    return c.body(new Uint8Array(file.contents), 200, {
      'content-type': getMimeType(file.name) ?? 'application/octet-stream',
    });
  };
}
