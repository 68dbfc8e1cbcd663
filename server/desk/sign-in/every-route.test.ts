/** Sends every kind of wrong cookie to every route of the desk, and requests of other sites. */
import { request } from 'node:http';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createToken } from '#support/desk/desk-door.ts';
import { EXAMPLE_CALLS } from '#support/desk/example-calls.ts';
import { createAuthenticator } from '#support/desk/software-authenticator.ts';
import { signInNewPerson, startDeskServer, type DeskClient } from '#support/desk/desk-server.ts';
import { createSessionCookie, hashOf } from './cookie.ts';

/** The routes for people who are not signed in. Any other must refuse them. */
const OPEN = new Set([
  'GET /calendar/:file',
  'GET /config.json',
  'GET /manifest.webmanifest',
  'POST /sign-in/code',
  'POST /sign-in/code/check',
  'POST /sign-in/link',
  'POST /sign-in/passkey/options',
  'POST /sign-in/passkey',
]);

const UNKNOWN_ID = crypto.randomUUID();

const desk = await startDeskServer();
const all = desk.app.routes
  .filter(({ method }) => method !== 'ALL')
  .map(({ method, path }) => ({ method, path: path.replace(':id', UNKNOWN_ID) }));
const unique = new Map(all.map((route) => [`${route.method} ${route.path}`, route]));
const routes = [...unique].filter(([name]) => !OPEN.has(name)).map(([, route]) => route);
const openRoutes = [...unique].filter(([name]) => OPEN.has(name)).map(([, route]) => route);

let people = 0;
async function signInSomebody(): Promise<DeskClient> {
  people += 1;
  return (await signInNewPerson(desk, `somebody-${people}@firm.example`, createAuthenticator())).client;
}

const signInAnew = async () => (await signInSomebody()).cookie()?.split('=')[1] ?? '';

/** The token of an owner with a passkey, as it is in the cookie. */
const token = await signInAnew();

type Sent = { headers?: Record<string, string | string[]>; query?: string; inBody?: Record<string, unknown> };

/** Sends a request byte for byte: `fetch` would change or refuse some of these cookies. */
function send(
  { method, path }: { method: string; path: string },
  { headers = {}, query = '', inBody = {} }: Sent,
  port = desk.port,
): Promise<{ status: number | undefined; hint: string }> {
  return new Promise((resolve, reject) => {
    const body =
      method === 'GET' ? '' : JSON.stringify({ ...EXAMPLE_CALLS[path.slice('/api/'.length)], ...inBody });
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path: `${path}${query}`,
        method,
        headers: {
          host: `localhost:${port}`,
          'content-length': String(Buffer.byteLength(body)),
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          const { hint } = JSON.parse(text.startsWith('{') ? text : '{}') as { hint?: string };
          resolve({ status: response.statusCode, hint: hint ?? '' });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** @returns those of the routes whose response is not the refusal, with their responses */
async function findOthers(
  sent: Sent,
  expected: { status: number; hint: string },
  { port = desk.port, among = routes } = {},
) {
  const others = [];
  for (const route of among) {
    const response = await send(route, sent, port);
    if (response.status !== expected.status || response.hint !== expected.hint) {
      others.push({ ...route, ...response });
    }
  }
  return others;
}

const NO_SESSION = { status: 403, hint: 'no_session' };
const ofCookie = (cookie: string): Sent => ({ headers: { cookie } });
const query = (statement: string, values: unknown[]) => desk.database.admin.query(statement, values);

test('the list of routes is complete: each call, each part of the account, and no more open ones', () => {
  const named = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  const calls = Object.keys(EXAMPLE_CALLS);
  for (const name of calls) expect(named).toContain(`POST /api/${name}`);
  expect(routes.length).toBe(calls.length + 11);
});

test('with the right cookie, no route answers that nobody is signed in', async () => {
  for (const route of routes.filter(({ path }) => path !== '/sign-out')) {
    expect(await send(route, ofCookie(`desk=${token}`))).not.toMatchObject(NO_SESSION);
  }
  expect(await send({ method: 'GET', path: '/account' }, ofCookie(`x=1; desk=${token}; y=2`))).toMatchObject({
    status: 200,
  });
});

describe('every route refuses a request', () => {
  test.each<[what: string, make: (right: string) => Sent]>([
    ['without a cookie', () => ({})],
    ['with an empty cookie', () => ofCookie('desk=')],
    ['with a cookie of another name', (right) => ofCookie(`session=${right}`)],
    ['with a cookie of a name in upper case', (right) => ofCookie(`Desk=${right}`)],
    ['with the name of the cookie for https', (right) => ofCookie(`__Host-desk=${right}`)],
    ['with a signed token that nobody has', () => ofCookie(`desk=${createToken()}`)],
    [
      'with a token that another server signed',
      () => ofCookie(`desk=${createSessionCookie('http://localhost', 'another').createToken()}`),
    ],
    [
      'with the signature of another token',
      (right) => ofCookie(`desk=${createToken().slice(0, 21)}${right.slice(21)}`),
    ],
    ['with a token that is too short', (right) => ofCookie(`desk=${right.slice(0, -1)}`)],
    ['with a token that is too long', (right) => ofCookie(`desk=${right}A`)],
    ['with a token of 8,000 characters', () => ofCookie(`desk=${'A'.repeat(8_000)}`)],
    ['with a token of another alphabet', (right) => ofCookie(`desk=${right.slice(0, -1)}+`)],
    ['with a token whose last bits differ', (right) => ofCookie(`desk=${withOtherPadding(right)}`)],
    ['with a token in upper case', (right) => ofCookie(`desk=${right.toUpperCase()}`)],
    ['with the hash of a token', (right) => ofCookie(`desk=${hashOf(right)}`)],
    ['with a quoted token', (right) => ofCookie(`desk="${right}"`)],
    [
      'with a URL-encoded token',
      (right) => ofCookie(`desk=%${right.charCodeAt(0).toString(16)}${right.slice(1)}`),
    ],
    ['with a blank before the token', (right) => ofCookie(`desk= ${right}`)],
    ['with a blank after the token', (right) => ofCookie(`desk=${right} ; x=1`)],
    ['with a blank before the sign of equality', (right) => ofCookie(`desk =${right}`)],
    ['with letters beyond ASCII', (right) => ofCookie(`desk=${right.slice(0, -1)}é`)],
    ['with a %00', (right) => ofCookie(`desk=${right}%00`)],
    ['with two cookies, the right one first', (right) => ofCookie(`desk=${right}; desk=${createToken()}`)],
    ['with two cookies, the right one last', (right) => ofCookie(`desk=${createToken()}; desk=${right}`)],
    ['with the right cookie twice', (right) => ({ headers: { cookie: [`desk=${right}`, `desk=${right}`] } })],
    ['with the token as a bearer', (right) => ({ headers: { authorization: `Bearer ${right}` } })],
    ['with the token in the query', (right) => ({ query: `?desk=${right}` })],
    ['with the token in the body', (right) => ({ inBody: { desk: right, token: right } })],
    ['with the cookie in another header', (right) => ({ headers: { 'x-cookie': `desk=${right}` } })],
  ])('%s', async (_what, make) => {
    expect(await findOthers(make(token), NO_SESSION)).toEqual([]);
  });

  test.each<[what: string, end: (right: string) => Promise<unknown>]>([
    [
      'of a session that has ended',
      (right) =>
        query('update desk_auth.sessions set ended_at = now() where token_hash = $1', [hashOf(right)]),
    ],
    [
      'of a session that was not used for thirty days',
      (right) =>
        query(
          `update desk_auth.sessions set last_used_at = now() - interval '30 days' where token_hash = $1`,
          [hashOf(right)],
        ),
    ],
    [
      'of a removed user',
      (right) =>
        query(
          'delete from desk_auth.users where id = (select user_id from desk_auth.sessions where token_hash = $1)',
          [hashOf(right)],
        ),
    ],
  ])('%s', async (_what, end) => {
    const right = await signInAnew();
    await end(right);
    expect(await findOthers(ofCookie(`desk=${right}`), NO_SESSION)).toEqual([]);
  });

  const withOtherPadding = (right: string) => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(right.at(-1) ?? '');
    return right.slice(0, -1) + (alphabet[last ^ 1] ?? '');
  };
});

test('every route refuses a forged cookie without a connection to the database', async () => {
  const pool = new pg.Pool();
  await pool.end();
  const cutOff = await startDeskServer({
    pools: { asDeskAuth: pool, asStaff: pool, asOwner: () => Promise.reject(new Error('cut off')) },
  });
  for (const sent of [{}, ofCookie(`desk=${'A'.repeat(43)}`)]) {
    expect(await findOthers(sent, NO_SESSION, { port: cutOff.port })).toEqual([]);
  }
});

describe('every call refuses a request', () => {
  const isCall = ({ path }: { path: string }) => path.startsWith('/api/');

  test.each<[what: string, change: string, hint: string]>([
    [
      'of somebody whose place on the staff has ended',
      `update desk.staff set active = false where user_id = (select user_id from desk_auth.sessions where token_hash = $1)`,
      'not_staff',
    ],
    [
      'after a mail code alone',
      'update desk_auth.sessions set passkey_at = null, code_at = now() where token_hash = $1',
      'second_factor',
    ],
    [
      'of an invited person without a key',
      'update desk_auth.sessions set passkey_at = null, code_at = now(), is_invited = true where token_hash = $1',
      'second_factor',
    ],
    [
      'of a trial, once DESK_URL is set',
      'update desk_auth.sessions set passkey_at = null, trial_at = now() where token_hash = $1',
      'second_factor',
    ],
    [
      'twelve hours after the sign-in',
      `update desk_auth.sessions set passkey_at = now() - interval '12 hours' where token_hash = $1`,
      'too_old',
    ],
  ])('%s', async (_what, change, hint) => {
    const right = await signInAnew();
    await query(change, [hashOf(right)]);
    const others = await findOthers(ofCookie(`desk=${right}`), { status: 403, hint });
    expect(others.filter(isCall)).toEqual([]);
  });

  test('of another person than the one who is signed in', async () => {
    for (const other of [crypto.randomUUID(), '']) {
      const sent = { headers: { cookie: `desk=${token}`, 'x-only-as': other } };
      expect((await findOthers(sent, NO_SESSION)).filter(isCall)).toEqual([]);
    }
  });
});

/** The routes that take the id of something that belongs to a person. A call's ids are of leads, which all staff share. */
const OF_A_PERSON: Record<string, { status: number; hint: string }> = {
  'PATCH /account/passkeys/:id': { status: 404, hint: 'passkey_gone' },
  'DELETE /account/passkeys/:id': { status: 404, hint: 'passkey_gone' },
  'POST /account/passkeys': { status: 400, hint: 'challenge_gone' },
  'POST /account/app/connect': { status: 404, hint: 'app_gone' },
};
const WITHOUT_ID = [
  'GET /account',
  'GET /preview/:version/*',
  'POST /account/passkeys/options',
  'POST /account/app',
  'DELETE /account/app',
  'POST /sign-in/app',
  'POST /sign-out',
];

describe('the ids of another person', () => {
  test('each route of the account takes one, or none', () => {
    const named = routes
      .filter(({ path }) => !path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path.replace(UNKNOWN_ID, ':id')}`);
    expect(named.sort()).toEqual([...Object.keys(OF_A_PERSON), ...WITHOUT_ID].sort());
  });

  test.each(Object.entries(OF_A_PERSON))('%s refuses them', async (route, { status, hint }) => {
    const other = await signInSomebody();
    const [passkey] = await other.passkeys();
    const { challenge_id } = (await other.post('/account/passkeys/options')).body;
    const { id } = (await other.post('/account/app')).body;
    const before = (await other.account()).body;
    const [method = '', path = ''] = route.split(' ');
    const given = { challenge_id, credential: { id: 'x' }, id, code: '123456', name: 'Mine' };
    const client = desk.openClient();
    client.setCookie(`desk=${token}`);
    for (const named of [passkey?.id ?? '', UNKNOWN_ID, 'no-id']) {
      const answer = await client.send(method, path.replace(':id', named), given);
      expect(answer).toMatchObject({ status, body: { hint } });
    }
    expect((await other.account()).body).toEqual(before);
  });
});

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a sibling of the desk’s host', { origin: 'https://www.firm.example', 'sec-fetch-site': 'same-site' }],
  ['another port of the same host', { origin: 'http://localhost:1' }],
  ['a page without an origin', { origin: 'null' }],
  ['another site, without the Origin header', { 'sec-fetch-site': 'cross-site' }],
])('every route refuses a request of %s with the right cookie (CSRF)', async (_who, headers) => {
  const others = await findOthers(
    { headers: { cookie: `desk=${token}`, ...headers } },
    { status: 403, hint: 'cross_site' },
    { among: [...routes, ...openRoutes] },
  );
  expect(others).toEqual([]);
  expect(await send({ method: 'GET', path: '/account' }, ofCookie(`desk=${token}`))).toMatchObject({
    status: 200,
  });
});
