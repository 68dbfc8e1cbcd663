import { expect, test } from 'vitest';
import { isIdle } from './idle-lock.ts';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const minutes = (count: number) => count * 60_000;

test.each([
  ['just touched', NOON, false],
  ['14 minutes and 59 seconds ago', NOON - minutes(15) + 1000, false],
  ['15 minutes ago', NOON - minutes(15), true],
  ['yesterday', NOON - minutes(24 * 60), true],
  ['in the future, as the clock was set back', NOON + minutes(60), false],
  ['never', undefined, false],
])('%s', (_, lastTouchMs, locked) => {
  expect(isIdle(lastTouchMs, NOON)).toBe(locked);
});
