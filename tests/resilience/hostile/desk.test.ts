/**
 * Sends hostile requests to the API of the desk, the staff's app. `npm test` sends 1,000 generated requests without a
 * passkey and 1,000 with one; `npm run test:hostile` sends 10,000 of each. `SEED=5` generates other requests.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESK_FUNCTIONS } from '#server/desk/callable-functions.ts';
import { createAuthenticator } from '../../support/software-authenticator.ts';
import {
  registerPasskey,
  signInByMail,
  signInByPasskey,
  startDeskServer,
  type DeskServer,
} from '../../support/desk-server.ts';
import { insertLead } from '../../support/insert-test-lead.ts';
import { CHAT_LEAD } from '../../support/sample-leads.ts';
import { PUBLISHABLE_KEY } from '../../support/publishable-key.ts';
import { body, nastyText, runGenerated, type RequestSpace } from './generated-requests.ts';

const isFull = process.env.HOSTILE === 'full';
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const requests = isFull ? 10_000 : 1_000;

let desk: DeskServer;
beforeAll(async () => {
  desk = await startDeskServer();
  await desk.addPerson('Ann', 'ann@firm.example');
  await insertLead(desk.database.admin, CHAT_LEAD, crypto.randomUUID());
});
afterAll(() => desk.close());

const ID = '0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11';
const ARGUMENTS =
  'lead_id version request_id view before limit after query body stage reason next_action next_at key lead_ids from until amount';

/** Some functions of the desk with all their arguments, so that some generated calls get as far as the database. */
const COMPLETE_ARGUMENTS: Record<string, string[]> = {
  changes: ['after'],
  inbox: ['view', 'before', 'limit'],
  lead: ['lead_id'],
  search: ['query'],
  claim: ['lead_id', 'request_id'],
  note: ['lead_id', 'request_id', 'body'],
  plan: ['lead_id', 'version', 'request_id', 'next_action', 'next_at'],
};

const path = fc.oneof(
  fc.constantFrom(...Object.keys(COMPLETE_ARGUMENTS).map((name) => `/rest/v1/rpc/${name}`)),
  fc.constantFrom(...[...DESK_FUNCTIONS].map((name) => `/rest/v1/rpc/${name}`)),
  fc.constantFrom(
    ...'otp verify token?grant_type=refresh_token user passkeys factors'
      .split(' ')
      .map((call) => `/auth/v1/${call}`),
    '/auth/v1/passkeys/registration/options',
    '/auth/v1/passkeys/registration/verify',
    '/auth/v1/passkeys/authentication/options',
    '/auth/v1/passkeys/authentication/verify',
    `/auth/v1/passkeys/${ID}`,
    `/auth/v1/factors/${ID}/verify`,
    '/auth/v1/admin/users',
    '/rest/v1/rpc/add_staff',
    '/rest/v1/rpc/delete_everything',
    '/rest/v1/leads',
    '/config.json',
  ),
);

const value = fc.oneof(
  nastyText,
  fc.constantFrom<unknown>(ID, [ID], 'now', 'call', 1, -1, 1e30, true, null, '2026-11-22', '9999-99-99', {}, [
    [1],
  ]),
  fc.jsonValue({ maxDepth: 2 }),
);
const name = fc.constantFrom(
  ...ARGUMENTS.split(' '),
  ...'email token token_hash type refresh_token challenge_id credential code factor_type friendly_name'.split(
    ' ',
  ),
);

const completeCall = fc
  .constantFrom(...Object.values(COMPLETE_ARGUMENTS))
  .chain((names) => fc.record(Object.fromEntries(names.map((argument) => [argument, value]))));

const requestSpace = (token: string): RequestSpace => ({
  path,
  body: fc.oneof(
    { weight: 4, arbitrary: completeCall.map((given) => Buffer.from(JSON.stringify(given))) },
    {
      weight: 3,
      arbitrary: fc
        .dictionary(name, value, { maxKeys: 6 })
        .map((given) => Buffer.from(JSON.stringify(given))),
    },
    { weight: 1, arbitrary: body },
  ),
  defaultHeaders: [
    ['host', `localhost:${desk.port}`],
    ['apikey', PUBLISHABLE_KEY],
    ['authorization', `Bearer ${token}`],
    ['content-type', 'application/json'],
    ['content-profile', 'desk'],
  ],
});

const DAYS = ['-infinity', 'infinity', '4713-01-01 BC', '5874897-12-31', '0001-01-01', '9999-12-31'];

/**
 * Calls that once failed with status 500 and must not do so again: with values that are too long, too many or out of
 * range, or that are not valid text.
 */
const KNOWN_ATTACKS: [name: string, path: string, given: Record<string, unknown>][] = [
  ['an e-mail address of 4,000 bytes', '/auth/v1/otp', { email: `${longText(990)}@x` }],
  ['an e-mail address with NUL', '/auth/v1/otp', { email: 'a\0@b' }],
  ['an e-mail address with a lone surrogate', '/auth/v1/otp', { email: 'a\ud800@b' }],
  [
    'a mailed code for an e-mail address of 4,000 bytes',
    '/auth/v1/verify',
    { type: 'email', email: `${longText(990)}@x`, token: '1' },
  ],
  [
    '200 arguments',
    '/rest/v1/rpc/me',
    Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`a${'b'.repeat(n % 60)}${'c'.repeat(n / 60)}`, 1]),
    ),
  ],
  ['a search key of 15,000 blanks', '/rest/v1/rpc/person', { key: `0${' '.repeat(15_000)}1` }],
  ['a search key of 5,000 ligatures', '/rest/v1/rpc/person', { key: 'ﷺ'.repeat(5_000) }],
  ['a page of 10³⁰ leads', '/rest/v1/rpc/inbox', { view: 'all', page_size: 1e30 }],
  ['a page of -1 leads', '/rest/v1/rpc/inbox', { view: 'all', limit: -1 }],
  ['a page after the end of time', '/rest/v1/rpc/inbox', { view: 'all', before: `a.9999999999999999.${ID}` }],
  [
    'changes after the end of time',
    '/rest/v1/rpc/changes',
    { after: '1-1.9999999999999999999.999999999999' },
  ],
  ['a search for 12,000 signs', '/rest/v1/rpc/search', { query: '%_\\('.repeat(3_000) }],
  [
    '4,000 nested arrays',
    '/rest/v1/rpc/search',
    { query: JSON.parse(`${'['.repeat(4_000)}${']'.repeat(4_000)}`) as unknown },
  ],
  [
    'nested objects as ids',
    '/rest/v1/rpc/erase',
    { key: 'a@b.example', lead_ids: [{ a: [ID] }], reason: 'other', request_id: ID },
  ],
  ...DAYS.flatMap((from) =>
    DAYS.flatMap((until): [string, string, Record<string, unknown>][] => [
      [`the funnel from ${from} until ${until}`, '/rest/v1/rpc/funnel', { from, until }],
      [`the export from ${from} until ${until}`, '/rest/v1/rpc/export_csv', { from, until, request_id: ID }],
    ]),
  ),
  ...DAYS.map((day): [string, string, Record<string, unknown>] => [
    `a plan for ${day}`,
    '/rest/v1/rpc/plan',
    { lead_id: ID, version: 1, request_id: ID, next_action: 'call', next_at: day },
  ]),
];

/** Characters of four bytes each. They hardly compress, so the database cannot make the text fit by compressing it. */
function longText(length: number): string {
  return Array.from({ length }, (_, n) => String.fromCodePoint(0x1_0000 + ((n * 40_503) % 0xff_ff))).join('');
}

/** Counts rows that an unauthorised call could have added or deleted. */
async function readState() {
  const { rows } = await desk.database.admin.query(
    `select (select count(*) from desk.events) as events, (select count(*) from desk.staff) as staff,
       (select count(*) from desk_auth.passkeys) as passkeys, (select count(*) from public.leads) as leads`,
  );
  return rows[0] as unknown;
}

/** Adds a person with a passkey and signs them in. @returns their access token */
async function signInWithNewPasskey(): Promise<string> {
  const authenticator = createAuthenticator();
  const email = `strong-${crypto.randomUUID()}@firm.example`;
  await desk.addPerson('Strong', email);
  await registerPasskey(desk, await signInByMail(desk, email), authenticator);
  const { client } = await signInByPasskey(desk, authenticator);
  const { data } = await client.auth.getSession();
  return data.session?.access_token ?? '';
}

const findErrors = () => desk.lines.filter(({ level }) => Number(level) >= 50);

test(`${requests} generated requests of somebody without a passkey cause no server error and no change (seed ${seed})`, async () => {
  const client = await signInByMail(desk, 'ann@firm.example');
  const { data } = await client.auth.getSession();
  const before = await readState();
  const seen = await runGenerated(desk.url, requests, seed, requestSpace(data.session?.access_token ?? ''));
  expect([...seen.keys()]).toEqual(expect.arrayContaining([400, 403, 404]));
  expect(await readState()).toEqual(before);
  expect(findErrors()).toEqual([]);
});

test('known attacks of somebody with a passkey never cause a server error', async () => {
  const token = await signInWithNewPasskey();
  const wrong: string[] = [];
  for (const [name, path, given] of KNOWN_ATTACKS) {
    const response = await fetch(desk.url + path, {
      method: 'POST',
      headers: {
        apikey: PUBLISHABLE_KEY,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-profile': 'desk',
      },
      body: JSON.stringify(given),
    });
    if (response.status >= 500) wrong.push(`${name}: ${response.status}`);
    await response.arrayBuffer();
  }
  expect(wrong).toEqual([]);
  expect(findErrors()).toEqual([]);
});

test(`${requests} generated requests of somebody with a passkey cause no server error (seed ${seed})`, async () => {
  const seen = await runGenerated(desk.url, requests, seed, requestSpace(await signInWithNewPasskey()));
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 400, 404]));
  expect(findErrors()).toEqual([]);
});
