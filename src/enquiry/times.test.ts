import { expect, test } from 'vitest';
import { byInWords, dayInWords, scottishDate, timeInWords, windowInWords } from './times.ts';

const NOW = '2026-11-27T10:00:00Z';

test.each([
  ['2026-11-27T23:59:00Z', 'today'],
  ['2026-11-28T00:00:00Z', 'tomorrow'],
  ['2026-11-26T00:00:00Z', 'yesterday'],
  ['2026-12-03T09:00:00Z', 'on Thursday'],
  ['2026-11-21T09:00:00Z', 'on Saturday'],
  ['2026-12-04T09:00:00Z', 'on Friday 4 December'],
  ['2026-11-20T09:00:00Z', 'on Friday 20 November'],
  ['2027-01-04T09:00:00Z', 'on Monday 4 January 2027'],
])('seen on Friday 27 November 2026, %s is %s', (moment, words) => {
  expect(dayInWords(moment, NOW)).toBe(words);
});

test('times are those of clocks in Scotland, in summer too', () => {
  const summer = '2026-07-01T12:00:00Z';
  expect(timeInWords('2026-07-01T13:30:00Z', summer)).toBe('today at 14:30');
  expect(dayInWords('2026-07-01T23:30:00Z', summer)).toBe('tomorrow');
  expect(scottishDate('2026-07-01T23:30:00Z')).toBe('2026-07-02');
  expect(byInWords('2026-07-02T08:00:00Z', summer)).toBe('by 09:00 tomorrow');
  expect(windowInWords('2026-07-03T08:00:00Z', '2026-07-03T10:00:00Z', summer)).toBe(
    'on Friday between 09:00 and 11:00',
  );
});
