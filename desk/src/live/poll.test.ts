import { describe, expect, test } from 'vitest';
import { activityOf, IDLE_AFTER_MS, nextPollMs } from './poll.ts';

const MIDDLE = 0.5;

describe('the time until the next poll', () => {
  test.each([
    ['active', 0, 2_200],
    ['idle', 0, 15_000],
    ['hidden', 0, 20_000],
    ['active', 1, 4_400],
    ['active', 3, 17_600],
    ['active', 40, 60_000],
    ['idle', 9, 60_000],
  ] as const)('in an %s tab, after %i failures in a row, it is %i ms', (activity, failures, ms) => {
    expect(nextPollMs(activity, failures, MIDDLE)).toBe(ms);
  });

  test('the time varies at random by 10 % to either side', () => {
    expect([nextPollMs('active', 0, 0), nextPollMs('active', 0, 1)]).toEqual([1_980, 2_420]);
  });
});

test.each([
  [true, 0, 'active'],
  [true, IDLE_AFTER_MS - 1, 'active'],
  [true, IDLE_AFTER_MS, 'idle'],
  [false, 0, 'hidden'],
] as const)('a tab (visible: %s) that was last used %i ms ago is %s', (isVisible, ms, activity) => {
  expect(activityOf(isVisible, ms)).toBe(activity);
});
