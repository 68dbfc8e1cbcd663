import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { limitRefusals } from './limit-refusals.ts';
import { openLimits } from './sign-in/limits.ts';

function setUp() {
  let ip = '203.0.113.1';
  // The limit on all refusals would delay some responses.
  const limits = { ...openLimits(), refusalsInAll: () => Promise.resolve(undefined) };
  const app = new Hono()
    .use(limitRefusals(limits, () => ip))
    .post('/forged', (c) => c.json({ hint: 'no_session' }, 403))
    .post('/valid', (c) => {
      c.set('hasSession', true);
      return c.json({ hint: 'stale' }, 409);
    });
  return {
    moveTo: (other: string) => (ip = other),
    post: async (path: string, times: number) => {
      const responses = [];
      for (let count = 0; count < times; count += 1)
        responses.push(await app.request(path, { method: 'POST' }));
      return responses;
    },
  };
}

test('an IP address with more than 60 refused requests in a minute gets 429, and others do not', async () => {
  const { post, moveTo } = setUp();
  const responses = await post('/forged', 61);
  expect(responses.map(({ status }) => status)).toEqual([...Array<number>(60).fill(403), 429]);
  expect(Number(responses[60]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await responses[60]?.json()).toMatchObject({ hint: 'too_many' });
  moveTo('203.0.113.2');
  expect((await post('/forged', 1))[0]?.status).toBe(403);
});

test('requests with a session are neither counted nor limited', async () => {
  const { post } = setUp();
  expect(new Set((await post('/valid', 100)).map(({ status }) => status))).toEqual(new Set([409]));
  expect((await post('/forged', 1))[0]?.status).toBe(403);
  await post('/forged', 100);
  expect((await post('/valid', 1))[0]?.status).toBe(409);
});
