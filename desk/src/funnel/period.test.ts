import { expect, test } from 'vitest';
import { lastWeeks, mondayOf, periodInWords, problemOf, thisYear } from './period.ts';

test.each([
  ['2026-11-22', 1, '2026-11-16'],
  ['2026-11-23', 1, '2026-11-23'],
  ['2026-11-22', 12, '2026-08-31'],
])('up to %s, %i weeks begin on Monday %s', (today, weeks, from) => {
  expect(lastWeeks(weeks, today)).toEqual({ from, until: today });
});

test.each(['2026-11-16', '2026-11-18', '2026-11-22'])('the week of %s begins on the 16th', (day) => {
  expect(mondayOf(day)).toBe('2026-11-16');
});

test('the year begins in January', () => {
  expect(thisYear('2026-11-22')).toEqual({ from: '2026-01-01', until: '2026-11-22' });
});

test('refuses dates the wrong way round', () => {
  expect(problemOf({ from: '2026-02-01', until: '2026-01-01' })).toMatch(/after/);
  expect(problemOf({ from: '', until: '2026-01-01' })).toMatch(/both/);
  expect(problemOf({ from: '2026-01-01', until: '2026-01-01' })).toBeUndefined();
});

test('says a period in words', () => {
  expect(periodInWords({ from: '2026-10-05', until: '2026-11-22' })).toBe('5 Oct 2026 to 22 Nov 2026');
  expect(periodInWords({ from: '2026-10-05', until: '2026-10-05' })).toBe('5 Oct 2026');
});
