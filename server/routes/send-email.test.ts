import { describe, expect, test } from 'vitest';
import { createTestApp, PUBLISHABLE_KEY } from '../../tests/support/app.ts';

async function post(headers: Record<string, string>, body: BodyInit) {
  const received: string[] = [];
  const { app } = createTestApp({
    sendEmail: async (request) => {
      received.push(await request.text());
      return new Response(null, { status: 202 });
    },
  });
  const response = await app.request('/functions/v1/send-email', { method: 'POST', headers, body });
  return { response, received };
}

test('the function gets the request as it came', async () => {
  const { response, received } = await post({ apikey: PUBLISHABLE_KEY }, '{"source":"chat_widget"}');
  expect({ status: response.status, received }).toEqual({
    status: 202,
    received: ['{"source":"chat_widget"}'],
  });
});

describe('the function never hears of a request', () => {
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
