import { isIP } from 'node:net';
import { sellerRoutes } from '#server/seller/routes.ts';
import { SELLER_MAIL_SETTINGS } from '../leads/sample-leads.ts';
import { openRoutesPool } from '../desk/desk-door.ts';
import { openRoom } from '#server/papers/room.ts';

export type Answer = { status: number; body: unknown };

/** Opens the routes on a database. A call's IP address is in the header in which PostgREST has it. */
export function openSellerRoutes(url: string) {
  const pool = openRoutesPool(url, 'seller');
  const deskPool = openRoutesPool(url, 'desk');
  const background: Promise<unknown>[] = [];
  const app = sellerRoutes({
    pool,
    deskPool,
    callsPerMinute: 60,
    firm: SELLER_MAIL_SETTINGS.firm,
    siteUrl: 'https://house-buyer.example',
    findClientIp(c) {
      const ip = c.req.header('cf-connecting-ip') ?? '';
      return isIP(ip) === 0 ? undefined : ip;
    },
    readRoom: openRoom({ folders: [], mostBytes: Infinity }),
    onErased: () => Promise.resolve(),
    inBackground: (work) => background.push(work()),
    onAsked: () => undefined,
  });
  return {
    deskPool,
    /** Also waits for what is done after the response. */
    async send(name: string, given: object, headers: Record<string, string>): Promise<Answer> {
      const response = await app.request(`/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(given),
      });
      await Promise.all(background.splice(0));
      const { status } = response;
      const body = (await response.json()) as { hint: string; message: string; detail?: string | number };
      if (response.ok) return { status, body };
      const { message, hint, detail = null } = body;
      return {
        status,
        body: { code: `PT${status}`, message, details: detail === null ? null : String(detail), hint },
      };
    },
  };
}
