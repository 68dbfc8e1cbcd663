import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESK_FUNCTIONS } from '#server/desk/functions.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import {
  registerPasskey,
  signInByMail,
  signInByPasskey,
  startDesk,
  type TestDesk,
} from '../../support/desk.ts';
import { insertLead } from '../../support/insert-lead.ts';
import { CHAT_LEAD } from '../../support/leads.ts';
import { PUBLISHABLE_KEY } from '../../support/publishable-key.ts';
import { body, nastyText, runGenerated, type Aim } from './generator.ts';

const isFull = process.env.HOSTILE === 'full';
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const requests = isFull ? 10_000 : 1_000;

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
  await desk.addPerson('Ann', 'ann@firm.example');
  await insertLead(desk.database.admin, CHAT_LEAD, crypto.randomUUID());
});
afterAll(() => desk.close());

const ID = '0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11';
const ARGUMENTS =
  'lead_id version request_id view before limit after query body stage reason next_action next_at key lead_ids from until amount';

/** Functions with all of their arguments, so that some calls get as far as the database. */
const WHOLE: Record<string, string[]> = {
  changes: ['after'],
  inbox: ['view', 'before', 'limit'],
  lead: ['lead_id'],
  search: ['query'],
  claim: ['lead_id', 'request_id'],
  note: ['lead_id', 'request_id', 'body'],
  plan: ['lead_id', 'version', 'request_id', 'next_action', 'next_at'],
};

const path = fc.oneof(
  fc.constantFrom(...Object.keys(WHOLE).map((name) => `/rest/v1/rpc/${name}`)),
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

const wholeCall = fc
  .constantFrom(...Object.values(WHOLE))
  .chain((names) => fc.record(Object.fromEntries(names.map((argument) => [argument, value]))));

const aim = (token: string): Aim => ({
  path,
  body: fc.oneof(
    { weight: 4, arbitrary: wholeCall.map((given) => Buffer.from(JSON.stringify(given))) },
    {
      weight: 3,
      arbitrary: fc
        .dictionary(name, value, { maxKeys: 6 })
        .map((given) => Buffer.from(JSON.stringify(given))),
    },
    { weight: 1, arbitrary: body },
  ),
  usual: [
    ['host', `localhost:${desk.port}`],
    ['apikey', PUBLISHABLE_KEY],
    ['authorization', `Bearer ${token}`],
    ['content-type', 'application/json'],
    ['content-profile', 'desk'],
  ],
});

/** What somebody who got past the gate would have changed. */
async function readState() {
  const { rows } = await desk.database.admin.query(
    `select (select count(*) from desk_private.events) as events, (select count(*) from desk_private.staff) as staff,
       (select count(*) from desk_auth.passkeys) as passkeys, (select count(*) from public.leads) as leads`,
  );
  return rows[0] as unknown;
}

const findErrors = () => desk.lines.filter(({ level }) => Number(level) >= 50);

test(`${requests} generated requests with a session that has no key break nothing and change nothing (seed ${seed})`, async () => {
  const client = await signInByMail(desk, 'ann@firm.example');
  const { data } = await client.auth.getSession();
  const before = await readState();
  const seen = await runGenerated(desk.url, requests, seed, aim(data.session?.access_token ?? ''));
  expect([...seen.keys()]).toEqual(expect.arrayContaining([400, 403, 404]));
  expect(await readState()).toEqual(before);
  expect(findErrors()).toEqual([]);
});

test(`${requests} generated requests of somebody with a key break nothing (seed ${seed})`, async () => {
  const key = createAuthenticator();
  await registerPasskey(desk, await signInByMail(desk, 'ann@firm.example'), key);
  const { client } = await signInByPasskey(desk, key);
  const { data } = await client.auth.getSession();
  const seen = await runGenerated(desk.url, requests, seed, aim(data.session?.access_token ?? ''));
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 400, 404]));
  expect(findErrors()).toEqual([]);
});
