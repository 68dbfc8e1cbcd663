import { expect, test } from 'vitest';
import { daysBetween, fromLondonField, timeInWords, toLondonField } from './london.ts';

test.each([
  ['winter', '2026-11-23T14:02', '2026-11-23T14:02:00.000Z'],
  ['summer', '2026-07-01T09:00', '2026-07-01T08:00:00.000Z'],
  ['the hour after the clocks go forward', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ['the hour before the clocks go back', '2026-10-25T00:30', '2026-10-24T23:30:00.000Z'],
  ['the hour after the clocks go back', '2026-10-25T02:30', '2026-10-25T02:30:00.000Z'],
])('in %s, %s in London is %s', (_when, field, moment) => {
  expect(fromLondonField(field).toISOString()).toBe(moment);
  expect(toLondonField(moment)).toBe(field);
});

const MONDAY_NOON = '2026-11-23T12:00:00Z';

test.each([
  ['2026-11-23T14:02:00Z', 'today 14:02'],
  ['2026-11-24T00:00:00Z', 'tomorrow 00:00'],
  ['2026-11-22T23:59:00Z', 'yesterday 23:59'],
  ['2026-11-27T17:00:00Z', 'Friday 17:00'],
  ['2026-11-30T09:00:00Z', 'Mon 30 Nov 09:00'],
  ['2026-11-16T09:00:00Z', 'Mon 16 Nov 09:00'],
  ['2027-01-04T09:00:00Z', '4 Jan 2027 09:00'],
])('on Monday at noon, %s is %s', (moment, words) => {
  expect(timeInWords(moment, MONDAY_NOON)).toBe(words);
});

test('days are counted by the dates in Scotland, across a clock change too', () => {
  expect(daysBetween('2026-10-24T23:30:00Z', '2026-10-26T00:10:00Z')).toBe(1);
});
