import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../../tests/support/desk-door.ts';
import { createAuthenticator } from '../../tests/support/software-authenticator.ts';
import {
  openDeskPools,
  signInByMail,
  signInNewPerson,
  startDeskServer,
  type DeskClient,
  type DeskServer,
} from '../../tests/support/desk-server.ts';
import { insertLead } from '../../tests/support/insert-test-lead.ts';
import { CHAT_LEAD } from '../../tests/support/sample-leads.ts';
import { DESK_FUNCTIONS } from './callable-functions.ts';
import { openLimits } from './sign-in/limits.ts';
import { hashOf } from './sign-in/cookie.ts';

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
  owner = (await signInNewPerson(desk, 'ann@firm.example', createAuthenticator())).client;
  leadId = await addLead();
});
afterAll(() => desk.close());

test('a function gets its named arguments, and its value is returned', async () => {
  expect(await owner.call('me')).toMatchObject({ body: { name: 'Somebody', role: 'owner' }, status: 200 });
  expect(await owner.call('inbox', { view: 'now', before: null, page_size: 10 })).toMatchObject({
    body: { cards: [{ id: leadId }] },
  });
  const claimed = await owner.call('claim', { lead_id: leadId, request_id: crypto.randomUUID() });
  expect(claimed).toMatchObject({ body: { id: leadId, assignee: { name: 'Somebody' } } });
});

test('a refusal has a status, a hint, a sentence, and what the app needs to go on', async () => {
  const missing = await owner.call('lead', { lead_id: crypto.randomUUID() });
  expect(missing).toMatchObject({
    status: 404,
    body: { hint: 'lead_gone', message: 'This lead is not there any more.' },
  });
  const stale = await owner.call('plan', {
    lead_id: leadId,
    version: 0,
    request_id: crypto.randomUUID(),
    next_action: 'call',
    next_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  expect(stale).toMatchObject({ status: 409, body: { hint: 'stale', detail: { lead: { id: leadId } } } });
  expect((await owner.call('lead', { lead_id: 'no id' })).status).toBeOneOf([400, 422]);
});

test.each([
  ['an unlisted function', 'add_staff', { user_id: crypto.randomUUID(), name: 'Eve', role: 'owner' }],
  ['a function that does not exist', 'drop_everything', {}],
  ['SQL as an argument name', 'search', { 'query" => null); drop schema desk cascade; --': '1' }],
])('%s gives 404', async (_name, name, given) => {
  expect(await owner.call(name, given)).toMatchObject({ status: 404 });
});

test('functions called with GET give 404', async () => {
  expect(await owner.send('GET', '/api/me')).toMatchObject({ status: 404 });
});

describe('without a session', () => {
  test.each([
    ['signs out', (client: DeskClient) => client.post('/sign-out', { scope: 'here' })],
    [
      'is signed out by another session',
      async (_client: DeskClient, email: string) =>
        (await signInByMail(desk, email)).post('/sign-out', { scope: 'everywhere' }),
    ],
  ])('the token of somebody who %s is refused at once, also for an export', async (_how, end) => {
    const email = `${crypto.randomUUID()}@firm.example`;
    const { client } = await signInNewPerson(desk, email, createAuthenticator());
    const token = client.cookie();
    const days = { first_day: '2026-11-01', last_day: '2026-11-02' };
    const exportLeads = () => client.call('export_csv', { ...days, request_id: crypto.randomUUID() });
    expect(await exportLeads()).toMatchObject({ status: 200 });
    await end(client, email);
    client.setCookie(token);
    expect(await exportLeads()).toMatchObject({ status: 403, body: { hint: 'no_session' } });
  });
});

test.each([
  ['invalid JSON', '{', 400],
  ['a list', '[]', 400],
  ['a NUL character', '{"lead_id":"\\u0000"}', 400],
  ['half a surrogate pair', '{"lead_id":"\\ud800"}', 400],
  ['8,000 nested lists', `{"lead_id":${'['.repeat(8_000)}${']'.repeat(8_000)}}`, 400],
  ['17 KB', JSON.stringify({ lead_id: 'x'.repeat(17_000) }), 413],
])('a body with %s is refused', async (_name, body, status) => {
  expect((await owner.call('lead', body)).status).toBeOneOf([status, 422]);
});

test('a statement timeout gives 503, and so does a database that cannot be reached', async () => {
  const { admin } = desk.database;
  const pools = openDeskPools(desk.database, 1);
  await pools.asStaff.query('set statement_timeout = 1000');
  const other = await startDeskServer({ pools });
  const token = createToken();
  await admin.query(
    `with stranger as (insert into desk_auth.users (email, name) values ('eve@elsewhere.example', 'Eve') returning id)
     insert into desk_auth.sessions (user_id, token_hash) select id, $1 from stranger`,
    [hashOf(token)],
  );
  const client = other.openClient();
  client.setCookie(`desk=${token}`);
  const UNAVAILABLE = { status: 503, body: { hint: 'unavailable' } };

  await admin.query('begin; lock table desk_private.staff in access exclusive mode');
  const slow = await client.call('me');
  await admin.query('rollback');
  expect(slow).toMatchObject(UNAVAILABLE);
  // The next call, on the same connection, may take long on a busy machine.
  await pools.asStaff.query('set statement_timeout = 0');
  expect(await client.call('me')).toMatchObject({ status: 403, body: { hint: 'not_staff' } });

  await Promise.all([pools.asDeskAuth.end(), pools.asStaff.end()]);
  expect(await client.call('me')).toMatchObject(UNAVAILABLE);
  expect(await other.openClient().post('/sign-in/code', { email: 'ann@firm.example' })).toMatchObject(
    UNAVAILABLE,
  );
  await other.close();
});

test('onErased is called after a successful "erase" only', async () => {
  const id = await addLead();
  const request = { key: CHAT_LEAD.phone, lead_ids: [id], reason: 'other', request_id: crypto.randomUUID() };
  const response = await owner.call('erase', request);
  expect(response).toMatchObject({ status: 200, body: { leads: 1, lead_ids: [id] } });
  expect(erased).toEqual([[id]]);
  const refused = await owner.call('erase', { ...request, request_id: crypto.randomUUID() });
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
