import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInByMail, startDeskServer, type DeskServer } from '../../tests/support/desk-server.ts';
import { PUBLISHABLE_KEY } from '../../tests/support/publishable-key.ts';
import { deskHeaders } from './desk-headers.ts';
import { DESK_FUNCTIONS } from './callable-functions.ts';
import { openLimits } from './sign-in-limits.ts';
import { createOriginFinder } from './refuse-foreign-origins.ts';

let desk: DeskServer;
beforeAll(async () => {
  desk = await startDeskServer();
  await desk.addPerson('Ann', 'ann@firm.example');
});
afterAll(() => desk.close());

type TestResponse = { status: number | undefined; headers: Record<string, unknown>; body: string };

/** Sends a request with any Host header, which `fetch` cannot set. */
function ask(path: string, { method = 'GET', headers = {}, body = '' } = {}): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: desk.port,
        path,
        method,
        headers: { host: `localhost:${desk.port}`, ...headers },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          resolve({ status: response.statusCode, headers: response.headers, body: text });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const CALL = { method: 'POST', headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' } };
const OTP = { ...CALL, body: JSON.stringify({ email: 'ann@firm.example' }) };

describe('the Host and Origin headers', () => {
  test.each(['desk.evil.example', 'localhost:1', 'localhost', '127.0.0.1.evil.example'])(
    'a request with the Host header "%s", which is not the desk’s host and port, is refused',
    async (host) => {
      expect(await ask('/config.json', { headers: { host } })).toMatchObject({ status: 421 });
    },
  );

  test('without DESK_URL, the loopback names are accepted as the host', async () => {
    for (const name of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST']) {
      const { status } = await ask('/config.json', { headers: { host: `${name}:${desk.port}` } });
      expect(status).toBe(200);
    }
  });

  test('with DESK_URL, only its host is accepted', () => {
    const findOrigin = createOriginFinder('https://desk.firm.example/', 4322);
    expect(findOrigin('desk.firm.example')).toBe('https://desk.firm.example');
    expect(findOrigin('localhost:4322')).toBeUndefined();
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:1' }],
    ['a page with an opaque origin', { origin: 'null' }],
    ['another site (Sec-Fetch-Site)', { 'sec-fetch-site': 'cross-site' }],
    ['another subdomain (Sec-Fetch-Site)', { 'sec-fetch-site': 'same-site' }],
  ])('a call from %s is refused', async (_name, headers) => {
    const response = await ask('/auth/v1/otp', { ...OTP, headers: { ...OTP.headers, ...headers } });
    expect(response).toMatchObject({ status: 403, body: expect.stringContaining('cross_site') as string });
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test("a call from the desk's own page is accepted", async () => {
    const headers = { ...OTP.headers, origin: desk.url, 'sec-fetch-site': 'same-origin' };
    expect(await ask('/auth/v1/otp', { ...OTP, headers })).toMatchObject({ status: 200, body: '{}' });
  });
});

test('every response has the strict Content-Security-Policy and is not cached', async () => {
  const responses = await Promise.all([
    ask('/config.json'),
    ask('/nothing'),
    ask('/auth/v1/otp', { ...CALL, body: '{' }),
    ask('/config.json', { headers: { host: 'x' } }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 404, 400, 421]);
  for (const { headers } of responses) {
    expect(headers).toMatchObject({ ...deskHeaders(desk.url), 'cache-control': 'no-store' });
  }
  const { 'content-security-policy': policy } = deskHeaders('https://desk.firm.example');
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe|\*/);
});

test("/config.json gives the app the URL of its calls, the publishable key and the firm's details", async () => {
  const { body } = await ask('/config.json', { headers: { host: `127.0.0.1:${desk.port}` } });
  expect(JSON.parse(body)).toEqual({
    supabaseUrl: `http://127.0.0.1:${desk.port}`,
    supabaseKey: PUBLISHABLE_KEY,
    trial: false,
    brand: 'Gable & Wynd',
    phone: '0131 496 0123',
    siteUrl: 'http://localhost:4321',
  });
});

const CALLS: [method: string, path: string][] = [
  ['POST', '/auth/v1/otp'],
  ['POST', '/auth/v1/verify'],
  ['POST', '/auth/v1/token?grant_type=refresh_token'],
  ['GET', '/auth/v1/user'],
  ['POST', '/auth/v1/logout'],
  ['POST', '/auth/v1/passkeys/registration/options'],
  ['POST', '/auth/v1/passkeys/registration/verify'],
  ['POST', '/auth/v1/passkeys/authentication/options'],
  ['POST', '/auth/v1/passkeys/authentication/verify'],
  ['GET', '/auth/v1/passkeys'],
  ['PATCH', `/auth/v1/passkeys/${crypto.randomUUID()}`],
  ['DELETE', `/auth/v1/passkeys/${crypto.randomUUID()}`],
  ['POST', '/auth/v1/factors'],
  ['POST', `/auth/v1/factors/${crypto.randomUUID()}/challenge`],
  ['POST', `/auth/v1/factors/${crypto.randomUUID()}/verify`],
  ['DELETE', `/auth/v1/factors/${crypto.randomUUID()}`],
];
const RPC = [...DESK_FUNCTIONS].map((name): [string, string] => ['POST', `/rest/v1/rpc/${name}`]);

test.each([...CALLS, ...RPC])(
  '%s %s exists, and gives 401 without the publishable key',
  async (method, path) => {
    const body = ['POST', 'PATCH'].includes(method) ? '{}' : '';
    expect(await ask(path, { method, body })).toMatchObject({ status: 401 });
    const { status } = await ask(path, { ...CALL, method, body });
    expect([200, 400, 401]).toContain(status);
  },
);

test.each([
  ['GET', '/auth/v1/admin/users'],
  ['POST', '/auth/v1/signup'],
  ['POST', '/auth/v1/token?grant_type=password'],
  ['PUT', '/auth/v1/user'],
  ['GET', '/auth/v1/settings'],
  ['POST', '/auth/v1/recover'],
  ['POST', '/rest/v1/leads'],
  ['GET', '/rest/v1/'],
  ['GET', '/rest/v1/rpc/me'],
  ['POST', '/functions/v1/send-email'],
  ['GET', '/healthz'],
])('%s %s is not supported (400 or 404)', async (method, path) => {
  const { status } = await ask(path, { ...CALL, method, body: method === 'GET' ? '' : '{}' });
  expect([400, 404]).toContain(status);
});

describe('rate limits', () => {
  let limited: DeskServer;
  let clients: number;
  beforeEach(async () => {
    limited = await startDeskServer({ limits: openLimits(), trustedProxies: ['127.0.0.1'] });
    clients = 0;
  });
  afterEach(() => limited.close());
  const TOO_MANY = { status: 429 };

  /** Sends a call from another IP address each time, so that no limit per IP address can refuse it. */
  async function callFromNewIp(path: string, body: object, headers: Record<string, string> = {}) {
    clients += 1;
    const from = { 'x-forwarded-for': `203.0.113.${clients}` };
    const response = await fetch(`${limited.url}${path}`, {
      ...CALL,
      headers: { ...CALL.headers, ...from, ...headers },
      body: JSON.stringify(body),
    });
    if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    return response.status;
  }

  test('an IP address whose tokens are refused gets 429 after 60 of them', async () => {
    const statuses = [];
    for (let times = 0; times < 61; times += 1) {
      const { status } = await fetch(`${limited.url}/rest/v1/rpc/inbox`, {
        ...CALL,
        headers: { ...CALL.headers, authorization: 'Bearer forged' },
        body: '{}',
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array<number>(60).fill(401), 429]);
  });

  test('at most three codes per mailbox and five per IP address, even without an account', async () => {
    const auth = limited.openClient().auth;
    const requestCode = async (email: string) => (await auth.signInWithOtp({ email })).error;
    for (let times = 0; times < 3; times += 1)
      expect(await requestCode('nobody@elsewhere.example')).toBeNull();
    expect(await requestCode('NOBODY@elsewhere.example')).toMatchObject({
      ...TOO_MANY,
      code: 'over_email_send_rate_limit',
    });
    expect(await requestCode('other@elsewhere.example')).toBeNull();
    expect(await requestCode('third@elsewhere.example')).toMatchObject(TOO_MANY);
  });

  test('at most ten tries of a code or link and 60 starts with a passkey per IP address', async () => {
    await limited.addPerson('Eve', 'eve@firm.example');
    const signedIn = await signInByMail(limited, 'eve@firm.example');
    const { auth } = limited.openClient();
    const attempt = async (index: number) => {
      const email = `somebody-${index}@elsewhere.example`;
      return (await auth.verifyOtp({ email, token: '12345678', type: 'email' })).error?.status;
    };
    const statuses = [];
    // The sign-in above was the first try.
    for (let index = 0; index < 10; index += 1) statuses.push(await attempt(index));
    expect(statuses).toEqual([...Array<number>(9).fill(403), 429]);
    expect(await auth.verifyOtp({ type: 'email', token_hash: 'x' })).toMatchObject({ error: TOO_MANY });

    // The calls are made one after another: if too many were made at once, some would be refused for that reason.
    const starts = [];
    for (let times = 0; times < 61; times += 1) starts.push(await auth.passkey.startAuthentication());
    expect(starts.map(({ error }) => error?.status)).toEqual([...Array<undefined>(60), 429]);
    expect(await signedIn.auth.passkey.startRegistration()).toMatchObject({ error: TOO_MANY });
  });

  test('at most ten tries of a code per account, from any IP address', async () => {
    const attempt = (email: string) =>
      callFromNewIp('/auth/v1/verify', { type: 'email', email, token: '12345678' });
    const statuses = [];
    for (let count = 0; count < 11; count += 1) statuses.push(await attempt('ben@firm.example'));
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429]);
    expect(await attempt('BEN@firm.example')).toBe(429);

    expect(await attempt('cat@firm.example')).toBe(403);
    expect(await callFromNewIp('/auth/v1/otp', { email: 'ben@firm.example' })).toBe(200);
  });

  test('at most ten tries of an authenticator app’s code per account, from any IP address', async () => {
    await limited.addPerson('Dot', 'dot@firm.example');
    const { auth } = await signInByMail(limited, 'dot@firm.example');
    const factor = (await auth.mfa.enroll({ factorType: 'totp' })).data;
    const challenge = (await auth.mfa.challenge({ factorId: factor?.id ?? '' })).data;
    const { session } = (await auth.getSession()).data;
    const statuses = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push(
        await callFromNewIp(
          `/auth/v1/factors/${factor?.id ?? ''}/verify`,
          { challenge_id: challenge?.id, code: '000000' },
          { authorization: `Bearer ${session?.access_token ?? ''}` },
        ),
      );
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
  });

  // Requests with an unknown IP address (`undefined`) share one limit.
  test.each([
    ['codesPerIp', undefined, 5, 3600],
    ['codesPerMailbox', 'ann@firm.example', 3, 900],
    ['triesPerIp', undefined, 10, 900],
    ['triesPerAccount', 'ann@firm.example', 10, 900],
    ['passkeyOptionsPerIp', undefined, 60, 60],
  ] as const)('%s allows %s %i calls in %i seconds', async (name, subject, count, seconds) => {
    const limit = openLimits()[name];
    const waits = [];
    while (waits.length < count) waits.push(await limit(subject));
    expect(waits).toEqual(waits.map(() => undefined));
    const wait = (await limit(subject)) ?? 0;
    expect(wait).toBeGreaterThan(0.9 * seconds);
    expect(wait).toBeLessThanOrEqual(seconds);
  });
});

test('no code, token or e-mail address is in the log', async () => {
  const { auth } = desk.openClient();
  await auth.signInWithOtp({ email: 'ann@firm.example' });
  const token = await desk.readCode('ann@firm.example');
  const { data } = await auth.verifyOtp({ email: 'ann@firm.example', token, type: 'email' });
  const log = JSON.stringify(desk.lines);
  expect(log).toContain('/auth/v1/verify');
  for (const secret of [
    token,
    'ann@firm.example',
    data.session?.access_token ?? '-',
    data.session?.refresh_token ?? '-',
  ]) {
    expect(log).not.toContain(secret);
  }
});
