import { expect, test } from 'vitest';
import { lastWeeks, mondayOf, periodInWords, problemOf, thisYear } from './period.ts';

test.each([
  ['2026-11-22', 1, '2026-11-16'],
  ['2026-11-23', 1, '2026-11-23'],
  ['2026-11-22', 12, '2026-08-31'],
])('on %s, the last %i weeks begin on Monday %s', (today, weeks, from) => {
  expect(lastWeeks(weeks, today)).toEqual({ from, until: today });
});

test.each(['2026-11-16', '2026-11-18', '2026-11-22'])(
  'the week of %s begins on Monday 16 November',
  (day) => {
    expect(mondayOf(day)).toBe('2026-11-16');
  },
);

test('"This year" is from 1 January to today', () => {
  expect(thisYear('2026-11-22')).toEqual({ from: '2026-01-01', until: '2026-11-22' });
});

test('refuses a missing date, and a first day after the last one', () => {
  expect(problemOf({ from: '2026-02-01', until: '2026-01-01' })).toMatch(/after/);
  expect(problemOf({ from: '', until: '2026-01-01' })).toMatch(/both/);
  expect(problemOf({ from: '2026-01-01', until: '2026-01-01' })).toBeUndefined();
});

test('writes a period as its first and last day, or as one day', () => {
  expect(periodInWords({ from: '2026-10-05', until: '2026-11-22' })).toBe('5 Oct 2026 to 22 Nov 2026');
  expect(periodInWords({ from: '2026-10-05', until: '2026-10-05' })).toBe('5 Oct 2026');
});
