import { expect, test } from 'vitest';
import { bankHolidays } from '#calendar/bank-holidays.ts';
import { parseOpeningHours } from '#calendar/opening-hours.ts';
import { DEFAULT_DETAILS } from '#src/site.ts';
import { afterOpenMinutes, callWindows, openSecondsBetween } from './calendar.ts';

const CALENDAR = { hours: parseOpeningHours(DEFAULT_DETAILS.hours), closedDays: bankHolidays() };

// Worked out by hand: the firm is open from 9 to 18, on Saturdays from 9 to 14.
test.each([
  ['within a morning', '2026-11-24T09:30Z', '2026-11-24T10:00Z', 30],
  ['before the firm opens', '2026-11-24T05:00Z', '2026-11-24T09:10Z', 10],
  ['over a night', '2026-11-24T17:50Z', '2026-11-25T09:20Z', 30],
  ['over a weekend', '2026-11-28T13:00Z', '2026-11-30T10:00Z', 120],
  ['when Monday is a bank holiday', '2026-11-28T13:00Z', '2026-12-01T10:00Z', 120],
  ['in summer time', '2026-07-07T07:00Z', '2026-07-07T09:00Z', 60],
  ['over five working weeks', '2026-11-02T09:00Z', '2026-12-07T09:00Z', (9 * 5 + 5) * 5 * 60 - 9 * 60],
])('the open time %s is counted', (what, since, until, minutes) => {
  const holidays = new Set([...CALENDAR.closedDays].filter((day) => day !== '2026-11-30'));
  const calendar =
    what.includes('bank holiday') || what.includes('weeks')
      ? CALENDAR
      : { ...CALENDAR, closedDays: holidays };
  expect(openSecondsBetween(new Date(since), new Date(until), calendar)).toBe(minutes * 60);
  // It looks four weeks ahead.
  const after = what.includes('weeks') ? null : new Date(until);
  expect(afterOpenMinutes(new Date(since), minutes, calendar)).toEqual(after);
});

test('the firm can ring in pieces of two hours of its opening hours, from today on, for ten days', () => {
  const windows = callWindows(new Date('2026-11-27T19:00Z'), CALENDAR).map(({ from, to }) =>
    [from.slice(5, 16), to.slice(11, 16)].join('–'),
  );
  expect(windows.slice(0, 9)).toEqual([
    '11-27T09:00–11:00',
    '11-27T11:00–13:00',
    '11-27T13:00–15:00',
    '11-27T15:00–17:00',
    '11-27T17:00–18:00',
    '11-28T09:00–11:00',
    '11-28T11:00–13:00',
    '11-28T13:00–14:00',
    // Monday is St Andrew's Day.
    '12-01T09:00–11:00',
  ]);
  expect(windows.at(-1)).toBe('12-07T17:00–18:00');
});
