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

test('the calls of the first screen find their answers, once', async () => {
  const asked = stubBrowser(600);
  await askEarly();
  expect(asked.map((url) => url.split('/').at(-1))).toEqual(['config.json', 'changes', 'me', 'inbox']);
  expect(await takeEarlyConfig()?.then((response) => response.json())).toEqual(CONFIG);
  expect(takeEarlyConfig()).toBeUndefined();
  for (const [name, args] of [
    ['me', {}],
    ['changes', { after: null }],
    ['inbox', FIRST_PAGE],
  ] as const) {
    const response = await takeEarly(name, args);
    expect(await response?.json()).toEqual({ from: `${CONFIG.supabaseUrl}/rest/v1/rpc/${name}` });
    expect(takeEarly(name, args)).toBeUndefined();
  }
});

test('with a session that is about to end, only the settings are read', async () => {
  const asked = stubBrowser(10);
  await askEarly();
  expect(asked).toEqual(['/config.json']);
});

test('somebody who has signed in since gets none of the answers', async () => {
  stubBrowser(600);
  await askEarly();
  vi.stubGlobal('localStorage', {
    getItem: () => JSON.stringify({ access_token: 'another', expires_at: Date.now() / 1000 + 600 }),
  });
  expect(takeEarly('me', {})).toBeUndefined();
});

test('where another page is opened, the list is not asked for', async () => {
  const asked = stubBrowser(600, '#/funnel');
  await askEarly();
  expect(asked.some((url) => url.endsWith('inbox'))).toBe(false);
});
