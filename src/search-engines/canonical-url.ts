/**
 * A page's canonical path: without `.html`, `/index` or a trailing slash.
 *
 * @param pathname as Astro gives it during the build (`/blog/a-guide.html`) or as a browser sends it (`/blog/`)
 */
export function canonicalPath(pathname: string): string {
  const path = pathname.replace(/\.html$/, '').replace(/\/index$/, '/');
  return path.replace(/\/+$/, '') || '/';
}

/** A page's absolute canonical URL, e.g. for `<link rel="canonical">`. */
export function canonicalUrl(pathname: string, siteUrl: URL): string {
  return new URL(canonicalPath(pathname), siteUrl).href;
}
