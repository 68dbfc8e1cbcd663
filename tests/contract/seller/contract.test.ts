/**
 * Drives the seller's page's calls with the published client, on this repository's server and, if the two variables are
 * set, on a full Supabase that has the migrations. The leads that it sends there are erased by the last call.
 */
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database-types';
import { ENQUIRY_KEY_HEADER, newEnquiryKey } from '#lead/enquiry-key.ts';
import { startAppWithDatabase } from '../../support/app-with-database.ts';
import { enquirySchema } from '../../support/enquiry-schema.ts';
import { PUBLISHABLE_KEY } from '../../support/publishable-key.ts';
import { VALUATION_LEAD } from '../../support/sample-leads.ts';

type Backend = { url: string; key: string; close: () => Promise<void> };

async function startServer(): Promise<Backend> {
  const { url, close } = await startAppWithDatabase();
  return { url, key: PUBLISHABLE_KEY, close };
}

const { SELLER_SUPABASE_URL: url = '', SELLER_SUPABASE_KEY: key = '' } = process.env;
const openProject = (): Promise<Backend> => Promise.resolve({ url, key, close: () => Promise.resolve() });

const BACKENDS: [name: string, start: () => Promise<Backend>, isAvailable: boolean][] = [
  ['this repository’s server', startServer, true],
  ['a full Supabase', openProject, key !== ''],
];

describe.each(BACKENDS.filter(([, , isAvailable]) => isAvailable))('%s', (_name, start) => {
  let backend: Backend;
  let sellerKey: string;
  const openClient = (headers: Record<string, string> = {}) =>
    createClient<Database>(backend.url, backend.key, {
      auth: { persistSession: false },
      global: { headers },
    });
  const seller = () => openClient().schema('seller');
  const request = () => ({ key: sellerKey, request_id: crypto.randomUUID() });

  beforeAll(async () => {
    backend = await start();
    const own = await newEnquiryKey();
    sellerKey = own.key;
    const sent = await openClient({ [ENQUIRY_KEY_HEADER]: own.hash, 'x-submission-id': crypto.randomUUID() })
      .from('leads')
      .insert(VALUATION_LEAD);
    expect(sent).toMatchObject({ status: 201, error: null });
  });
  afterAll(() => backend.close());

  test('the key of a lead opens its page', async () => {
    const { status, data } = await seller().rpc('enquiry', { key: sellerKey });
    expect([status, enquirySchema.parse(data).sent.name]).toEqual([200, VALUATION_LEAD.name]);
  });

  test('a message is stored once', async () => {
    const message = { ...request(), body: 'Please ring after six.' };
    for (let times = 0; times < 2; times++) {
      const { data } = await seller().rpc('write', message);
      expect(enquirySchema.parse(data).conversation).toMatchObject([{ body: message.body }]);
    }
    expect(await seller().rpc('write', { ...message, body: 'Other' })).toMatchObject({
      status: 422,
      error: { code: 'PT422', hint: 'request_id' },
    });
  });

  test('a call can be asked for, and a time that is not in the list of windows is refused', async () => {
    const { data } = await seller().rpc('enquiry', { key: sellerKey });
    const [window] = enquirySchema.parse(data).call_windows;
    const wished = await seller().rpc('ask_for_call', { ...request(), starts_at: window?.from ?? '' });
    expect(enquirySchema.parse(wished.data).state).toMatchObject({ code: 'call_planned', call: window });
    const refused = await seller().rpc('ask_for_call', { ...request(), starts_at: '2020-01-01T03:00:00Z' });
    expect(refused).toMatchObject({ status: 422, error: { hint: 'starts_at' } });
  });

  test('a phone number can be corrected, and a link can be shared and ended', async () => {
    const corrected = await seller().rpc('correct_contact', { ...request(), phone: '0131 496 0555' });
    expect(enquirySchema.parse(corrected.data).contact?.phone).toBe('0131 496 0555');
    const reader = await newEnquiryKey();
    const shared = await seller().rpc('share', { ...request(), key_hash: reader.hash });
    const [share] = enquirySchema.parse(shared.data).shares;
    const read = await seller().rpc('enquiry', { key: reader.key });
    expect(enquirySchema.parse(read.data)).toMatchObject({ access: 'shared', conversation: [] });
    await seller().rpc('end_share', { ...request(), share_number: share?.number ?? 0 });
    expect(await seller().rpc('enquiry', { key: reader.key })).toMatchObject({
      status: 404,
      error: { hint: 'no_such_link' },
    });
  });

  test('an answer without an offer is refused, and a new link can be asked for with any address', async () => {
    const answer = { ...request(), offer_id: crypto.randomUUID(), answer: 'go_ahead' };
    expect(await seller().rpc('answer_offer', answer)).toMatchObject({
      status: 409,
      error: { hint: 'offer_changed' },
    });
    const email = `${crypto.randomUUID()}@example.com`;
    expect((await seller().rpc('send_new_link', { email })).data).toEqual({ asked: true });
  });

  test('the tables behind the functions cannot be reached', async () => {
    const client = createClient(backend.url, backend.key, { auth: { persistSession: false } });
    for (const attempt of [
      client.schema('private').from('enquiry_keys').select(),
      client.schema('seller').from('enquiry_keys').select(),
      client.schema('private').rpc('use_enquiry_key', { key: sellerKey, is_write: false }),
    ]) {
      expect(await attempt).toMatchObject({ data: null, error: expect.anything() as unknown });
    }
  });

  test('stopping closes the enquiry, and after an erasure the key opens nothing', async () => {
    const stopped = await seller().rpc('stop', request());
    expect(enquirySchema.parse(stopped.data)).toMatchObject({
      do_not_call: true,
      state: { code: 'closed', reason: 'seller_withdrew' },
    });
    const erasure = request();
    for (let times = 0; times < 2; times++) {
      expect(await seller().rpc('erase', erasure)).toMatchObject({ status: 200, data: { erased: true } });
    }
    expect(await seller().rpc('enquiry', { key: sellerKey })).toMatchObject({ status: 404 });
  });
});
