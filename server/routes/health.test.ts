import { expect, test } from 'vitest';
import { createTestApp, HEALTHY } from '../../tests/support/app.ts';
import type { Readiness } from '../health.ts';

test.each<[Readiness['status'], number]>([
  ['ready', 200],
  // Whoever goes by the status alone: a mail server that is down must not take the site away.
  ['warning', 200],
  ['unavailable', 503],
])(
  'a server that is %s answers /readyz with %i, the checks, and a ban on keeping it',
  async (status, code) => {
    const { checks } = await HEALTHY.readiness();
    const { app } = createTestApp({
      health: { ...HEALTHY, readiness: () => Promise.resolve({ status, checks }) },
    });
    const response = await app.request('/readyz');
    expect({ code: response.status, cache: response.headers.get('cache-control') }).toEqual({
      code,
      cache: 'no-store',
    });
    expect(await response.json()).toEqual({ status, checks });
  },
);

test('/healthz touches nothing: it answers though nothing else does', async () => {
  const broken = () => Promise.reject(new Error('asked'));
  const { app } = createTestApp({ health: { readiness: broken, queue: broken } });
  const response = await app.request('/healthz');
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
});
