import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { limitRefusals } from './limit-refusals.ts';
import { openLimits } from './sign-in/limits.ts';

function setUp() {
  // The limit on all refusals would delay some responses.
  const limits = { ...openLimits(), refusalsInAll: () => Promise.resolve(undefined) };
  const app = new Hono()
    .use(limitRefusals(limits, () => '203.0.113.1'))
    .post('/forged', (c) => c.json({ hint: 'no_session' }, 403))
    .post('/valid', (c) => {
      c.set('hasSession', true);
      return c.json({ hint: 'stale' }, 409);
    });
  return {
    post: async (path: string, times: number) => {
      const responses = [];
      for (let count = 0; count < times; count += 1)
        responses.push(await app.request(path, { method: 'POST' }));
      return responses;
    },
  };
}

test('requests with a session are neither counted nor limited', async () => {
  const { post } = setUp();
  expect(new Set((await post('/valid', 100)).map(({ status }) => status))).toEqual(new Set([409]));
  expect((await post('/forged', 1))[0]?.status).toBe(403);
  await post('/forged', 100);
  expect((await post('/valid', 1))[0]?.status).toBe(409);
});
