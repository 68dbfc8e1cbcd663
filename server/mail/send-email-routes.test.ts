import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../tests/support/server/test-app.ts';
import { PUBLISHABLE_KEY } from '../../tests/support/server/publishable-key.ts';

async function post(headers: Record<string, string>, body: BodyInit, secondsToWait?: number) {
  const received: string[] = [];
  const { app } = createTestApp({
    callLimit: { count: () => Promise.resolve(secondsToWait) },
    sendEmail: async (request) => {
      received.push(await request.text());
      return new Response(null, { status: 202 });
    },
  });
  const response = await app.request('/functions/v1/send-email', { method: 'POST', headers, body });
  return { response, received };
}

test('the send-email function gets the unchanged request', async () => {
  const { response, received } = await post({ apikey: PUBLISHABLE_KEY }, '{"source":"chat_widget"}');
  expect(response.status).toBe(202);
  expect(received).toEqual(['{"source":"chat_widget"}']);
});

test('a call above the limit gets 429 with Retry-After', async () => {
  const { response, received } = await post({ apikey: PUBLISHABLE_KEY }, '{}', 7);
  expect([response.status, response.headers.get('retry-after'), received]).toEqual([429, '7', []]);
  expect(await response.json()).toEqual({
    code: 'too_many_calls',
    message: 'Too many calls in a short time. The email is sent without this one.',
  });
});

describe('the send-email function is not called for a request', () => {
  test.each<[what: string, headers: Record<string, string>, body: string, status: number, code: string]>([
    ['without a key', {}, '{}', 401, 'invalid_api_key'],
    ['with a wrong key', { apikey: 'sb_publishable_x' }, '{}', 401, 'invalid_api_key'],
    ['of 17 KB', { apikey: PUBLISHABLE_KEY }, 'a'.repeat(17_000), 413, 'body_too_large'],
    ['of 10 MB', { apikey: PUBLISHABLE_KEY }, 'a'.repeat(10_000_000), 413, 'body_too_large'],
  ])('%s', async (_what, headers, body, status, code) => {
    const { response, received } = await post(headers, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
    expect(received).toEqual([]);
  });
});
