import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createRecordingStore, createTestApp, SECURITY_HEADERS } from '../tests/support/test-app.ts';
import { CHAT_LEAD } from '../tests/support/sample-leads.ts';
import { PUBLISHABLE_KEY } from '../tests/support/publishable-key.ts';

const HEADERS = { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' };

async function request(method: string, path: string) {
  const leads = createRecordingStore();
  const { app } = createTestApp({ leads });
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: JSON.stringify(CHAT_LEAD) };
  const response = await app.request(path, { method, headers: HEADERS, ...body });
  return { response, text: await response.text(), inserted: leads.inserted };
}

describe('routes of the app', () => {
  test.each([
    ['/healthz', '{"status":"ok"}'],
    ['/readyz', '{"status":"ready"'],
  ])('GET %s has status 200', async (path, contents) => {
    const { response, text } = await request('GET', path);
    expect(response.status).toBe(200);
    expect(text).toContain(contents);
  });

  test.each([
    ['a request that is redirected', 'GET', '/glasgow/', 301],
    ['a health check', 'GET', '/healthz', 200],
    ['a request for a missing page', 'GET', '/nowhere', 404],
    ['a lead', 'POST', '/rest/v1/leads', 201],
    ['a call of send-email', 'POST', '/functions/v1/send-email', 202],
    ['a refused POST', 'POST', '/glasgow', 415],
  ])('the response to %s has the security headers', async (_what, method, path, status) => {
    const { app } = createTestApp();
    const body = method === 'GET' ? {} : { body: JSON.stringify(CHAT_LEAD) };
    const response = await app.request(path, { method, headers: HEADERS, ...body });
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject(SECURITY_HEADERS);
    expect(response.headers.has('x-powered-by') || response.headers.has('server')).toBe(false);
  });
});

const wordsOf = (text: string) => text.trim().split(/\s+/);

const NOT_POSTED = `
  /rest/v1/leads/ /rest/v1/leads/1 /rest/v1//leads //rest/v1/leads /REST/v1/leads /rest/v1/leads%00
  /rest/v1/leads;x /rest/v1/leads.json /rest/v1/other /rest/v1/ /rest/v1/rpc/record_notifications
  /functions/v1/send-email/ /functions/v1/other /auth/v1/token?grant_type=password /auth/v1/signup
  /storage/v1/object /nowhere
`;
const NOT_READ = `
  /auth/v1/user /server/main.ts /%2e%2e/server/main.ts /..%2fserver/main.ts /%2e%2e%2f%2e%2e%2fetc/passwd
  /..%5cserver%5cmain.ts /%252e%252e/server/main.ts /.data/keys.json /.env /.git/config /_astro
  /glasgow.html /index.html%00 /%E0%A4%A /%ff /__proto__ /constructor
`;

describe('a request for anything else than a file or a route gets 404 and stores nothing', () => {
  test.each([
    ...['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].flatMap((method) => [
      [method, '/rest/v1/leads'],
      [method, '/functions/v1/send-email'],
    ]),
    ...wordsOf(NOT_POSTED).map((path) => ['POST', path]),
    ...wordsOf(NOT_READ).map((path) => ['GET', path]),
    ['GET', `/${'a'.repeat(7_000)}`],
  ] as [string, string][])('%s %s', async (method, path) => {
    const { response, text, inserted } = await request(method, path);
    expect({ status: response.status, inserted }).toEqual({ status: 404, inserted: [] });
    if (method !== 'HEAD') expect(text).toContain('Oops! Page not found');
    expect(text).not.toMatch(/at .*:\d+:\d+|node_modules|select |insert /);
  });
});

test('the page that shows an invalid form again, with its errors, is compressed on the fly', async () => {
  const { app } = createTestApp();
  const response = await app.request('/', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': 'gzip, br' },
    body: 'source=valuation_form',
  });
  expect(response.status).toBe(422);
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(response.headers.get('vary')).toBe('Accept-Encoding');
  expect(gunzipSync(await response.arrayBuffer()).toString()).toContain('<title>Error: ');
});

test('when a handler throws, the response is 503 without the error’s message', async () => {
  const { app, lines } = createTestApp({
    sendEmail: () => Promise.reject(new Error('secret at main.ts:1:1')),
  });
  const asked = { method: 'POST', headers: HEADERS, body: '{}' };
  const response = await app.request('/functions/v1/send-email', asked);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(Object.fromEntries(response.headers)).toMatchObject(SECURITY_HEADERS);
  expect(await response.text()).not.toContain('secret');
  expect(lines[0]).toMatchObject({ msg: 'request failed', error: 'secret at main.ts:1:1' });
});
