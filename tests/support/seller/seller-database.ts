import { randomUUID } from 'node:crypto';
import { ENQUIRY_KEY_HEADER, newEnquiryKey } from '#lead/enquiry-key.ts';
import { openDeskDatabase } from '../desk/desk-database.ts';
import type { Enquiry } from '#src/enquiry/types.ts';
import { enquirySchema } from './enquiry-schema.ts';
import type { AnyRow } from '../leads/insert-test-lead.ts';
import { VALUATION_LEAD } from '../leads/sample-leads.ts';
import { lastDigitsOf } from './last-digits.ts';
import { openSellerRoutes, type Answer } from './seller-door.ts';

type Arguments = Record<string, unknown>;

/** The body of every response to a key that is refused. */
export const NO_SUCH_LINK = {
  code: 'PT404',
  message: 'This link no longer works.',
  details: null,
  hint: 'no_such_link',
};

/** A database with staff, and visitors who call the routes of the seller's page. */
export async function openSellerDatabase() {
  const desk = await openDeskDatabase();
  const routes = openSellerRoutes(desk.database.url);

  const send = (name: string, given: Arguments, headers: Record<string, string> = {}): Promise<Answer> =>
    routes.send(name, given, headers);

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
      /** Confirms the link of a mail with the last four digits of the seller's number. */
      async confirm(phone: string = VALUATION_LEAD.phone): Promise<Enquiry> {
        return this.call('confirm', { digits: lastDigitsOf(phone) });
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

  return { ...desk, send, sellerWith, addSeller, addReader };
}

export type SellerDatabase = Awaited<ReturnType<typeof openSellerDatabase>>;
