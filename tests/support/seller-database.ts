import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inTransaction } from '#server/database/in-transaction.ts';
import { ENQUIRY_KEY_HEADER, newEnquiryKey } from '#lead/enquiry-key.ts';
import { openPool } from './app-with-database.ts';
import { openDeskDatabase } from './desk-database.ts';
import { enquirySchema, type Enquiry } from './enquiry-schema.ts';
import type { AnyRow } from './insert-test-lead.ts';
import { openSellerRoutes, SELLER_DOOR, type Answer } from './seller-door.ts';

type Arguments = Record<string, unknown>;

/** The body of every response to a key that is refused. */
export const NO_SUCH_LINK = {
  code: 'PT404',
  message: 'This link no longer works.',
  details: null,
  hint: 'no_such_link',
};

/** A database with staff, and visitors who call the seller's page by the door that `seller-door.ts` has chosen. */
export async function openSellerDatabase() {
  const desk = await openDeskDatabase();
  const pool = openPool(desk.database, 'anon', 20);
  const routes = SELLER_DOOR === 'routes' ? openSellerRoutes(desk.database.url) : undefined;

  /** Makes a call that has the request's headers: as PostgREST would, in one transaction, or with a request. */
  async function send(name: string, given: Arguments, headers: Record<string, string> = {}): Promise<Answer> {
    if (routes) return routes.send(name, given, headers);
    const places = Object.keys(given).map((key, index) => `${pg.escapeIdentifier(key)} => $${index + 1}`);
    const client = await pool.connect();
    try {
      return await inTransaction(client, async () => {
        await client.query(`select set_config('request.headers', $1, true)`, [JSON.stringify(headers)]);
        const { rows } = await client.query<{ body: unknown }>(
          `select seller.${name}(${places.join(', ')}) as body`,
          Object.values(given),
        );
        const set = await client.query<{ status: string | null }>(
          `select current_setting('response.status', true) as status`,
        );
        return { status: Number(set.rows[0]?.status ?? 200) || 200, body: rows[0]?.body };
      });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      const { code = '', message, detail = null, hint = null } = error;
      return { status: Number(code.replace('PT', '')), body: { code, message, details: detail, hint } };
    } finally {
      client.release();
    }
  }

  /** A seller with the key. Each function returns the enquiry, or throws if the response is not a success. */
  function sellerWith(key: string) {
    const attempt = (name: string, given: Arguments = {}) =>
      send(name, { key, ...(name !== 'enquiry' && { request_id: randomUUID() }), ...given });
    return {
      key,
      attempt,
      async call(name: string, given?: Arguments): Promise<Enquiry> {
        const { status, body } = await attempt(name, given);
        if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
        return enquirySchema.parse(body);
      },
      async see(): Promise<Enquiry> {
        return this.call('enquiry');
      },
    };
  }

  /** Stores a lead with a key. Without a `source`, it is a chat message. */
  async function addSeller(row: AnyRow = {}, headers: Record<string, string> = {}) {
    const { key, hash } = await newEnquiryKey();
    const leadId = await desk.addLead(row, { [ENQUIRY_KEY_HEADER]: hash, ...headers });
    return { leadId, ...sellerWith(key) };
  }

  /** Makes a second, read-only link of the seller. */
  async function addReader(seller: { call: (name: string, given: Arguments) => Promise<unknown> }) {
    const { key, hash } = await newEnquiryKey();
    await seller.call('share', { key_hash: hash });
    return sellerWith(key);
  }

  return {
    ...desk,
    send,
    sellerWith,
    addSeller,
    addReader,
    close: async () => {
      await pool.end();
      await routes?.close();
      await desk.close();
    },
  };
}

export type SellerDatabase = Awaited<ReturnType<typeof openSellerDatabase>>;
