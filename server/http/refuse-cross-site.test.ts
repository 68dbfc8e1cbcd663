import { describe, expect, test } from 'vitest';
import { createRecordingStore, createTestApp } from '../../tests/support/server/test-app.ts';
import { CHAT_LEAD } from '../../tests/support/leads/sample-leads.ts';

async function postForm(headers: Record<string, string>) {
  const leads = createRecordingStore();
  const { app } = createTestApp({ leads });
  const { name, phone, message, source } = CHAT_LEAD;
  const response = await app.request('http://127.0.0.1:4321/', {
    method: 'POST',
    headers,
    body: new URLSearchParams({ name, phone, message, source }),
  });
  return { status: response.status, text: await response.text(), stored: leads.inserted.length };
}

const SITE = 'https://house-buyer.example';

describe('a form of the site is accepted', () => {
  test.each<[string, Record<string, string>]>([
    ['same-origin, with the Origin of the site', { 'sec-fetch-site': 'same-origin', origin: SITE }],
    [
      'same-origin, whatever the Origin says',
      { 'sec-fetch-site': 'same-origin', origin: 'https://cdn.example' },
    ],
    ['the Origin is the request’s host, with https at the proxy', { origin: 'https://127.0.0.1:4321' }],
    ['the Origin is the site’s public URL', { origin: SITE }],
    [
      'same-origin with Origin: null, as of privacy extensions',
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
    ],
    ['without Sec-Fetch-Site and Origin', {}],
  ])('%s', async (_what, headers) => {
    expect(await postForm(headers)).toMatchObject({ status: 303, stored: 1 });
  });
});

describe('a form of another site is refused, and the response says what to do', () => {
  test.each<[string, Record<string, string>]>([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['cross-site, whatever the Origin says', { 'sec-fetch-site': 'cross-site', origin: SITE }],
    ['the Origin of another site', { origin: 'https://evil.example' }],
    [
      'same-site, from a subdomain',
      { 'sec-fetch-site': 'same-site', origin: 'https://evil.house-buyer.example' },
    ],
    ['an Origin that begins like ours', { origin: 'https://house-buyer.example.evil.example' }],
    ['an Origin with another port', { origin: 'http://127.0.0.1:9999' }],
    ['Origin: null', { origin: 'null' }],
    ['an invalid Origin', { origin: 'house-buyer.example' }],
  ])('%s', async (_what, headers) => {
    expect(await postForm(headers)).toEqual({
      status: 403,
      text: expect.stringContaining('Please open our website yourself') as string,
      stored: 0,
    });
  });
});
