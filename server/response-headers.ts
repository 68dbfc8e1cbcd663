/**
 * The headers that every answer carries, and how long browsers keep what they got: data, so that the
 * configuration of a static host can be written from the same source.
 */

/** On every answer: pages, files, calls, errors and redirects. Short, since every file carries them. */
const SECURITY_HEADERS = {
  // What a page's own policy, a meta element with the hashes of what stands in it, cannot say.
  'content-security-policy': "frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * @param siteUrl the site's public address. Where it is https, browsers are told to use nothing else for a
 *   year. Not its subdomains: they may be other services of the firm's.
 * @see https://www.rfc-editor.org/rfc/rfc6797#section-7.2
 */
export function securityHeaders(siteUrl: string): Record<string, string> {
  return {
    ...SECURITY_HEADERS,
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/** Every name below this folder has a hash of the contents in it. */
export const HASHED_FILES = '_astro/';

/** `cache-control` by kind of file. */
export const CACHE_CONTROL = {
  hashed: 'public, max-age=31536000, immutable',
  // Kept, and asked about each time: a page of the last build would name scripts that are gone.
  page: 'no-cache',
  // The icon, the shared pictures, robots.txt, the feed.
  other: 'public, max-age=3600',
};
