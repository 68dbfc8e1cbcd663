import { describe, expect, test } from 'vitest';
import { createRecordingStore, createTestApp } from '../../tests/support/app.ts';
import { CHAT_LEAD } from '../../tests/support/sample-leads.ts';

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

describe('a form of the site itself is taken', () => {
  test.each<[string, Record<string, string>]>([
    ['by a browser of today', { 'sec-fetch-site': 'same-origin', origin: 'https://house-buyer.example' }],
    ['whatever address a proxy asks for', { 'sec-fetch-site': 'same-origin', origin: 'https://cdn.example' }],
    ['at the address that was asked, behind a proxy with https', { origin: 'https://127.0.0.1:4321' }],
    ['at the public address', { origin: 'https://house-buyer.example' }],
    ['from a privacy extension’s browser', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['by a browser that sends neither', {}],
  ])('%s', async (_what, headers) => {
    expect(await postForm(headers)).toMatchObject({ status: 303, stored: 1 });
  });
});

describe('a form of another site is refused, and says what to do', () => {
  test.each<[string, Record<string, string>]>([
    ['as the browser says', { 'sec-fetch-site': 'cross-site' }],
    [
      'as the browser says, whatever its origin',
      { 'sec-fetch-site': 'cross-site', origin: 'https://house-buyer.example' },
    ],
    ['by its origin', { origin: 'https://evil.example' }],
    [
      'by its origin, of a subdomain',
      { 'sec-fetch-site': 'same-site', origin: 'https://evil.house-buyer.example' },
    ],
    ['by an origin that begins like ours', { origin: 'https://house-buyer.example.evil.example' }],
    ['by an origin with another port', { origin: 'http://127.0.0.1:9999' }],
    ['by an origin that is kept secret', { origin: 'null' }],
    ['by an origin that is none', { origin: 'house-buyer.example' }],
  ])('%s', async (_what, headers) => {
    expect(await postForm(headers)).toEqual({
      status: 403,
      text: expect.stringContaining('Please open our website yourself') as string,
      stored: 0,
    });
  });
});
