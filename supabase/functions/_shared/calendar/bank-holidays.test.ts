import { expect, test } from 'vitest';
import { bankHolidays } from './bank-holidays.ts';

/**
 * The bank holidays in Scotland. The first list is gov.uk's, and the second has the days that it leaves out: a holiday
 * that has a substitute day, on its own date.
 *
 * @see https://www.gov.uk/bank-holidays.json (Scotland)
 */
const GOV_UK = [
  ...['2026-01-01', '2026-01-02', '2026-04-03', '2026-05-04', '2026-05-25', '2026-06-15', '2026-08-03'],
  ...['2026-11-30', '2026-12-25', '2026-12-28'],
  ...['2027-01-01', '2027-01-04', '2027-03-26', '2027-05-03', '2027-05-31', '2027-08-02', '2027-11-30'],
  ...['2027-12-27', '2027-12-28'],
  ...['2028-01-03', '2028-01-04', '2028-04-14', '2028-05-01', '2028-05-29', '2028-08-07', '2028-11-30'],
  ...['2028-12-25', '2028-12-26'],
];
const ON_WEEKENDS = ['2026-12-26', '2027-01-02', '2027-12-25', '2027-12-26', '2028-01-01', '2028-01-02'];

const daysOf = (year: number) => [...bankHolidays()].filter((day) => day.startsWith(String(year)));

test('are those of gov.uk, and each on its own date too', () => {
  expect([2026, 2027, 2028].flatMap(daysOf)).toEqual([...GOV_UK, ...ON_WEEKENDS].toSorted());
});

// From a calendar: 1 January is a Monday in 2029, then a Tuesday, Wednesday, Thursday, Saturday and Sunday.
test.each([
  [2029, '01-01 01-02 11-30 12-25 12-26'],
  [2030, '01-01 01-02 11-30 12-02 12-25 12-26'],
  [2031, '01-01 01-02 11-30 12-01 12-25 12-26'],
  [2032, '01-01 01-02 11-30 12-25 12-26 12-27 12-28'],
  [2033, '01-01 01-02 01-03 01-04 11-30 12-25 12-26 12-27'],
  [2034, '01-01 01-02 01-03 11-30 12-25 12-26'],
])('have their own date and, after a weekend, substitute days in %i', (year, days) => {
  const inWinter = daysOf(year).filter((day) => ['01', '11', '12'].includes(day.slice(5, 7)));
  expect(inWinter.map((day) => day.slice(5)).join(' ')).toBe(days);
});

test('are nine on weekdays in every year until 2045, besides the extra one of 2026', () => {
  const onWeekdays = (year: number) =>
    daysOf(year).filter((day) => new Date(day).getUTCDay() % 6 !== 0 && day !== '2026-06-15').length;
  expect(Array.from({ length: 20 }, (_, index) => onWeekdays(2026 + index))).toEqual(Array(20).fill(9));
});
