import { isIP } from 'node:net';
import pg from 'pg';
import { TEXT_TYPES } from '#server/database/text-types.ts';
import { sellerRoutes } from '#server/seller/routes.ts';
import { WAIT_LIMIT_MS } from './time-limits.ts';

export type Answer = { status: number; body: unknown };

function openPool(url: string, role: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: WAIT_LIMIT_MS,
    options: `-c role=${role} -c timezone=UTC`,
    types: TEXT_TYPES,
    pipeline: true,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}

/** The connections of the seller's page. */
export function openSellerPools(url: string) {
  const pool = openPool(url, 'seller');
  const deskPool = openPool(url, 'desk');
  return {
    pool,
    deskPool,
    close: async () => {
      await Promise.all([pool.end(), deskPool.end()]);
    },
  };
}

/** Opens the routes on a database. A call's IP address is in the header in which PostgREST has it. */
export function openSellerRoutes(url: string, callsPerMinute = 60) {
  const pools = openSellerPools(url);
  const app = sellerRoutes({
    ...pools,
    callsPerMinute,
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
    close: pools.close,
  };
}
