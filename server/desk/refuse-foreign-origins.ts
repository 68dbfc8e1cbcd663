import { createMiddleware } from 'hono/factory';
import { Refused } from '../refused.ts';

/** The origin of the desk (the staff's app) for a Host header; undefined if the host is not the desk's. */
export type FindOrigin = (host: string | undefined) => string | undefined;

/** @param deskUrl the desk's public URL; undefined to accept the loopback names with this port */
export function createOriginFinder(deskUrl: string | undefined, port: number): FindOrigin {
  const names = deskUrl ? [] : [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`];
  const origins = new Map(names.map((name) => [name, `http://${name}`]));
  if (deskUrl) origins.set(new URL(deskUrl).host, new URL(deskUrl).origin);
  return (host) => origins.get(host?.toLowerCase() ?? '');
}

/**
 * Refuses requests whose Host header is not the desk's: by DNS rebinding, another site's page could otherwise reach a
 * desk on the loopback. Also refuses requests from pages of other origins.
 */
export function refuseForeignOrigins(findOrigin: FindOrigin) {
  return createMiddleware(async (c, next) => {
    const origin = findOrigin(c.req.header('host'));
    if (origin === undefined) {
      const message =
        'This is not the address of the desk. A proxy has to pass on the Host header (DESK_URL).';
      throw new Refused(421, 'misdirected', message);
    }
    const from = c.req.header('origin');
    const fetchSite = c.req.header('sec-fetch-site');
    const isForeign = fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none';
    // Other sites may link to the desk's page, but not call the desk.
    const isPage = ['GET', 'HEAD'].includes(c.req.method) && c.req.header('sec-fetch-mode') === 'navigate';
    if ((from !== undefined && from !== origin) || (isForeign && !isPage)) {
      throw new Refused(403, 'cross_site', 'The desk answers its own pages only.');
    }
    return next();
  });
}
