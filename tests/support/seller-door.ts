import { isIP } from 'node:net';
import { sellerRoutes } from '#server/seller/routes.ts';
import { DOOR, openRoutesPool } from './desk-door.ts';

/** How tests call the seller's page: the database's functions, or the server's routes. As the desk, unless it is set. */
export const SELLER_DOOR = (process.env.SELLER_DOOR ?? DOOR) === 'routes' ? 'routes' : 'sql';

/** A response as PostgREST would send it. */
export type Answer = { status: number; body: unknown };

/** Opens the routes on a database. A call's IP address is in the header in which PostgREST has it. */
export function openSellerRoutes(url: string) {
  const pool = openRoutesPool(url);
  const app = sellerRoutes({
    pool,
    siteUrl: 'https://house-buyer.example',
    findClientIp(c) {
      const ip = c.req.header('cf-connecting-ip') ?? '';
      return isIP(ip) === 0 ? undefined : ip;
    },
    limit: { count: () => Promise.resolve(undefined) },
    onErased: () => Promise.resolve(),
    onAsked: () => undefined,
  });
  return {
    async send(name: string, given: object, headers: Record<string, string>): Promise<Answer> {
      const response = await app.request(`/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(given),
      });
      const { status } = response;
      const body = (await response.json()) as { hint: string; message: string; detail?: string | number };
      if (response.ok) return { status, body };
      const { message, hint, detail = null } = body;
      return {
        status,
        body: { code: `PT${status}`, message, details: detail === null ? null : String(detail), hint },
      };
    },
    close: () => pool.end(),
  };
}
