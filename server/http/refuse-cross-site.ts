import type { MiddlewareHandler } from 'hono';

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : undefined);

/**
 * Refuses forms that another site's page has posted: it could make its own visitors send leads, each from an address of
 * their own. Hono's `csrf` refuses requests without these headers too, which older browsers send.
 *
 * The browser's own word comes first. An Origin is compared with the address that was asked and the site's public one,
 * without the scheme, because a proxy may change either.
 *
 * @see https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 */
export function refuseCrossSite(siteUrl: string): MiddlewareHandler {
  return async (c, next) => {
    const fetchSite = c.req.header('sec-fetch-site');
    const origin = c.req.header('origin');
    const isForeign =
      origin !== undefined && ![hostOf(c.req.url), hostOf(siteUrl)].includes(hostOf(origin) ?? '');
    if (fetchSite === 'cross-site' || (fetchSite !== 'same-origin' && isForeign)) {
      c.set('refusal', 'cross_site');
      return c.text(
        'This form came from another website, so it was not accepted. Please open our website yourself and send the form from there.',
        403,
      );
    }
    return next();
  };
}
