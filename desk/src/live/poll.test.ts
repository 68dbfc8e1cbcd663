import { describe, expect, test } from 'vitest';
import { activityOf, IDLE_AFTER_MS, nextPollMs } from './poll.ts';

const MIDDLE = 0.5;

describe('the time until the next poll', () => {
  test.each([
    ['active', 0, 2_500],
    ['idle', 0, 15_000],
    ['active', 1, 5_000],
    ['active', 3, 20_000],
    ['active', 40, 60_000],
    ['idle', 9, 60_000],
  ] as const)('in an %s tab, after %i failures in a row, it is %i ms', (activity, failures, ms) => {
    expect(nextPollMs(activity, failures, MIDDLE)).toBe(ms);
  });

  test('the desk does not poll while its tab is hidden', () => {
    expect(nextPollMs('hidden', 0, MIDDLE)).toBeUndefined();
  });

  test('the time varies at random by 10 % to either side', () => {
    expect([nextPollMs('active', 0, 0), nextPollMs('active', 0, 1)]).toEqual([2_250, 2_750]);
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
