import { beforeEach, expect, test } from 'vitest';
import { connectDesk } from '#support/desk/connect-desk.ts';
import { toLondonField } from '../lib/london.ts';
import { soon, morningIn } from './next-times.ts';

beforeEach(() => connectDesk());

const MONDAY = '2026-11-23';
const SATURDAY = '2026-11-28';
const SUNDAY = '2026-11-29';

// On Monday 30 November, St Andrew's Day, and from Friday 25 to Monday 28 December the firm is closed.
test.each([
  ['in the morning', `${MONDAY}T10:05`, `${MONDAY}T12:15`],
  ['late in the afternoon', `${MONDAY}T16:30`, '2026-11-24T10:00'],
  ['at night', `${MONDAY}T23:30`, '2026-11-24T10:00'],
  ['before opening', `${MONDAY}T05:00`, `${MONDAY}T10:00`],
  ['on a Saturday, two hours before closing', `${SATURDAY}T12:00`, '2026-12-01T10:00'],
  ['on a Sunday', `${SUNDAY}T11:00`, '2026-12-01T10:00'],
  ['on Christmas Eve', '2026-12-24T16:30', '2026-12-29T10:00'],
])('%s, at %s, the time to call again soon is %s', (_when, now, then) => {
  expect(toLondonField(soon(Date.parse(`${now}:00Z`)))).toBe(then);
});

test.each([
  [1, `${MONDAY}T15:00`, '2026-11-24T10:00'],
  [1, `${SATURDAY}T15:00`, '2026-12-01T10:00'],
  [3, '2026-12-22T15:00', '2026-12-29T10:00'],
  [7, `${SUNDAY}T15:00`, '2026-12-07T10:00'],
])('the suggested morning %i day(s) after %s, never on a closed day, is %s', (days, now, then) => {
  expect(toLondonField(morningIn(days, Date.parse(`${now}:00Z`)))).toBe(then);
});

test('the suggested times follow the hours and closed days that the firm has published', async () => {
  await connectDesk('Tue–Thu 11:30–15:00', '2026-11-25 to 2026-11-26');
  const now = Date.parse(`${MONDAY}T10:05:00Z`);
  expect(toLondonField(soon(now))).toBe('2026-11-24T11:30');
  expect(toLondonField(morningIn(2, now))).toBe('2026-12-01T11:30');
});
