type Sources = {
  /** `sha256-…` of each style element of the page. */
  styleHashes: readonly string[];
  /** Origins that its scripts may call, besides its own. */
  connectSources: readonly string[];
};

/**
 * What a page may load and run: its own files, and the styles that it was built with. No script stands in a
 * page, but the rules for fetching the next one in advance (`prefetch-pages.ts`).
 *
 * In a meta element, so that it holds wherever the files are served. What a meta element cannot say, and what
 * holds for every answer, the server's headers say.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy({ styleHashes, connectSources }: Sources): string {
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", "'inline-speculation-rules'"],
    'style-src': styleHashes.map((hash) => `'${hash}'`),
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connectSources],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';');
}
