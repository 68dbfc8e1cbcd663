import { expect, test } from 'vitest';
import { retryDelaySeconds } from './notifications.ts';

test.each([
  [0, 5],
  [1, 10],
  [2, 20],
  [3, 40],
  [6, 320],
  [7, 600],
  [50, 600],
  [100_000, 600],
])('after %i earlier failures, the next retry is in %i seconds', (failedAttempts, seconds) => {
  expect(retryDelaySeconds(failedAttempts)).toBe(seconds);
});
