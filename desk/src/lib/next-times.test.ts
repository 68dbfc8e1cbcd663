import { expect, test } from 'vitest';
import { toLondonField } from './london.ts';
import { soon, morningIn } from './next-times.ts';

const MONDAY = '2026-11-23';
const SATURDAY = '2026-11-28';
const SUNDAY = '2026-11-29';

test.each([
  ['in the morning', `${MONDAY}T10:05`, `${MONDAY}T12:15`],
  ['late in the afternoon', `${MONDAY}T16:30`, '2026-11-24T10:00'],
  ['at night', `${MONDAY}T23:30`, '2026-11-24T10:00'],
  ['before opening', `${MONDAY}T05:00`, `${MONDAY}T10:00`],
  ['on a Saturday evening', `${SATURDAY}T18:00`, '2026-11-30T10:00'],
  ['on a Sunday', `${SUNDAY}T11:00`, '2026-11-30T10:00'],
])('%s, at %s, the time to call again soon is %s', (_when, now, then) => {
  expect(toLondonField(soon(Date.parse(`${now}:00Z`)))).toBe(then);
});

test.each([
  [1, `${MONDAY}T15:00`, '2026-11-24T10:00'],
  [1, `${SATURDAY}T15:00`, '2026-11-30T10:00'],
  [7, `${SUNDAY}T15:00`, '2026-12-07T10:00'],
])('the suggested morning %i day(s) after %s, never a Sunday, is %s', (days, now, then) => {
  expect(toLondonField(morningIn(days, Date.parse(`${now}:00Z`)))).toBe(then);
});
