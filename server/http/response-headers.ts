/**
 * The security headers and cache lifetimes, as data, because the build also writes them into the configuration of
 * static hosts.
 */

/** Sent with every response, including errors and redirects. Few, because they take room in a page's first packets. */
const SECURITY_HEADERS = {
  // The rest of the policy is in each page's meta element, where browsers ignore this directive.
  'content-security-policy': "frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * Cuts the page off from the window that opened it. Only for what shows more than every visitor sees: the desk, the
 * seller's page and the answer to a form. The browser begins a new process for such a page, which delays its first paint
 * (docs/decisions/0012-static-files.md).
 */
export const OPENER_POLICY = { 'cross-origin-opener-policy': 'same-origin' };

/**
 * @param siteUrl the site's public URL. If it is https, browsers use only https for a year. Subdomains are
 *   excluded, because they may be other services of the firm.
 * @see https://www.rfc-editor.org/rfc/rfc6797#section-7.2
 */
export function securityHeaders(siteUrl: string): Record<string, string> {
  return {
    ...SECURITY_HEADERS,
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/** File names in this folder contain a hash of the contents. */
export const HASHED_FILES = '_astro/';

export const CACHE_CONTROL = {
  hashed: 'public, max-age=31536000, immutable',
  // Stored, but revalidated each time, because a page of an older build refers to scripts that no longer exist.
  page: 'no-cache',
  // Icons, pictures, robots.txt, the feed.
  other: 'public, max-age=3600',
};
