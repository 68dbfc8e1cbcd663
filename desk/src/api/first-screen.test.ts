import { beforeEach, expect, test, vi } from 'vitest';
import {
  discardPrefetched,
  FIRST_PAGE,
  prefetchFirstScreen,
  takePrefetched,
  takePrefetchedConfig,
} from './first-screen.ts';

const CONFIG = { brand: 'B' };
const FIRST_SCREEN = { me: { name: 'Ann' }, changes: { cursor: '1' }, inbox: { cards: [] } };

let asked: string[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(Response.json(url === '/config.json' ? CONFIG : FIRST_SCREEN));
  });
});

test('one request prefetches the results of the first screen’s three calls, and each is used once', async () => {
  await prefetchFirstScreen();
  expect(asked).toEqual(['/config.json', '/api/first_screen']);
  expect(await takePrefetchedConfig()?.then((response) => response.json())).toEqual(CONFIG);
  expect(takePrefetchedConfig()).toBeUndefined();
  expect(await takePrefetched('me', {})).toEqual(FIRST_SCREEN.me);
  expect(await takePrefetched('changes', { after: null })).toEqual(FIRST_SCREEN.changes);
  expect(await takePrefetched('inbox', FIRST_PAGE)).toEqual(FIRST_SCREEN.inbox);
  expect(await takePrefetched('inbox', FIRST_PAGE)).toBeUndefined();
});

test('a one-time link, which opens another session, prefetches the configuration alone', async () => {
  vi.stubGlobal('location', { hash: '#/link/token' });
  await prefetchFirstScreen();
  expect(asked).toEqual(['/config.json']);
  expect(await takePrefetched('me', {})).toBeUndefined();
});

test('a prefetched result is not given to another user who has signed in since', async () => {
  await prefetchFirstScreen();
  discardPrefetched();
  expect(await takePrefetched('me', {})).toBeUndefined();
});

test('after a call whose result was not prefetched, the unused prefetched results are discarded', async () => {
  await prefetchFirstScreen();
  expect(await takePrefetched('me', {})).toEqual(FIRST_SCREEN.me);
  expect(await takePrefetched('lead', { lead_id: '1' })).toBeUndefined();
  expect(await takePrefetched('inbox', FIRST_PAGE)).toBeUndefined();
});

test('after ten seconds, the prefetched results are discarded', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await prefetchFirstScreen();
  vi.setSystemTime(Date.now() + 10_001);
  expect(await takePrefetched('me', {})).toBeUndefined();
});
