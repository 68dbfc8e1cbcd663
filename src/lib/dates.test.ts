import { expect, test } from 'vitest';
import { isoDate, longDate } from './dates.ts';

test('a date is formatted as in Britain, and as ISO 8601', () => {
  const day = new Date('2024-01-25');
  expect(longDate(day)).toBe('25 January 2024');
  expect(isoDate(day)).toBe('2024-01-25');
});
