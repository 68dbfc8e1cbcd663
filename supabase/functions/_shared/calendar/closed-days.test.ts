import { expect, test } from 'vitest';
import { bankHolidays } from './bank-holidays.ts';
import { closedDays, parseDays } from './closed-days.ts';

test('days are read one by one and as periods', () => {
  expect(parseDays('2026-12-24, 2026-12-30 to 2027-01-01')).toEqual([
    '2026-12-24',
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
  ]);
  expect(parseDays(' ')).toEqual([]);
});

test.each([
  '24.12.2026',
  '2026-02-30',
  '2026-12-31 to 2026-12-29',
  '2026-12-29 to 2036-12-31',
  '2026-12-24,',
])('the days "%s" are refused', (text) => {
  expect(() => parseDays(text)).toThrow(/cannot be read: write them like "2026-12-24, /);
});

test('the closed days are the bank holidays, without those on which the firm is open, and its own days', () => {
  const days = closedDays({ closedOn: '2026-12-24', openOn: '2026-11-30' });
  expect([...days].toSorted()).toEqual(
    [...bankHolidays(), '2026-12-24'].filter((day) => day !== '2026-11-30').toSorted(),
  );
});
