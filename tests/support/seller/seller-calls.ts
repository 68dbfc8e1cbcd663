import type pg from 'pg';
import { ENQUIRY_KEY_HEADER, newEnquiryKey } from '#lead/enquiry-key.ts';
import { sellerRoutes } from '#server/seller/routes.ts';
import { PUBLISHABLE_KEY } from '../server/publishable-key.ts';
import { CHAT_LEAD } from '../leads/sample-leads.ts';
import { SELLER_CALLS } from '../server/test-app.ts';

const { routes } = sellerRoutes({
  ...SELLER_CALLS,
  findClientIp: () => undefined,
  siteUrl: 'https://house-buyer.example',
});

export const SELLER_CALL_NAMES = [...new Set(routes.map(({ path }) => path.slice(1)))].sort();

/** Makes a call of the seller's page. @param given the arguments, or the text of the body */
export const callSellersPage = (
  url: string,
  name: string,
  given: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}/enquiry/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof given === 'string' ? given : JSON.stringify(given),
  });

export async function addSeller(url: string, lead: Record<string, unknown> = CHAT_LEAD) {
  const { key, hash } = await newEnquiryKey();
  const { status } = await fetch(`${url}/rest/v1/leads`, {
    method: 'POST',
    headers: {
      apikey: PUBLISHABLE_KEY,
      'content-type': 'application/json',
      'x-submission-id': crypto.randomUUID(),
      [ENQUIRY_KEY_HEADER]: hash,
    },
    body: JSON.stringify(lead),
  });
  if (status !== 201) throw new Error(`The lead was answered with ${status}.`);
  return { key, hash };
}

/** Stores a key as a mail to the seller has one, which nobody has confirmed. */
export async function addMailKey(admin: pg.ClientBase, leadId: string): Promise<string> {
  const { key, hash } = await newEnquiryKey();
  await admin.query(
    `insert into desk.enquiry_keys (key_hash, lead_id, made_for, address_hash) values (decode($1, 'hex'), $2, 'mail', '')`,
    [hash, leadId],
  );
  return key;
}
