import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAuthenticator } from '../../tests/support/software-authenticator.ts';
import {
  registerPasskey,
  signInByMail,
  signInByPasskey,
  startDeskServer,
  type DeskClient,
  type DeskServer,
} from '../../tests/support/desk-server.ts';
import { insertLead } from '../../tests/support/insert-test-lead.ts';
import { CHAT_LEAD } from '../../tests/support/sample-leads.ts';
import { PUBLISHABLE_KEY } from '../../tests/support/publishable-key.ts';
import { DESK_FUNCTIONS } from './callable-functions.ts';
import { openLimits } from './sign-in-limits.ts';
import { ACCESS_SECONDS, createTokens } from './tokens.ts';

const erased: (readonly string[])[] = [];

let desk: DeskServer;
let owner: DeskClient;
let leadId: string;

async function addLead(): Promise<string> {
  await insertLead(desk.database.admin, CHAT_LEAD, crypto.randomUUID());
  const { rows } = await desk.database.admin.query<{ id: string }>(
    'select id from public.leads order by created_at desc limit 1',
  );
  return rows[0]?.id ?? '';
}

beforeAll(async () => {
  desk = await startDeskServer({
    onErased: (ids) => {
      erased.push(ids);
      return Promise.resolve();
    },
  });
  await desk.addPerson('Ann', 'ann@firm.example');
  const key = createAuthenticator();
  await registerPasskey(desk, await signInByMail(desk, 'ann@firm.example'), key);
  owner = (await signInByPasskey(desk, key)).client;
  leadId = await addLead();
});
afterAll(() => desk.close());

/** Calls a function in the owner's session, with a raw body and further headers. */
async function post(name: string, body: string, headers: Record<string, string> = {}) {
  const { data } = await owner.auth.getSession();
  const response = await fetch(`${desk.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: PUBLISHABLE_KEY,
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      'content-type': 'application/json',
      'content-profile': 'desk',
      ...headers,
    },
    body,
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

test('a function gets its named arguments, and its value is returned', async () => {
  expect(await owner.rpc('me')).toMatchObject({ data: { name: 'Ann', role: 'owner' }, status: 200 });
  expect(await owner.rpc('inbox', { view: 'now', before: null, page_size: 10 })).toMatchObject({
    data: { cards: [{ id: leadId }] },
  });
  const claimed = await owner.rpc('claim', { lead_id: leadId, request_id: crypto.randomUUID() });
  expect(claimed).toMatchObject({ data: { id: leadId, assignee: { name: 'Ann' } } });
});

test("a refusal has PostgREST's status and body", async () => {
  const missing = await owner.rpc('lead', { lead_id: crypto.randomUUID() });
  expect(missing).toMatchObject({ status: 404, error: { code: 'PT404', hint: 'lead_gone' } });
  const stale = await owner.rpc('plan', {
    lead_id: leadId,
    version: 0,
    request_id: crypto.randomUUID(),
    next_action: 'call',
    next_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  expect(stale).toMatchObject({ status: 409, error: { code: 'PT409', hint: 'stale' } });
  expect(await owner.rpc('lead', { lead_id: 'no id' })).toMatchObject({
    status: 400,
    error: { code: '22P02' },
  });
});

test.each([
  ['an unlisted function', 'add_staff', { user_id: crypto.randomUUID(), name: 'Eve', role: 'owner' }],
  ['a function that does not exist', 'drop_everything', {}],
  ['an unknown argument', 'lead', { id: '1' }],
  ['SQL as an argument name', 'lead', { 'lead_id" => null); drop schema desk cascade; --': '1' }],
  ['a missing argument', 'lead', {}],
])('%s gives 404', async (_name, name, given) => {
  expect(await owner.rpc(name, given)).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
});

test('tables give 404, and so do functions called with GET', async () => {
  expect(await owner.from('leads').select()).toMatchObject({ status: 404 });
  expect(await owner.rpc('me', undefined, { get: true })).toMatchObject({ status: 404 });
});

describe('without a valid session', () => {
  const call = (token: string) => post('me', '{}', { authorization: token });

  test('a call without a token, or with another publishable key, gives 401', async () => {
    expect(await desk.openClient().rpc('me')).toMatchObject({ status: 401 });
    const stranger = createClient(desk.url, 'sb_publishable_other', { db: { schema: 'desk' } });
    expect(await stranger.rpc('me')).toMatchObject({ status: 401 });
  });

  test('a token that is forged, unsigned, malformed or from another issuer gives 401', async () => {
    const claims = {
      userId: crypto.randomUUID(),
      email: 'eve@elsewhere.example',
      sessionId: crypto.randomUUID(),
      amr: [{ method: 'passkey' as const, timestamp: Math.floor(Date.now() / 1000) }],
    };
    const forged = await createTokens('another secret', `${desk.url}/auth/v1`).createAccessToken(claims);
    const elsewhere = await createTokens('a secret for the tests alone', 'https://other').createAccessToken(
      claims,
    );
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${encode({ alg: 'none' })}.${forged.split('.')[1] ?? ''}.`;
    for (const token of [forged, elsewhere, unsigned, 'x', PUBLISHABLE_KEY]) {
      expect(await call(`Bearer ${token}`)).toMatchObject({ status: 401, body: { code: 'PGRST301' } });
    }
    const { data } = await owner.auth.getSession();
    expect(await call(`Basic ${data.session?.access_token ?? ''}`)).toMatchObject({ status: 401 });
  });

  test.each([
    ['signs out', (client: DeskClient) => client.auth.signOut({ scope: 'local' })],
    ['signs out everywhere', (client: DeskClient) => client.auth.signOut({ scope: 'global' })],
    [
      'is signed out by another session',
      async (_client: DeskClient, email: string) =>
        (await signInByMail(desk, email)).auth.signOut({ scope: 'others' }),
    ],
  ])('the token of somebody who %s gives 401 at once, also for an export', async (_how, end) => {
    const email = `${crypto.randomUUID()}@firm.example`;
    await desk.addPerson('Bea', email);
    const key = createAuthenticator();
    await registerPasskey(desk, await signInByMail(desk, email), key);
    const { client } = await signInByPasskey(desk, key);
    const { data } = await client.auth.getSession();
    const authorization = `Bearer ${data.session?.access_token ?? ''}`;
    const days = { first_day: '2026-11-01', last_day: '2026-11-02' };
    const exportLeads = () =>
      post('export_csv', JSON.stringify({ ...days, request_id: crypto.randomUUID() }), { authorization });
    expect(await exportLeads()).toMatchObject({ status: 200 });
    await end(client, email);
    expect(await exportLeads()).toMatchObject({ status: 401, body: { code: 'PGRST301' } });
  });

  test('a token that has expired gives 401', async () => {
    const { data } = await owner.auth.getClaims();
    if (!data) throw new Error('The owner is not signed in.');
    const { sub, email = '', session_id: sessionId } = data.claims;
    const tokens = createTokens('a secret for the tests alone', `${desk.url}/auth/v1`);
    const now = Date.now();
    const callWithTokenOfAge = async (seconds: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: now - seconds * 1000 });
      const amr = [{ method: 'passkey' as const, timestamp: Math.floor(now / 1000) }];
      const token = await tokens
        .createAccessToken({ userId: sub, email, sessionId, amr })
        .finally(() => vi.useRealTimers());
      return call(`Bearer ${token}`);
    };
    expect(await callWithTokenOfAge(ACCESS_SECONDS - 60)).toMatchObject({ status: 200 });
    expect(await callWithTokenOfAge(ACCESS_SECONDS + 1)).toMatchObject({
      status: 401,
      body: { code: 'PGRST301' },
    });
  });
});

test.each([
  ['invalid JSON', '{', 400, 'PGRST102'],
  ['a list', '[]', 400, 'PGRST102'],
  ['a NUL character', '{"lead_id":"\\u0000"}', 400, '22P05'],
  ['half a surrogate pair', '{"lead_id":"\\ud800"}', 400, '22P05'],
  ['8,000 nested lists', `{"lead_id":${'['.repeat(8_000)}${']'.repeat(8_000)}}`, 400, 'PGRST102'],
  ['17 KB', JSON.stringify({ lead_id: 'x'.repeat(17_000) }), 413, 'PGRST102'],
])('a body with %s is refused', async (_name, body, status, code) => {
  expect(await post('lead', body)).toMatchObject({ status, body: { code } });
});

test('a call to another schema than "desk" is refused', async () => {
  expect(await post('me', '{}', { 'content-profile': 'public' })).toMatchObject({ status: 406 });
});

test('a statement timeout gives 503, and so does a database that cannot be reached', async () => {
  const { admin, url } = desk.database;
  const pools = {
    asDeskAuth: new pg.Pool({ connectionString: url }),
    asStaff: new pg.Pool({
      connectionString: url,
      max: 1,
      options: '-c role=authenticated -c statement_timeout=1000',
    }),
  };
  const other = await startDeskServer({ pools });
  const { rows } = await admin.query<{ sessionId: string; userId: string }>(
    `with stranger as (insert into desk_auth.users (email, name) values ('eve@elsewhere.example', 'Eve') returning id)
     insert into desk_auth.sessions (user_id, amr) select id, '[]' from stranger
     returning id as "sessionId", user_id as "userId"`,
  );
  const [session] = rows as [{ sessionId: string; userId: string }];
  const token = await createTokens('a secret for the tests alone', `${other.url}/auth/v1`).createAccessToken({
    ...session,
    email: 'eve@elsewhere.example',
    amr: [],
  });
  const client = createClient(other.url, PUBLISHABLE_KEY, {
    db: { schema: 'desk', retry: false },
    accessToken: () => Promise.resolve(token),
  });
  const UNAVAILABLE = { status: 503, error: { code: 'unavailable' } };

  await admin.query('begin; lock table desk.staff in access exclusive mode');
  const slow = await client.rpc('me');
  await admin.query('rollback');
  expect(slow).toMatchObject(UNAVAILABLE);
  // The next call, on the same connection, may take long on a busy machine.
  await pools.asStaff.query('set statement_timeout = 0');
  expect(await client.rpc('me')).toMatchObject({ status: 403, error: { hint: 'not_staff' } });

  await Promise.all([pools.asDeskAuth.end(), pools.asStaff.end()]);
  expect(await client.rpc('me')).toMatchObject(UNAVAILABLE);
  const codes = other.openClient();
  expect((await codes.auth.signInWithOtp({ email: 'ann@firm.example' })).error).toMatchObject({
    status: 503,
  });
  await other.close();
});

test('onErased is called after a successful "erase" only', async () => {
  const id = await addLead();
  const request = { key: CHAT_LEAD.phone, lead_ids: [id], reason: 'other', request_id: crypto.randomUUID() };
  const response = await owner.rpc('erase', request);
  expect(response).toMatchObject({ error: null, data: { leads: 1, lead_ids: [id] } });
  expect(erased).toEqual([[id]]);
  const refused = await owner.rpc('erase', { ...request, request_id: crypto.randomUUID() });
  expect(refused).toMatchObject({ status: 422 });
  expect(erased).toHaveLength(1);
});

test('a session may make at most 20 calls a second', async () => {
  const limit = openLimits().callsPerSession;
  const waits = await Promise.all(Array.from({ length: 25 }, () => limit('session')));
  expect(waits.filter((secondsToWait) => secondsToWait === 1)).toHaveLength(5);
  expect(await limit('another session')).toBeUndefined();
});

test('the database, the server and docs/backend.md list the same functions', async () => {
  const { rows } = await desk.database.admin.query<{ name: string }>(
    `select proname as name from pg_proc
     where pronamespace = 'desk'::regnamespace and has_function_privilege('authenticated', oid, 'execute')
     order by 1`,
  );
  const names = rows.map(({ name }) => name);
  expect([...DESK_FUNCTIONS].sort()).toEqual(names);
  const document = readFileSync(join(import.meta.dirname, '../../docs/backend.md'), 'utf8');
  const [, listed = ''] = /<!-- functions of the desk -->([^]*?)<!-- end -->/.exec(document) ?? [];
  expect([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(names);
});
