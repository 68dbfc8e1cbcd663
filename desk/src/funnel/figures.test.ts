import { expect, test } from 'vitest';
import { hoursAndMinutes, percentOf, topOfScale, total, withEmptyWeeks } from './figures.ts';

const WEEK = { leads: 10, contacted: 8, appraised: 6, offered: 4, accepted: 2, settled: 1 };

test('adds up the counts of weeks', () => {
  expect(total([WEEK, { ...WEEK, leads: 5 }])).toEqual({
    leads: 15,
    contacted: 16,
    appraised: 12,
    offered: 8,
    accepted: 4,
    settled: 2,
  });
  expect(total([]).leads).toBe(0);
});

test('fills in weeks without enquiries, with zeros', () => {
  const weeks = [
    { week: '2026-11-02', ...WEEK },
    { week: '2026-11-16', ...WEEK },
  ];
  expect(withEmptyWeeks(weeks, '2026-11-02', '2026-11-22').map(({ week, leads }) => [week, leads])).toEqual([
    ['2026-11-02', 10],
    ['2026-11-09', 0],
    ['2026-11-16', 10],
  ]);
  expect(withEmptyWeeks([], '2026-11-02', '2026-11-02')).toHaveLength(1);
});

test.each([
  [1, 4, '25%'],
  [2, 3, '67%'],
  [0, 3, '0%'],
  [0, 0, ''],
])('%i of %i as a percentage is "%s"', (part, whole, text) => {
  expect(percentOf(part, whole)).toBe(text);
});

test.each([
  [0, '0 minutes'],
  [1, '1 minute'],
  [42.4, '42 minutes'],
  [59.6, '1 hour'],
  [190, '3 hours 10 minutes'],
  [121, '2 hours 1 minute'],
])('a time of %d min is written as "%s"', (minutes, text) => {
  expect(hoursAndMinutes(minutes)).toBe(text);
});

test.each([
  [0, 4],
  [4, 4],
  [5, 8],
  [9, 12],
  [13, 20],
  [21, 40],
  [61, 80],
  [101, 120],
  [999, 1200],
])('if the largest value of a chart is %i, its scale ends at %i', (largest, top) => {
  expect(topOfScale(largest)).toBe(top);
  expect(top % 4).toBe(0);
});
