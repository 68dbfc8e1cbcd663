import { expect, test } from 'vitest';
import { createTestApp, HEALTHY } from '../../tests/support/server/test-app.ts';
import type { Readiness } from './health.ts';

test.each<[Readiness['status'], number]>([
  ['ready', 200],
  // A load balancer looks only at the status, and must not remove the site because a mail server is down.
  ['warning', 200],
  ['unavailable', 503],
])('when the server is %s, /readyz responds with %i and the checks, uncached', async (status, code) => {
  const { checks } = await HEALTHY.readiness();
  const { app } = createTestApp({
    health: { ...HEALTHY, readiness: () => Promise.resolve({ status, checks }) },
  });
  const response = await app.request('/readyz');
  expect([response.status, response.headers.get('cache-control')]).toEqual([code, 'no-store']);
  expect(await response.json()).toEqual({ status, checks });
});

test('/healthz responds even if nothing else works', async () => {
  const broken = () => Promise.reject(new Error('asked'));
  const { app } = createTestApp({ health: { readiness: broken, queue: broken, room: broken } });
  const response = await app.request('/healthz');
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
});
