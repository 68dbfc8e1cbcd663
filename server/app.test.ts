import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createTestApp, SECURITY_HEADERS, SITE_FIXTURE } from '../tests/support/server/test-app.ts';
import { CHAT_LEAD } from '../tests/support/leads/sample-leads.ts';
import { PUBLISHABLE_KEY } from '../tests/support/server/publishable-key.ts';
import { openSite } from './site/site.ts';

const HEADERS = { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' };

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

const KEY = `aZ09-_${'k'.repeat(37)}`;

test('the answer to a form is cut off from the window that opened it, and a page that is not found is not', async () => {
  const { app } = createTestApp();
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const answer = await app.request('/', { ...form, body: 'source=valuation_form' });
  const policies = [answer, await app.request('/nowhere'), await app.request('/glasgow/')].map(
    ({ headers }) => headers.get('cross-origin-opener-policy'),
  );
  expect(policies).toEqual(['same-origin', null, null]);
});

test.each([
  [`/your-enquiry%23k=${KEY}`, `/your-enquiry#k=${KEY}`],
  [`/your-enquiry%2523k%253D${KEY}`, `/your-enquiry#k=${KEY}`],
  [`/YOUR-ENQUIRY%23K=${KEY}.`, `/your-enquiry#k=${KEY}`],
  [`/your-enquiry.html?k=${KEY}`, `/your-enquiry#k=${KEY}`],
  [`/your-enquiry%23k=${KEY.slice(0, 20)}%0D%0A${KEY.slice(20)}&amp;erase`, `/your-enquiry#k=${KEY}`],
  ['/your-enquiry.html', '/your-enquiry'],
  ['/Your-Enquiry).', '/your-enquiry'],
])('a link that arrives as %s leads to the page, and its key is not logged', async (path, location) => {
  const site = openSite(SITE_FIXTURE, { headers: SECURITY_HEADERS });
  const { app, lines } = createTestApp({ site: { ...site, has: (name) => name === '/your-enquiry' } });
  const response = await app.request(path);
  expect([response.status, response.headers.get('location')]).toEqual([302, location]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(lines).toEqual([]);

  const withoutPage = createTestApp();
  await withoutPage.app.request(path);
  expect(JSON.stringify(withoutPage.lines)).not.toContain(KEY.slice(0, 20));
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

test('refused posts fill the log with at most thirty lines a minute of each kind; accepted ones are all logged', async () => {
  const { app, lines } = createTestApp();
  const post = (path: string, headers: Record<string, string>, body: string) =>
    app.request(path, { method: 'POST', headers, body });
  for (let count = 0; count < 100; count += 1) {
    await post('/rest/v1/leads', {}, '{}');
    await post('/', { 'content-type': 'application/x-www-form-urlencoded' }, 'source=chat_widget');
  }
  const countOf = (message: string) => lines.filter(({ msg }) => msg === message).length;
  expect(['lead refused', 'form not accepted', 'request'].map(countOf)).toEqual([30, 30, 30]);
  for (let count = 0; count < 40; count += 1) await post('/functions/v1/send-email', HEADERS, '{}');
  expect(countOf('request')).toBe(70);
});
