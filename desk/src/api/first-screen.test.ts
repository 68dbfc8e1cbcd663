import { afterEach, expect, test, vi } from 'vitest';
import { prefetchFirstScreen, FIRST_PAGE, takePrefetched, takePrefetchedConfig } from './first-screen.ts';
import { SESSION_KEY } from './session-key.ts';

const CONFIG = { supabaseUrl: 'http://desk.example', supabaseKey: 'key' };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const FIRST_SCREEN = { me: { name: 'Ann' }, changes: { cursor: '1' }, inbox: { cards: [] } };

/** @param stored what local storage holds besides the session */
function stubBrowser(expiresInSeconds: number, stored: Record<string, string> = {}) {
  const asked: string[] = [];
  const session = { access_token: 'token', expires_at: Date.now() / 1000 + expiresInSeconds };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === SESSION_KEY ? JSON.stringify(session) : (stored[key] ?? null)),
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
  });
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(Response.json(url === '/config.json' ? CONFIG : FIRST_SCREEN));
  });
  return asked;
}

test('one request prefetches the results of the first screen’s three calls, and each is used once', async () => {
  const asked = stubBrowser(600);
  await prefetchFirstScreen();
  expect(asked).toEqual(['/config.json', 'http://desk.example/rest/v1/rpc/first_screen']);
  expect(await takePrefetchedConfig()?.then((response) => response.json())).toEqual(CONFIG);
  expect(takePrefetchedConfig()).toBeUndefined();
  expect(await takePrefetched('me', {})).toEqual(FIRST_SCREEN.me);
  expect(await takePrefetched('changes', { after: null })).toEqual(FIRST_SCREEN.changes);
  expect(await takePrefetched('inbox', FIRST_PAGE)).toEqual(FIRST_SCREEN.inbox);
  expect(await takePrefetched('inbox', FIRST_PAGE)).toBeUndefined();
});

test('after a visit, even one in which nobody was signed in yet, the next one does not wait for /config.json', async () => {
  const stored = {};
  stubBrowser(10, stored);
  await prefetchFirstScreen();
  await vi.waitUntil(() => Object.keys(stored).length > 0);
  const asked = stubBrowser(600, stored);
  const answer = fetch;
  vi.stubGlobal('fetch', (url: string) =>
    // Is answered after everything else was requested.
    url === '/config.json'
      ? vi.waitUntil(() => asked.length > 0).then(() => Response.json(CONFIG))
      : answer(url),
  );
  await prefetchFirstScreen();
  expect(await takePrefetched('me', {})).toEqual(FIRST_SCREEN.me);
});

test('if /config.json names another backend than at the last visit, that one is not used', async () => {
  const stored = {};
  stubBrowser(600, stored);
  await prefetchFirstScreen();
  stubBrowser(600, stored);
  const answer = fetch;
  const another = { ...CONFIG, supabaseUrl: 'http://other.example' };
  vi.stubGlobal('fetch', (url: string) =>
    url === '/config.json' ? Promise.resolve(Response.json(another)) : answer(url),
  );
  await expect(prefetchFirstScreen()).rejects.toThrow('another backend');
  await expect(takePrefetched('me', {})).rejects.toThrow('another backend');

  const asked = stubBrowser(600, stored);
  await prefetchFirstScreen().catch(() => undefined);
  expect(asked).toContain('http://other.example/rest/v1/rpc/first_screen');
});

test('with an access token that is about to expire, only /config.json is requested', async () => {
  const asked = stubBrowser(10);
  await prefetchFirstScreen();
  expect(asked).toEqual(['/config.json']);
  expect(await takePrefetched('me', {})).toBeUndefined();
});

test('a prefetched result is not given to another user who has signed in since', async () => {
  stubBrowser(600);
  await prefetchFirstScreen();
  vi.stubGlobal('localStorage', {
    getItem: () => JSON.stringify({ access_token: 'another', expires_at: Date.now() / 1000 + 600 }),
  });
  expect(await takePrefetched('me', {})).toBeUndefined();
});

test('after a call whose result was not prefetched, the unused prefetched results are discarded', async () => {
  stubBrowser(600);
  await prefetchFirstScreen();
  expect(await takePrefetched('me', {})).toEqual(FIRST_SCREEN.me);
  expect(await takePrefetched('lead', { lead_id: '1' })).toBeUndefined();
  expect(await takePrefetched('inbox', FIRST_PAGE)).toBeUndefined();
});

test('after ten seconds, the prefetched results are discarded', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  stubBrowser(600);
  await prefetchFirstScreen();
  vi.setSystemTime(Date.now() + 10_001);
  expect(await takePrefetched('me', {})).toBeUndefined();
});
