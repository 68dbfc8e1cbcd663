import { afterEach, expect, test, vi } from 'vitest';
import { askEarly, FIRST_PAGE, SESSION_KEY, takeEarly, takeEarlyConfig } from './early.ts';

const CONFIG = { supabaseUrl: 'http://desk.example', supabaseKey: 'key' };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ANSWER = { me: { name: 'Ann' }, changes: { cursor: '1' }, inbox: { cards: [] } };

function stubBrowser(expiresInSeconds: number) {
  const asked: string[] = [];
  const session = { access_token: 'token', expires_at: Date.now() / 1000 + expiresInSeconds };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === SESSION_KEY ? JSON.stringify(session) : null),
  });
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(Response.json(url === '/config.json' ? CONFIG : ANSWER));
  });
  return asked;
}

test('one request answers the three calls of the first screen, each once', async () => {
  const asked = stubBrowser(600);
  await askEarly();
  expect(asked).toEqual(['/config.json', 'http://desk.example/rest/v1/rpc/first_screen']);
  expect(await takeEarlyConfig()?.then((response) => response.json())).toEqual(CONFIG);
  expect(takeEarlyConfig()).toBeUndefined();
  expect(await takeEarly('me', {})).toEqual(ANSWER.me);
  expect(await takeEarly('changes', { after: null })).toEqual(ANSWER.changes);
  expect(await takeEarly('inbox', FIRST_PAGE)).toEqual(ANSWER.inbox);
  expect(await takeEarly('inbox', FIRST_PAGE)).toBeUndefined();
});

test('with a session that is about to end, only the settings are read', async () => {
  const asked = stubBrowser(10);
  await askEarly();
  expect(asked).toEqual(['/config.json']);
  expect(await takeEarly('me', {})).toBeUndefined();
});

test('somebody who has signed in since gets none of the answers', async () => {
  stubBrowser(600);
  await askEarly();
  vi.stubGlobal('localStorage', {
    getItem: () => JSON.stringify({ access_token: 'another', expires_at: Date.now() / 1000 + 600 }),
  });
  expect(await takeEarly('me', {})).toBeUndefined();
});

test('after a call of another kind, the list is read anew', async () => {
  stubBrowser(600);
  await askEarly();
  expect(await takeEarly('me', {})).toEqual(ANSWER.me);
  expect(await takeEarly('lead', { lead_id: '1' })).toBeUndefined();
  expect(await takeEarly('inbox', FIRST_PAGE)).toBeUndefined();
});

test('after ten seconds, everything is read anew', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  stubBrowser(600);
  await askEarly();
  vi.setSystemTime(Date.now() + 10_001);
  expect(await takeEarly('me', {})).toBeUndefined();
});
