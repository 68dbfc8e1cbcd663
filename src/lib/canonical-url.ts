/**
 * The one path under which a page is known: without `.html`, `/index` or a slash at the end.
 *
 * @param pathname as Astro gives it while it builds (`/blog/a-guide.html`) or a browser sends it (`/blog/`)
 */
export function canonicalPath(pathname: string): string {
  const path = pathname.replace(/\.html$/, '').replace(/\/index$/, '/');
  return path.replace(/\/+$/, '') || '/';
}

/** The whole address of a page, e.g. for `<link rel="canonical">`. */
export function canonicalUrl(pathname: string, siteUrl: URL): string {
  return new URL(canonicalPath(pathname), siteUrl).href;
}
