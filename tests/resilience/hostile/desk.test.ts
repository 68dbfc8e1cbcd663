/**
 * Sends hostile requests to the API of the desk, the staff's app. `npm test` sends 1,000 generated requests without a
 * passkey and 1,000 with one; `npm run test:hostile` sends 10,000 of each. `SEED=5` generates other requests.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAuthenticator } from '../../support/desk/software-authenticator.ts';
import { EXAMPLE_CALLS } from '../../support/desk/example-calls.ts';
import { signInByMail, signInNewPerson, startDeskServer } from '../../support/desk/desk-server.ts';
import { insertLead } from '../../support/leads/insert-test-lead.ts';
import { CHAT_LEAD } from '../../support/leads/sample-leads.ts';
import { body, nastyText, runGenerated, type RequestSpace } from './generated-requests.ts';

const isFull = process.env.HOSTILE === 'full';
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const requests = isFull ? 10_000 : 1_000;

const desk = await startDeskServer();
await desk.addPerson('Ann', 'ann@firm.example');
await insertLead(desk.database.admin, CHAT_LEAD, crypto.randomUUID());

const ID = '0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11';
const ARGUMENTS =
  'lead_id version request_id view before limit after query body stage reason next_action next_at key lead_ids from until amount';

const path = fc.oneof(
  fc.constantFrom(...Object.keys(EXAMPLE_CALLS).map((name) => `/api/${name}`)),
  fc.constantFrom(
    ...'sign-in/code sign-in/code/check sign-in/link sign-in/passkey/options sign-in/passkey sign-in/app'
      .split(' ')
      .map((call) => `/${call}`),
    '/account',
    '/account/passkeys/options',
    '/account/passkeys',
    `/account/passkeys/${ID}`,
    '/account/app',
    '/account/app/connect',
    '/api/add_staff',
    '/api/delete_everything',
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
  ...'email token code scope challenge_id credential id name'.split(' '),
);

const completeCall = fc
  .constantFrom(...Object.values(EXAMPLE_CALLS))
  // Most arguments are of the right type, so that some calls get as far as the database.
  .chain((given) =>
    fc.record(
      Object.fromEntries(
        Object.entries(given).map(([argument, right]) => [
          argument,
          fc.oneof({ weight: 3, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: value }),
        ]),
      ),
    ),
  );

const requestSpace = (cookie: string): RequestSpace => ({
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
    ['cookie', cookie],
    ['content-type', 'application/json'],
  ],
});

const DAYS = ['-infinity', 'infinity', '4713-01-01 BC', '5874897-12-31', '0001-01-01', '9999-12-31'];

/**
 * Calls that once failed with status 500 and must not do so again: with values that are too long, too many or out of
 * range, or that are not valid text.
 */
const KNOWN_ATTACKS: [name: string, path: string, given: Record<string, unknown>][] = [
  ['an e-mail address of 4,000 bytes', '/sign-in/code', { email: `${longText(990)}@x` }],
  ['an e-mail address with NUL', '/sign-in/code', { email: 'a\0@b' }],
  ['an e-mail address with a lone surrogate', '/sign-in/code', { email: 'a\ud800@b' }],
  [
    'a mailed code for an e-mail address of 4,000 bytes',
    '/sign-in/code/check',
    { email: `${longText(990)}@x`, code: '1' },
  ],
  [
    '200 arguments',
    '/api/me',
    Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`a${'b'.repeat(n % 60)}${'c'.repeat(n / 60)}`, 1]),
    ),
  ],
  ['a search key of 15,000 blanks', '/api/person', { key: `0${' '.repeat(15_000)}1` }],
  ['a search key of 5,000 ligatures', '/api/person', { key: 'ﷺ'.repeat(5_000) }],
  ['a page of 10³⁰ leads', '/api/inbox', { view: 'all', page_size: 1e30 }],
  ['a page of -1 leads', '/api/inbox', { view: 'all', limit: -1 }],
  ['a page after the end of time', '/api/inbox', { view: 'all', before: `a.9999999999999999.${ID}` }],
  ['changes after the end of time', '/api/changes', { after: '1-1.9999999999999999999.999999999999' }],
  ['a search for 12,000 signs', '/api/search', { query: '%_\\('.repeat(3_000) }],
  [
    '4,000 nested arrays',
    '/api/search',
    { query: JSON.parse(`${'['.repeat(4_000)}${']'.repeat(4_000)}`) as unknown },
  ],
  [
    'nested objects as ids',
    '/api/erase',
    { key: 'a@b.example', lead_ids: [{ a: [ID] }], reason: 'other', request_id: ID },
  ],
  ...DAYS.flatMap((from) =>
    DAYS.flatMap((until): [string, string, Record<string, unknown>][] => [
      [`the funnel from ${from} until ${until}`, '/api/funnel', { from, until }],
      [`the export from ${from} until ${until}`, '/api/export_csv', { from, until, request_id: ID }],
    ]),
  ),
  ...DAYS.map((day): [string, string, Record<string, unknown>] => [
    `a plan for ${day}`,
    '/api/plan',
    { lead_id: ID, version: 1, request_id: ID, next_action: 'call', next_at: day },
  ]),
  ['a file for a lead that does not exist', '/api/begin_upload', { lead_id: ID, upload_id: ID, bytes: 100 }],
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

/** Adds a person with a passkey and signs them in. @returns their session's cookie */
async function signInWithNewPasskey(): Promise<string> {
  const email = `strong-${crypto.randomUUID()}@firm.example`;
  const { client } = await signInNewPerson(desk, email, createAuthenticator());
  return client.cookie() ?? '';
}

const findErrors = () => desk.lines.filter(({ level }) => Number(level) >= 50);

test(`${requests} generated requests of somebody without a passkey cause no server error and no change (seed ${seed})`, async () => {
  const client = await signInByMail(desk, 'ann@firm.example');
  const before = await readState();
  const seen = await runGenerated(desk.url, requests, seed, requestSpace(client.cookie() ?? ''));
  expect([...seen.keys()]).toEqual(expect.arrayContaining([400, 403, 404]));
  expect(await readState()).toEqual(before);
  expect(findErrors()).toEqual([]);
});

test('known attacks of somebody with a passkey never cause a server error', async () => {
  const cookie = await signInWithNewPasskey();
  const wrong: string[] = [];
  for (const [name, path, given] of KNOWN_ATTACKS) {
    const response = await fetch(desk.url + path, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
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
