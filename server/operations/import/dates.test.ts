import { expect, test } from 'vitest';
import { orderOf, readTime, type DateOrder } from './dates.ts';

test.each<[string, DateOrder, string | undefined]>([
  ['2024-05-03', 'day first', '2024-05-03 00:00:00'],
  ['2024-05-03 14:22', 'month first', '2024-05-03 14:22:00'],
  ['2024-05-03T14:22:10.123Z', 'day first', '2024-05-03 14:22:10Z'],
  ['2024-05-03T14:22:10+0100', 'day first', '2024-05-03 14:22:10+01:00'],
  ['2024/05/03', 'day first', '2024-05-03 00:00:00'],
  ['03/05/2024', 'day first', '2024-05-03 00:00:00'],
  ['03/05/2024', 'month first', '2024-03-05 00:00:00'],
  ['3.5.2024, 9:05', 'day first', '2024-05-03 09:05:00'],
  ['5/3/2024 2:05 PM', 'month first', '2024-05-03 14:05:00'],
  ['5/3/2024 12:05 am', 'month first', '2024-05-03 00:05:00'],
  ['3 May 2024', 'month first', '2024-05-03 00:00:00'],
  ['Fri, 3rd May 2024 at 10:00', 'day first', '2024-05-03 10:00:00'],
  ['3-Sept-2024', 'day first', '2024-09-03 00:00:00'],
  ['May 3, 2024', 'day first', '2024-05-03 00:00:00'],
  ['29/02/2024', 'day first', '2024-02-29 00:00:00'],
  ['29/02/2023', 'day first', undefined],
  ['31/04/2024', 'day first', undefined],
  ['13/13/2024', 'day first', undefined],
  ['03/05/24', 'day first', '2024-05-03 00:00:00'],
  ['03/05/98 9:05', 'month first', '1998-03-05 09:05:00'],
  ['3-May-24', 'day first', '2024-05-03 00:00:00'],
  ['May 2024', 'day first', '2024-05-01 00:00:00'],
  ['03/05/2024 25:00', 'day first', undefined],
  ['01/01/1900', 'day first', undefined],
  ['45415', 'day first', '2024-05-03 00:00:00'],
  ['45415.5', 'day first', '2024-05-03 12:00:00'],
  ['20000', 'day first', undefined],
  ['last week', 'day first', undefined],
])('%s with the %s is %s', (text, order, time) => {
  expect(readTime(text, order)).toBe(time);
});

test('a date without a time has the given hour', () => {
  expect(readTime('3 May 2024', 'day first', 9)).toBe('2024-05-03 09:00:00');
});

test.each([
  ['13/05/2024', 'day first'],
  ['05/13/2024', 'month first'],
  ['05/12/24', 'both'],
  ['05/05/2024', undefined],
  ['2024-05-13', undefined],
])('the date %s proves that dates have the %s', (text, order) => {
  expect(orderOf(text)).toBe(order);
});
