import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubSignedInBrowser } from '#support/signed-in-browser.ts';
import type * as Calls from './calls.ts';
import type * as FirstScreen from './first-screen.ts';

const CONFIG = {
  supabaseUrl: 'http://desk.example',
  supabaseKey: 'key',
  brand: 'B',
  phone: '1',
  siteUrl: 's',
};

let readMe: typeof Calls.readMe;
let storeChange: typeof Calls.storeChange;
let prefetchFirstScreen: typeof FirstScreen.prefetchFirstScreen;
let loaded: number;
/** The server's next responses, in order: to the prefetch of `first_screen`, if a test makes it, and then to `me`. */
let responses: Response[];
let bodies: unknown[];

/** Stubs a browser in which Ann is signed in, and loads the modules afresh, because they keep state. */
beforeEach(async () => {
  vi.resetModules();
  stubSignedInBrowser('ann');
  bodies = [];
  vi.stubGlobal('fetch', (url: string | URL, { body }: RequestInit = {}) => {
    const path = String(url);
    if (path === '/config.json') return Promise.resolve(Response.json(CONFIG));
    if (typeof body === 'string') bodies.push(JSON.parse(body));
    return Promise.resolve(responses.shift());
  });
  const { connect } = await import('./client.ts');
  ({ prefetchFirstScreen } = await import('./first-screen.ts'));
  ({ readMe, storeChange } = await import('./calls.ts'));
  loaded = 0;
  responses = [Response.json({ name: 'Ann' })];
  await connect(() => {
    loaded += 1;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a call whose result was prefetched does not load the Supabase client', async () => {
  responses = [Response.json({ me: { name: 'Ann' } })];
  await prefetchFirstScreen();
  expect(await readMe()).toEqual({ name: 'Ann' });
  expect(loaded).toBe(0);
});

test('two calls without a prefetched result load the Supabase client once', async () => {
  responses.push(Response.json({ name: 'Ann' }));
  expect(await Promise.all([readMe(), readMe()])).toEqual([{ name: 'Ann' }, { name: 'Ann' }]);
  expect(loaded).toBe(1);
});

test.each([401, 503])('if the prefetch fails with status %i, the call is sent again', async (status) => {
  responses.unshift(Response.json({ message: 'no' }, { status }));
  await prefetchFirstScreen().catch(() => undefined);
  expect(await readMe()).toEqual({ name: 'Ann' });
  expect(responses).toEqual([]);
});

test('each attempt to store a change has the id of the change as its request id', async () => {
  const args = { lead_id: 'one', body: 'Roof' };
  responses = [Response.json({ message: 'no' }, { status: 503 }), Response.json({})];
  const attempt = () => storeChange({ id: 'two', name: 'note', args, person: 'ann' });
  await expect(attempt()).rejects.toThrow();
  await attempt();
  const body = { ...args, request_id: 'two' };
  expect(bodies).toEqual([body, body]);
});
