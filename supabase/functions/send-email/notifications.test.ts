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
  [9, 2560, 3600],
  [50, 3600, 3600],
])(
  'after %i earlier failures, the next retry is in %i seconds',
  (failedAttempts, seconds, longestSeconds = 600) => {
    expect(retryDelaySeconds(failedAttempts, longestSeconds)).toBe(seconds);
  },
);
