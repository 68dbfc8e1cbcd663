import { request } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { createToken } from '../../tests/support/desk/desk-door.ts';
import { signInByMail, startDeskServer, type DeskServer } from '../../tests/support/desk/desk-server.ts';
import { deskHeaders } from './desk-headers.ts';
import { hashOf } from './sign-in/cookie.ts';
import { openLimits } from './sign-in/limits.ts';
import { createOriginFinder } from './refuse-foreign-origins.ts';

const desk = await startDeskServer();
await desk.addPerson('Ann', 'ann@firm.example');

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

const CALL = { method: 'POST', headers: { 'content-type': 'application/json' } };
const CODE = { ...CALL, body: JSON.stringify({ email: 'ann@firm.example' }) };

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

  test("a call from the desk's own page is accepted", async () => {
    const headers = { ...CODE.headers, origin: desk.url, 'sec-fetch-site': 'same-origin' };
    expect(await ask('/sign-in/code', { ...CODE, headers })).toMatchObject({ status: 200, body: '{}' });
  });
});

test('every response has the strict Content-Security-Policy and is not cached', async () => {
  const responses = await Promise.all([
    ask('/config.json'),
    ask('/nothing'),
    ask('/sign-in/code', { ...CALL, body: '{' }),
    ask('/config.json', { headers: { host: 'x' } }),
    ask('/sign-in/code', { ...CODE, headers: { ...CODE.headers, origin: 'https://evil.example' } }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 404, 400, 421, 403]);
  for (const { headers } of responses) {
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).toMatchObject({ ...deskHeaders(desk.url), 'cache-control': 'no-store' });
  }
  const { 'content-security-policy': policy } = deskHeaders('https://desk.firm.example');
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe|\*/);
});

test("/config.json gives the app the firm's details, and says whether this is a trial", async () => {
  const { body } = await ask('/config.json');
  expect(JSON.parse(body)).toEqual({
    trial: false,
    brand: 'Gable & Wynd',
    siteUrl: 'http://localhost:4321',
    calendar: { hours: [], closedDays: [] },
  });
});

describe('rate limits', () => {
  let limited: DeskServer;
  let clients: number;
  beforeEach(async () => {
    limited = await startDeskServer({ limits: openLimits(), trustedProxies: ['127.0.0.1'] });
    clients = 0;
  });
  const TOO_MANY = { status: 429, body: { hint: 'too_many' } };

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
    const client = limited.openClient();
    client.setCookie(`desk=${'A'.repeat(43)}`);
    const statuses = [];
    // At most twenty calls a second are made with one token.
    for (let times = 0; times < 61; times += 1) {
      client.setCookie(`desk=${String(times).padStart(43, 'A')}`);
      statuses.push((await client.call('inbox')).status);
    }
    expect(statuses).toEqual([...Array<number>(60).fill(403), 429]);
  });

  test('the limit on calls counts each token by itself', async () => {
    const counted: unknown[] = [];
    const busy = await startDeskServer({
      limits: {
        ...openLimits(),
        callsPerSession: (subject) => Promise.resolve(counted.push(subject) > 1 ? 7 : undefined),
      },
    });
    const token = createToken();
    const client = busy.openClient();
    expect(await client.call('me')).toMatchObject({ status: 403 });
    client.setCookie(`desk=${token}`);
    expect(await client.call('me')).toMatchObject({ status: 403 });
    const second = await client.call('me');
    expect(second).toMatchObject({ status: 429, body: { hint: 'too_many', detail: 7 } });
    expect(second.headers.get('retry-after')).toBe('7');
    expect(counted).toEqual([hashOf(token), hashOf(token)]);
  });

  test('at most three codes per mailbox and five per IP address, even without an account', async () => {
    const requestCode = (email: string) => limited.openClient().post('/sign-in/code', { email });
    for (let times = 0; times < 3; times += 1)
      expect(await requestCode('nobody@elsewhere.example')).toMatchObject({ status: 200 });
    expect(await requestCode('NOBODY@elsewhere.example')).toMatchObject(TOO_MANY);
    expect(await requestCode('other@elsewhere.example')).toMatchObject({ status: 200 });
    expect(await requestCode('third@elsewhere.example')).toMatchObject(TOO_MANY);
  });

  test('at most ten tries of a code or link and 60 starts with a passkey per IP address', async () => {
    await limited.addPerson('Eve', 'eve@firm.example');
    const signedIn = await signInByMail(limited, 'eve@firm.example');
    const client = limited.openClient();
    const attempt = async (index: number) =>
      (
        await client.post('/sign-in/code/check', {
          email: `somebody-${index}@elsewhere.example`,
          code: '12345678',
        })
      ).status;
    const statuses = [];
    // The sign-in above was the first try.
    for (let index = 0; index < 10; index += 1) statuses.push(await attempt(index));
    expect(statuses).toEqual([...Array<number>(9).fill(403), 429]);
    expect(await client.followLink('x')).toMatchObject(TOO_MANY);

    // The calls are made one after another: if too many were made at once, some would be refused for that reason.
    const starts = [];
    for (let times = 0; times < 61; times += 1) starts.push(await client.post('/sign-in/passkey/options'));
    expect(starts.map(({ status }) => status)).toEqual([...Array<number>(60).fill(200), 429]);
    expect(await signedIn.post('/account/passkeys/options')).toMatchObject(TOO_MANY);
  });

  test('at most ten tries of a code per account, from any IP address', async () => {
    const attempt = (email: string) => callFromNewIp('/sign-in/code/check', { email, code: '12345678' });
    const statuses = [];
    for (let count = 0; count < 11; count += 1) statuses.push(await attempt('ben@firm.example'));
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429]);
    expect(await attempt('BEN@firm.example')).toBe(429);

    expect(await attempt('cat@firm.example')).toBe(403);
    expect(await callFromNewIp('/sign-in/code', { email: 'ben@firm.example' })).toBe(200);
  });

  test.each([
    ['/account/app/connect', 422],
    ['/sign-in/app', 404],
  ])(
    'at most ten tries of an authenticator app’s code (%s) per account, from any IP address',
    async (path, refused) => {
      await limited.addPerson('Dot', 'dot@firm.example');
      const client = await signInByMail(limited, 'dot@firm.example');
      const { id } = (await client.post('/account/app')).body as { id: string };
      const statuses = [];
      for (let count = 0; count < 11; count += 1) {
        statuses.push(await callFromNewIp(path, { id, code: '000000' }, { cookie: client.cookie() ?? '' }));
      }
      expect(statuses).toEqual([...Array<number>(10).fill(refused), 429]);
    },
  );

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
  const client = desk.openClient();
  await client.post('/sign-in/code', { email: 'ann@firm.example' });
  const code = await desk.readCode('ann@firm.example');
  await client.post('/sign-in/code/check', { email: 'ann@firm.example', code });
  const log = JSON.stringify(desk.lines);
  expect(log).toContain('/sign-in/code/check');
  for (const secret of [code, 'ann@firm.example', client.cookie()?.split('=')[1] ?? '-']) {
    expect(log).not.toContain(secret);
  }
});
