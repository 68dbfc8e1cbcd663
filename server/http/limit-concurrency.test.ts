import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

test('two jobs run, two wait, and a fifth is refused', async () => {
  const run = limitConcurrency({ running: 2, waiting: 2 });
  const started: number[] = [];
  const jobs = Array.from({ length: 5 }, (_, number) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const outcome = run(() => {
      started.push(number);
      return promise;
    });
    return {
      outcome,
      end: () => {
        resolve(number);
      },
    };
  });
  expect(await jobs[4]?.outcome).toBeUndefined();
  expect(started).toEqual([0, 1]);

  jobs[1]?.end();
  expect(await jobs[1]?.outcome).toBe(1);
  expect(started).toEqual([0, 1, 2]);
  for (const { end } of jobs) end();
  expect(await Promise.all(jobs.map(({ outcome }) => outcome))).toEqual([0, 1, 2, 3, undefined]);
});

test('a job that fails makes room for the next', async () => {
  const run = limitConcurrency({ running: 1, waiting: 0 });
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await run(() => Promise.resolve('next'))).toBe('next');
});
