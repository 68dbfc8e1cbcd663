type Sources = {
  /** `sha256-…` of each script in the page, rules for fetching in advance among them. */
  scriptHashes: readonly string[];
  /** `sha256-…` of each style element of the page. */
  styleHashes: readonly string[];
  /** Origins that its scripts may call, besides its own. */
  connectSources: readonly string[];
};

/**
 * What a page may load and run: its site's files, the styles and the scripts that it was built with.
 *
 * In a meta element, so that it holds wherever the files are served. What a meta element cannot say, and what
 * holds for every answer, the server's headers say.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy({ scriptHashes, styleHashes, connectSources }: Sources): string {
  const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`);
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...quoted(scriptHashes)],
    'style-src': ["'self'", ...quoted(styleHashes)],
    // The tab's icon stands in the page.
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connectSources],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';');
}
