import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubSignedInBrowser } from '#support/signed-in-browser.ts';
import type * as Calls from './calls.ts';
import type * as Early from './early.ts';

const CONFIG = {
  supabaseUrl: 'http://desk.example',
  supabaseKey: 'key',
  brand: 'B',
  phone: '1',
  siteUrl: 's',
};

let readMe: typeof Calls.readMe;
let askEarly: typeof Early.askEarly;
let loaded: number;
/** What the listener answers, one call after the other: first to the early `first_screen`, then to `me`. */
let answers: Response[];

/** Opens the app's script in a browser in which Ann is signed in. */
beforeEach(async () => {
  vi.resetModules();
  stubSignedInBrowser('ann');
  vi.stubGlobal('fetch', (url: string | URL) => {
    const path = String(url);
    if (path === '/config.json') return Promise.resolve(Response.json(CONFIG));
    return Promise.resolve(answers.shift());
  });
  const { connect } = await import('./client.ts');
  ({ askEarly } = await import('./early.ts'));
  ({ readMe } = await import('./calls.ts'));
  loaded = 0;
  answers = [Response.json({ name: 'Ann' })];
  await connect(() => {
    loaded += 1;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('an answer that is there already needs no client', async () => {
  answers = [Response.json({ me: { name: 'Ann' } })];
  await askEarly();
  expect(await readMe()).toEqual({ name: 'Ann' });
  expect(loaded).toBe(0);
});

test('without one, the client is loaded, once', async () => {
  answers.push(Response.json({ name: 'Ann' }));
  expect(await Promise.all([readMe(), readMe()])).toEqual([{ name: 'Ann' }, { name: 'Ann' }]);
  expect(loaded).toBe(1);
});

test.each([401, 503])('an early answer with the status %i is asked for again', async (status) => {
  answers.unshift(Response.json({ message: 'no' }, { status }));
  await askEarly().catch(() => undefined);
  expect(await readMe()).toEqual({ name: 'Ann' });
  expect(answers).toEqual([]);
});
