import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, describe, expect, test } from 'vitest';
import { ENQUIRY_KEY_HEADER, newEnquiryKey } from '#lead/enquiry-key.ts';
import { startAppWithDatabase } from '../../tests/support/app-with-database.ts';
import { enquirySchema } from '../../tests/support/enquiry-schema.ts';
import { PUBLISHABLE_KEY } from '../../tests/support/publishable-key.ts';
import { CHAT_LEAD } from '../../tests/support/sample-leads.ts';
import { createTestApp } from '../../tests/support/test-app.ts';
import { waitUntil } from '../../tests/support/wait-until.ts';
import { SELLER_FUNCTIONS } from './callable-functions.ts';

const stack = await startAppWithDatabase();
afterAll(() => stack.close());

const client = createClient(stack.url, PUBLISHABLE_KEY, {
  db: { schema: 'seller' },
  auth: { persistSession: false },
});

/** Sends a lead with a key. */
async function addSeller(): Promise<string> {
  const { key, hash } = await newEnquiryKey();
  const sender = createClient(stack.url, PUBLISHABLE_KEY, {
    auth: { persistSession: false },
    global: { headers: { [ENQUIRY_KEY_HEADER]: hash } },
  });
  const lead: Record<string, unknown> = CHAT_LEAD;
  expect(await sender.from('leads').insert(lead)).toMatchObject({ status: 201 });
  return key;
}

/** Calls a function with a raw body and further headers. */
const post = (name: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${stack.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: PUBLISHABLE_KEY,
      'content-type': 'application/json',
      'content-profile': 'seller',
      ...headers,
    },
    body,
  });

test('the list of functions is the same in the database and in docs/backend.md', async () => {
  const { rows } = await stack.database.admin.query<{ name: string }>(
    `select proname as name from pg_proc
     where pronamespace = 'seller'::regnamespace and has_function_privilege('anon', oid, 'execute')`,
  );
  const names = [...SELLER_FUNCTIONS].sort();
  expect(rows.map(({ name }) => name).sort()).toEqual(names);
  const document = readFileSync(join(import.meta.dirname, '../../docs/backend.md'), 'utf8');
  const [, listed = ''] = /<!-- functions of the seller's page -->\n\n(.*)\n/.exec(document) ?? [];
  expect(listed.replaceAll('`', '').split(', ')).toEqual(names);
});

test('the published client sends a lead with a key, reads the enquiry and writes a message', async () => {
  const key = await addSeller();
  const read = await client.rpc('enquiry', { key });
  expect(read).toMatchObject({ status: 200, error: null });
  expect(enquirySchema.parse(read.data).sent.message).toBe(CHAT_LEAD.message);
  const written = await client.rpc('write', {
    key,
    request_id: crypto.randomUUID(),
    body: 'Please ring after six.',
  });
  expect(enquirySchema.parse(written.data).conversation).toMatchObject([{ body: 'Please ring after six.' }]);
});

test("refusals have PostgREST's statuses and bodies, and cannot be cached", async () => {
  const unknown = await client.rpc('enquiry', { key: 'u'.repeat(43) });
  expect(unknown).toMatchObject({ status: 404, error: { code: 'PT404', hint: 'no_such_link' } });
  const key = await addSeller();
  const given = { key, request_id: crypto.randomUUID() };
  expect(await client.rpc('write', { ...given, body: ' ' })).toMatchObject({
    status: 422,
    error: { code: 'PT422', hint: 'body' },
  });
  const answered = { ...given, offer_id: crypto.randomUUID(), answer: 'go_ahead' };
  expect(await client.rpc('answer_offer', answered)).toMatchObject({
    status: 409,
    error: { code: 'PT409', hint: 'offer_changed' },
  });
  expect(await client.rpc('write', { ...given, request_id: 'no id', body: 'x' })).toMatchObject({
    status: 400,
    error: { code: '22P02' },
  });
  const response = await post('enquiry', JSON.stringify({ key }));
  expect(response.headers.get('cache-control')).toBe('no-store');
});

describe('nothing else is answered:', () => {
  test.each([
    ['a function of another schema', 'me', { 'content-profile': 'desk' }],
    ['a function of the schema public', 'check_lead', { 'content-profile': 'public' }],
    ['a function of the schema private', 'use_enquiry_key', { 'content-profile': 'private' }],
    ['a listed function of another schema', 'enquiry', { 'content-profile': 'private' }],
    ['an unlisted function', 'use_enquiry_key', {}],
    ['a function that does not exist', 'delete_everything', {}],
    ['a property of every object', 'constructor', {}],
  ])('%s is answered like a page that does not exist', async (_what, name, headers) => {
    const response = await post(name, '{}', headers);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  test.each([
    ['an unknown argument', { id: '1' }],
    ['SQL as the name of an argument', { 'key" => null); drop schema seller cascade; --': '1' }],
    ['no argument', {}],
  ])('%s gives 404 with the code of PostgREST', async (_what, given) => {
    expect(await client.rpc('enquiry', given)).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
  });

  test('a table of the schema, and a function called with GET', async () => {
    expect(await client.from('enquiry_keys').select()).toMatchObject({ status: 404 });
    expect(await client.rpc('enquiry', { key: 'x' }, { get: true })).toMatchObject({ status: 404 });
  });
});

describe('the protections of the forms hold:', () => {
  const body = JSON.stringify({ key: 'u'.repeat(43) });
  test.each<[string, string, Record<string, string>, number]>([
    ['without the publishable key', body, { apikey: 'other' }, 401],
    ['as text', body, { 'content-type': 'text/plain' }, 415],
    ['that is not JSON', '{"key"', {}, 400],
    ['that is a list', '[]', {}, 400],
    ['with a character that cannot be stored', '{"key": "\\u0000"}', {}, 400],
    ['larger than 16 KB', JSON.stringify({ key: 'x'.repeat(17_000) }), {}, 413],
    ['from a page of another site', body, { 'sec-fetch-site': 'cross-site' }, 403],
    ['from another origin', body, { origin: 'https://elsewhere.example' }, 403],
  ])('a call %s is refused', async (_what, content, headers, status) => {
    expect((await post('enquiry', content, headers)).status).toBe(status);
  });

  test('the IP address is the connection’s, whatever the client writes into the database’s header', async () => {
    const seen: unknown[] = [];
    const { app } = createTestApp({
      seller: {
        query: ({ values }) => {
          seen.push(JSON.parse(String(values?.[0])));
          return Promise.reject(new Error('not asked'));
        },
        limit: { count: () => Promise.resolve(undefined) },
        onErased: () => Promise.resolve(),
        onAsked: () => undefined,
      },
    });
    const headers = {
      apikey: PUBLISHABLE_KEY,
      'content-type': 'application/json',
      'content-profile': 'seller',
      'cf-connecting-ip': '203.0.113.1',
      'x-real-ip': '203.0.113.1',
    };
    const incoming = { socket: { remoteAddress: '198.51.100.7' }, headers };
    const response = await app.request(
      '/rest/v1/rpc/enquiry',
      { method: 'POST', headers, body },
      { incoming },
    );
    expect(response.status).toBe(503);
    expect(seen).toEqual([{ 'cf-connecting-ip': '198.51.100.7' }]);
  });

  test('above the limit of this process, calls get 429 with Retry-After and do not reach the database', async () => {
    const { app } = createTestApp({
      seller: {
        query: () => Promise.reject(new Error('asked')),
        limit: { count: () => Promise.resolve(17) },
        onErased: () => Promise.resolve(),
        onAsked: () => undefined,
      },
    });
    const response = await app.request('/rest/v1/rpc/enquiry', {
      method: 'POST',
      headers: {
        apikey: PUBLISHABLE_KEY,
        'content-type': 'application/json',
        'content-profile': 'seller',
      },
      body,
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '17']);
    expect(await response.json()).toMatchObject({ code: 'PT429', details: '17' });
  });

  test('four calls run at once, a hundred wait, and one more is told to come back', async () => {
    const release = Promise.withResolvers<undefined>();
    let running = 0;
    const { app } = createTestApp({
      seller: {
        async query() {
          running += 1;
          await release.promise;
          throw new Error('ended');
        },
        limit: { count: () => Promise.resolve(undefined) },
        onErased: () => Promise.resolve(),
        onAsked: () => undefined,
      },
    });
    const call = async () =>
      await app.request('/rest/v1/rpc/enquiry', {
        method: 'POST',
        headers: {
          apikey: PUBLISHABLE_KEY,
          'content-type': 'application/json',
          'content-profile': 'seller',
        },
        body,
      });
    const waiting = Array.from({ length: 104 }, () => call());
    await waitUntil('four calls run', () => Promise.resolve(running === 4));
    const refused = await call();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(running).toBe(4);
    release.resolve(undefined);
    await Promise.all(waiting);
    expect(running).toBe(104);
  });
});

test('the log has neither keys nor what the seller wrote', async () => {
  const key = await addSeller();
  await client.rpc('write', { key, request_id: crypto.randomUUID(), body: 'A secret word' });
  await client.rpc('write', { key, request_id: crypto.randomUUID(), body: '' });
  await client.rpc('send_new_link', { email: 'somebody@example.com' });
  const text = JSON.stringify(stack.lines);
  expect(text).toContain('/rest/v1/rpc/write');
  expect(text).not.toMatch(new RegExp(`${key}|secret word|somebody`));
});

test('a refusal by a limit of the database says when to try again', async () => {
  const key = await addSeller();
  const write = () => post('write', JSON.stringify({ key, request_id: crypto.randomUUID(), body: 'Hello?' }));
  for (let count = 0; count < 10; count += 1) expect((await write()).status).toBe(200);
  const refused = await write();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
});

test('an erasure tells the server which mail files to delete, once', async () => {
  const key = await addSeller();
  const { rows } = await stack.database.admin.query<{ id: string }>(
    'select id from public.leads order by created_at desc limit 1',
  );
  const given = { key, request_id: crypto.randomUUID() };
  for (let count = 0; count < 2; count += 1) {
    expect(await client.rpc('erase', given)).toMatchObject({ status: 200, data: { erased: true } });
  }
  expect(stack.erased).toEqual([rows[0]?.id]);
});

test('settings that one call has made do not reach the next call on the same connection', async () => {
  const key = await addSeller();
  for (let count = 0; count < 30; count += 1) {
    expect((await client.rpc('enquiry', { key: 'u'.repeat(43) })).status).toBe(404);
    expect((await client.rpc('enquiry', { key })).status).toBe(200);
  }
});
