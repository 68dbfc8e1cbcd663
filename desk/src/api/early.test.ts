import { PostgrestClient } from '@supabase/postgrest-js';
import { afterEach, expect, test, vi } from 'vitest';
import { askEarly, FIRST_PAGE, SESSION_KEY, takeEarly, takeEarlyConfig } from './early.ts';

const CONFIG = { supabaseUrl: 'http://desk.example', supabaseKey: 'key' };

afterEach(() => {
  vi.unstubAllGlobals();
});

function stubBrowser(expiresInSeconds: number, hash = '') {
  const asked: string[] = [];
  const session = { access_token: 'token', expires_at: Date.now() / 1000 + expiresInSeconds };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === SESSION_KEY ? JSON.stringify(session) : null),
  });
  vi.stubGlobal('location', { hash });
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(Response.json(url === '/config.json' ? CONFIG : { from: url }));
  });
  return asked;
}

/** What the app's client asks for, and whether the answer was there already. */
async function callsOf(...calls: [name: string, args: object][]) {
  const early: boolean[] = [];
  const client = new PostgrestClient(`${CONFIG.supabaseUrl}/rest/v1`, {
    schema: 'desk',
    fetch: (input, init) => {
      const answer = takeEarly(input, init?.body, 'token');
      early.push(answer !== undefined);
      return answer ?? Promise.resolve(Response.json({}));
    },
  });
  for (const [name, args] of calls) await client.rpc(name, args);
  return early;
}

test('the calls of the first screen find their answers, once', async () => {
  const asked = stubBrowser(600);
  await askEarly();
  expect(asked.map((url) => url.split('/').at(-1))).toEqual(['config.json', 'changes', 'me', 'inbox']);
  expect(await takeEarlyConfig()?.then((response) => response.json())).toEqual(CONFIG);
  expect(takeEarlyConfig()).toBeUndefined();
  expect(
    await callsOf(['me', {}], ['changes', { after: null }], ['inbox', FIRST_PAGE], ['inbox', FIRST_PAGE]),
  ).toEqual([true, true, true, false]);
});

test('with a session that is about to end, only the settings are read', async () => {
  const asked = stubBrowser(10);
  await askEarly();
  expect(asked).toEqual(['/config.json']);
});

test('where another page is opened, the list is not asked for', async () => {
  const asked = stubBrowser(600, '#/funnel');
  await askEarly();
  expect(asked.some((url) => url.endsWith('inbox'))).toBe(false);
});
