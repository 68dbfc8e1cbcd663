import { beforeEach, expect, test, vi } from 'vitest';
import type * as Calls from './calls.ts';
import type * as FirstScreen from './first-screen.ts';
import { Refusal, Unavailable } from './refusal.ts';

let calls: typeof Calls;
let prefetchFirstScreen: typeof FirstScreen.prefetchFirstScreen;
let asked: { path: string; headers: Record<string, string>; body?: string | undefined }[];
/** The server's next responses, in order. */
let responses: Response[];

/** Loads the modules afresh, because they keep state. */
beforeEach(async () => {
  vi.resetModules();
  asked = [];
  responses = [];
  vi.stubGlobal('location', { hash: '' });
  type Init = { headers?: Record<string, string>; body?: string };
  vi.stubGlobal('fetch', (path: string, { headers = {}, body }: Init = {}) => {
    if (path === '/config.json') return Promise.resolve(Response.json({}));
    asked.push({ path, headers, body });
    const response = responses.shift();
    return response ? Promise.resolve(response) : Promise.reject(new TypeError('Failed to fetch'));
  });
  ({ prefetchFirstScreen } = await import('./first-screen.ts'));
  calls = await import('./calls.ts');
});

test('a call whose result was prefetched sends no request of its own', async () => {
  responses = [Response.json({ me: { name: 'Ann' } })];
  await prefetchFirstScreen();
  expect(await calls.call('me', {})).toEqual({ name: 'Ann' });
  expect(asked.map(({ path }) => path)).toEqual(['/api/first_screen']);
});

test('if the server does not answer the prefetch, the call is sent by itself', async () => {
  responses = [Response.json({ message: 'no' }, { status: 503 }), Response.json({ name: 'Ann' })];
  await prefetchFirstScreen().catch(() => undefined);
  expect(await calls.call('me', {})).toEqual({ name: 'Ann' });
  expect(asked.map(({ path }) => path)).toEqual(['/api/first_screen', '/api/me']);
});

test('if the prefetch is refused, so is the call, without another request', async () => {
  responses = [
    Response.json({ hint: 'no_session', message: 'You are signed out. Sign in again.' }, { status: 403 }),
  ];
  await prefetchFirstScreen().catch(() => undefined);
  await expect(calls.call('me', {})).rejects.toMatchObject({ name: 'Refusal', hint: 'no_session' });
  expect(asked).toHaveLength(1);
});

test('a change names the person who made it, and a look-up does not', async () => {
  responses = [Response.json({}), Response.json({})];
  const args = { lead_id: 'one', body: 'Roof' };
  await calls.storeChange({ id: 'two', name: 'note', args, person: 'ann', madeAt: 0 });
  await calls.call('lead', { lead_id: 'one' });
  expect(asked.map(({ headers }) => headers['x-only-as'])).toEqual(['ann', undefined]);
});

test.each<[what: string, response: Response | undefined, error: Refusal | Unavailable]>([
  ['no response', undefined, new Unavailable('The desk cannot be reached.')],
  [
    'a page of a proxy',
    new Response('<html>', { status: 200 }),
    new Unavailable('The response is not complete.', { status: 200 }),
  ],
  ['status 503', new Response('', { status: 503 }), new Unavailable('…', { status: 503 })],
  [
    'a refusal by a proxy',
    new Response('<html>', { status: 413 }),
    new Refusal(413, { hint: '', message: 'The desk answers with 413.' }),
  ],
  [
    'a refusal by the server',
    Response.json({ hint: 'stale', message: 'Changed.', detail: { by: 'Ben' } }, { status: 409 }),
    new Refusal(409, { hint: 'stale', message: 'Changed.', detail: { by: 'Ben' } }),
  ],
])('%s is an error of its kind', async (_what, response, error) => {
  if (response) responses = [response];
  const { name, status } = error;
  const expected = error instanceof Refusal ? { hint: error.hint, detail: error.detail } : {};
  await expect(calls.call('lead', { lead_id: 'one' })).rejects.toMatchObject({ name, status, ...expected });
});

test('each attempt to store a change has the id of the change as its request id', async () => {
  const args = { lead_id: 'one', body: 'Roof' };
  responses = [Response.json({ message: 'no' }, { status: 503 }), Response.json({})];
  const attempt = () => calls.storeChange({ id: 'two', name: 'note', args, person: 'ann', madeAt: 0 });
  await expect(attempt()).rejects.toThrow();
  await attempt();
  const sent = JSON.stringify({ ...args, request_id: 'two' });
  expect(asked.map(({ body }) => body)).toEqual([sent, sent]);
});

test('a call says how long ago it was made, by the clock of this device', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(60_000);
  responses = [Response.json({})];
  const args = { lead_id: 'one', version: 1, channel: 'phone', outcome: 'spoke' } as const;
  await calls.storeChange({ id: 'two', name: 'log_call', args, person: 'ann', madeAt: 15_000 });
  expect(asked.map(({ body }) => body)).toEqual([
    JSON.stringify({ ...args, made_seconds_ago: 45, request_id: 'two' }),
  ]);
});
