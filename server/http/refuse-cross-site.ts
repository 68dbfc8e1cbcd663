import type { MiddlewareHandler } from 'hono';

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : undefined);

/**
 * Protects forms from cross-site request forgery: another site could otherwise make its visitors send leads, each from
 * a different IP address. Older browsers send neither of the two headers below, and Hono's `csrf` would reject their
 * forms.
 *
 * `Sec-Fetch-Site` decides if it says `cross-site` or `same-origin`. Otherwise the host of `Origin`, if there is one,
 * must be the host of the request or of the site's public URL. The scheme may differ, because a proxy may change it.
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
