type Sources = {
  /** `sha256-…` of each inline script, including the speculation rules that a script adds later. */
  scriptHashes: readonly string[];
  /** `sha256-…` of each style element. */
  styleHashes: readonly string[];
  /** Origins that the scripts may call, in addition to the page's. */
  connectSources: readonly string[];
};

const quote = (hash: string) => `'${hash}'`;

/**
 * The Content Security Policy of a page, for a meta element, so that it holds wherever the files are served. The
 * server's headers add what a meta element cannot express, such as `frame-ancestors`.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy({ scriptHashes, styleHashes, connectSources }: Sources): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map(quote)].join(' '),
    ["style-src 'self'", ...styleHashes.map(quote)].join(' '),
    // The favicon is a data URL.
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectSources].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
  ].join(';');
}
