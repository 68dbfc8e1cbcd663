import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startAppWithDatabase } from '../../tests/support/server/app-with-database.ts';
import { openRoutesPool } from '../../tests/support/desk/desk-door.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../../tests/support/leads/sample-leads.ts';
import { addSeller, callSellersPage, SELLER_CALL_NAMES } from '../../tests/support/seller/seller-calls.ts';
import { createTestApp, SELLER_CALLS } from '../../tests/support/server/test-app.ts';
import { waitUntil } from '../../tests/support/runner/wait-until.ts';

const stack = await startAppWithDatabase();

const post = (name: string, given: unknown, headers?: Record<string, string>) =>
  callSellersPage(stack.url, name, given, headers);

/** Makes a call. @returns the status and the body */
async function call(name: string, given: unknown): Promise<{ status: number; body: unknown }> {
  const response = await post(name, given);
  return { status: response.status, body: await response.json() };
}

const newRequest = (key: string) => ({ key, request_id: crypto.randomUUID() });

test('docs/backend.md lists the calls', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/backend.md'), 'utf8');
  const [, listed = ''] = /<!-- calls of the seller's page -->\n\n(.*)\n/.exec(document) ?? [];
  expect(listed.replaceAll('`', '').split(', ')).toEqual(SELLER_CALL_NAMES);
});

test('refusals have a status, a code for the page and a sentence for the seller', async () => {
  expect(await call('enquiry', { key: 'u'.repeat(43) })).toEqual({
    status: 404,
    body: { hint: 'no_such_link', message: 'This link no longer works.' },
  });
  const { key } = await addSeller(stack.url);
  const given = newRequest(key);
  expect(await call('write', { ...given, body: ' ' })).toEqual({
    status: 422,
    body: { hint: 'body', message: 'The message is empty.' },
  });
  const answered = { ...given, offer_id: crypto.randomUUID(), answer: 'go_ahead' };
  expect(await call('answer_offer', answered)).toMatchObject({
    status: 409,
    body: { hint: 'offer_changed' },
  });
  expect(await call('write', { ...given, request_id: 'no id', body: 'x' })).toMatchObject({
    status: 422,
    body: { hint: 'request_id' },
  });
});

describe('nothing else is answered:', () => {
  test.each(['me', 'check_lead', 'use_enquiry_key', 'delete_everything', 'constructor', 'enquiry/x', ''])(
    'the call “%s” is answered like a page that does not exist',
    async (name) => {
      const response = await post(name, '{}');
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        expect.stringContaining('text/html'),
      ]);
    },
  );

  test('a call with GET', async () => {
    for (const name of SELLER_CALL_NAMES) {
      expect((await fetch(`${stack.url}/enquiry/${name}?key=x`)).status).toBe(404);
    }
  });

  test('an argument that the call does not have changes nothing', async () => {
    const { key } = await addSeller(stack.url);
    const forged = { lead_id: crypto.randomUUID(), "key' or true; drop schema desk cascade; --": '1' };
    expect(await call('enquiry', { ...forged, key })).toMatchObject({
      status: 200,
      body: { sent: { message: CHAT_LEAD.message } },
    });
    expect((await call('enquiry', forged)).status).toBe(404);
  });
});

test('the IP address is the connection’s, whatever headers the client sends', async () => {
  const { app } = createTestApp({ seller: { ...SELLER_CALLS, callsPerMinute: 1 } });
  const statusFrom = async (remoteAddress: string, claimed: string) => {
    const headers = {
      'content-type': 'application/json',
      'cf-connecting-ip': claimed,
      'x-real-ip': claimed,
      'x-forwarded-for': claimed,
    };
    const incoming = { socket: { remoteAddress }, headers };
    const request = { method: 'POST', headers, body: '{}' };
    return (await app.request('/enquiry/send_new_link', request, { incoming })).status;
  };
  // The status 503 is that of a call which needs the database, as the first one from an address does.
  expect(await statusFrom('198.51.100.7', '203.0.113.1')).toBe(503);
  expect(await statusFrom('198.51.100.7', '203.0.113.2')).toBe(429);
  expect(await statusFrom('198.51.100.8', '203.0.113.2')).toBe(503);
});

test('four calls run at once, a hundred wait, and one more is told to come back', async () => {
  const release = Promise.withResolvers<undefined>();
  let running = 0;
  const pool = {
    async connect() {
      running += 1;
      await release.promise;
      throw new Error('ended');
    },
  };
  const { app } = createTestApp({ seller: { ...SELLER_CALLS, pool } });
  const read = async () =>
    await app.request('/enquiry/enquiry', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
  const waiting = Array.from({ length: 104 }, () => read());
  await waitUntil('four calls run', () => Promise.resolve(running === 4));
  const refused = await read();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(running).toBe(4);
  release.resolve(undefined);
  await Promise.all(waiting);
  expect(running).toBe(104);
});

test('while the database cannot be reached, the answer is 503 without the reason', async () => {
  const { app, lines } = createTestApp();
  const response = await app.request('/enquiry/enquiry', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"key":"a-key"}',
  });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await response.text()).not.toContain('database');
  expect(lines[0]).toMatchObject({ msg: 'request failed', error: 'There is no database.' });
});

test('the log has neither keys nor what the seller wrote', async () => {
  const { key } = await addSeller(stack.url);
  await call('write', { ...newRequest(key), body: 'A secret word' });
  await call('write', { ...newRequest(key), body: '' });
  await call('send_new_link', { email: 'somebody@example.com' });
  const text = JSON.stringify(stack.lines);
  expect(text).toContain('/enquiry/write');
  expect(text).not.toMatch(new RegExp(`${key}|secret word|somebody`));
});

test('a new link takes the same statements for every address, and is looked for after the response', async () => {
  const known = 'known@example.com';
  await addSeller(stack.url, { ...VALUATION_LEAD, email: known });
  const deskPool = openRoutesPool(stack.database.url, 'desk');
  let statements: string[] = [];
  deskPool.on('connect', (client) => {
    const query = client.query.bind(client) as (
      given: string | { text: string },
      values?: unknown,
    ) => unknown;
    client.query = ((given: string | { text: string }, values?: unknown) => {
      statements.push(typeof given === 'string' ? given : given.text);
      return query(given, values);
    }) as typeof client.query;
  });
  const later: (() => Promise<unknown>)[] = [];
  const { app } = createTestApp({
    seller: { ...SELLER_CALLS, deskPool, callsPerMinute: 60, inBackground: (work) => later.push(work) },
  });
  async function ask(email: unknown) {
    const request = { method: 'POST', headers: { 'content-type': 'application/json' } };
    statements = [];
    const response = await app.request('/enquiry/send_new_link', {
      ...request,
      body: JSON.stringify({ email }),
    });
    expect(await response.json()).toEqual({ asked: true });
    const before = statements;
    statements = [];
    await later.pop()?.();
    return { before, after: statements };
  }
  // The first calls make the lead's case, and what the search reads of it.
  await ask(known);
  await ask(known);
  const { before, after } = await ask(known);
  expect(before.join()).not.toMatch(/email_key|notifications/);
  expect(after.filter((text) => text.includes('insert into private.notifications'))).toHaveLength(1);
  for (const email of ['nobody@example.com', '', '<b>', null, undefined, 'x'.repeat(5_000)]) {
    expect(await ask(email)).toEqual({ before, after });
  }
  const { rows } = await stack.database.admin.query<{ count: number }>(
    `select count(*)::int from private.notifications where kind = 'new_link'`,
  );
  expect(rows).toEqual([{ count: 3 }]);
  await deskPool.end();
});

test('what one call has set does not reach the next call on the same connection', async () => {
  const { key } = await addSeller(stack.url);
  for (let count = 0; count < 30; count += 1) {
    expect((await call('enquiry', { key: 'u'.repeat(43) })).status).toBe(404);
    expect((await call('enquiry', { key })).status).toBe(200);
  }
});
