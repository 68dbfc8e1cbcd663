import { expect, test } from 'vitest';
import { isIdle } from './idle-lock.ts';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const minutes = (count: number) => count * 60_000;

test.each([
  ['just now', false, NOON],
  ['14 minutes and 59 seconds ago', false, NOON - minutes(15) + 1000],
  ['15 minutes ago', true, NOON - minutes(15)],
  ['yesterday', true, NOON - minutes(24 * 60)],
  ['in the future, as the clock was set back', false, NOON + minutes(60)],
  ['not recorded', false, undefined],
])('if the last activity was %s, isIdle() returns %s', (_, locked, lastActivityMs) => {
  expect(isIdle(lastActivityMs, NOON)).toBe(locked);
});
