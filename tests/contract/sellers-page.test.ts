/** Drives the server's routes with the seller's page's own client. */
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newEnquiryKey } from '#lead/enquiry-key.ts';
import { readEnquiry, sendNewLink, write, type WriteName, type Writes } from '#src/enquiry/calls.ts';
import { startAppWithDatabase } from '../support/server/app-with-database.ts';
import { enquirySchema } from '../support/seller/enquiry-schema.ts';
import { PUBLISHABLE_KEY } from '../support/server/publishable-key.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { addSeller } from '../support/seller/seller-calls.ts';

let stack: Awaited<ReturnType<typeof startAppWithDatabase>>;
let sellerKey: string;

beforeAll(async () => {
  stack = await startAppWithDatabase();
  sellerKey = (await addSeller(stack.url, VALUATION_LEAD)).key;
  // In a browser, the page's origin is the server's.
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, stack.url), init));
  vi.stubGlobal('navigator', { onLine: true });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await stack.close();
});

const send = <Name extends WriteName>(
  name: Name,
  args: Writes[Name],
  requestId: string = crypto.randomUUID(),
) => write(name, sellerKey, requestId, args);

/** Makes a change. @returns the enquiry as it is afterwards */
async function change<Name extends WriteName>(name: Name, args: Writes[Name], requestId?: string) {
  const answer = await send(name, args, requestId);
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  return enquirySchema.parse(answer.data);
}

/** Reads the enquiry, and checks that it has all that the page shows and nothing else. */
async function read(key: string) {
  const answer = await readEnquiry(key);
  if (!answer.ok) throw new Error(`enquiry: ${JSON.stringify(answer)}`);
  return enquirySchema.parse(answer.data);
}

test('the key of a lead opens its page', async () => {
  expect((await read(sellerKey)).sent.name).toBe(VALUATION_LEAD.name);
});

test('a message is stored once', async () => {
  const requestId = crypto.randomUUID();
  const message = { body: 'Please ring after six.' };
  for (let times = 0; times < 2; times++) {
    expect((await change('write', message, requestId)).conversation).toMatchObject([message]);
  }
  expect(await send('write', { body: 'Other' }, requestId)).toMatchObject({
    ok: false,
    kind: 'refused',
    field: 'request_id',
  });
});

test('a call can be asked for, and a time that is not in the list of windows is refused', async () => {
  const [window] = (await read(sellerKey)).call_windows;
  const wished = await change('ask_for_call', { starts_at: window?.from });
  expect(wished.state).toMatchObject({ code: 'call_planned', call: window });
  expect(await send('ask_for_call', { starts_at: '2020-01-01T03:00:00Z' })).toMatchObject({
    ok: false,
    kind: 'refused',
    field: 'starts_at',
  });
});

test('a phone number can be corrected, and a link can be shared and ended', async () => {
  const corrected = await change('correct_contact', { phone: '0131 496 0555' });
  expect(corrected.contact?.phone).toBe('0131 496 0555');
  const reader = await newEnquiryKey();
  const [share] = (await change('share', { key_hash: reader.hash })).shares;
  expect(await read(reader.key)).toMatchObject({ access: 'shared', conversation: [] });
  await change('end_share', { share_number: share?.number ?? 0 });
  expect(await readEnquiry(reader.key)).toEqual({ ok: false, kind: 'no_link' });
});

test('an answer without an offer is refused, and a new link can be asked for with any address', async () => {
  expect(await send('answer_offer', { offer_id: crypto.randomUUID(), answer: 'go_ahead' })).toEqual({
    ok: false,
    kind: 'changed',
  });
  const email = `${crypto.randomUUID()}@example.com`;
  expect(await sendNewLink(email)).toEqual({ ok: true, data: { asked: true } });
});

test('the tables behind the calls cannot be reached', async () => {
  const { fetch } = globalThis;
  const client = createClient(stack.url, PUBLISHABLE_KEY, {
    auth: { persistSession: false },
    global: { fetch },
  });
  for (const attempt of [
    client.schema('desk').from('enquiry_keys').select(),
    client.from('enquiry_keys').select(),
    client.schema('desk').rpc('opened_lead'),
  ]) {
    expect(await attempt).toMatchObject({ data: null, error: expect.anything() as unknown });
  }
});

test('stopping closes the enquiry, and after an erasure the key opens nothing', async () => {
  expect(await change('stop', {})).toMatchObject({
    do_not_call: true,
    state: { code: 'closed', reason: 'seller_withdrew' },
  });
  const requestId = crypto.randomUUID();
  for (let times = 0; times < 2; times++) {
    expect(await send('erase', {}, requestId)).toEqual({ ok: true, data: { erased: true } });
  }
  expect(await readEnquiry(sellerKey)).toEqual({ ok: false, kind: 'no_link' });
});
