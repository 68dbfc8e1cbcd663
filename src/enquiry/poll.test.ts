import { expect, test } from 'vitest';
import { nextPollMs } from './poll.ts';

test('the page reads again in less than five seconds, and more rarely after each failure, at most a minute apart', () => {
  expect(nextPollMs(0)).toBeLessThan(5_000);
  expect([1, 2, 3].map(nextPollMs)).toEqual([9_000, 18_000, 36_000]);
  expect(nextPollMs(20)).toBe(60_000);
});
