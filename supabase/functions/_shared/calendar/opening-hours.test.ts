import { expect, test } from 'vitest';
import { DEFAULT_DETAILS } from '#src/site.ts';
import { hoursInTurn, parseOpeningHours, readNextHours } from './opening-hours.ts';

test('the default hours of the site are parsed', () => {
  expect(parseOpeningHours(DEFAULT_DETAILS.hours)).toEqual([
    { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '09:00', closes: '18:00' },
    { days: ['Saturday'], opens: '09:00', closes: '14:00' },
  ]);
});

test.each(['', 'Always', 'Mon-Fri 9-5', 'Fri–Mon 09:00–18:00', 'Mun 09:00–18:00', 'Sat 14:00–09:00'])(
  'the opening hours %j are rejected with an example of the right format',
  (text) => {
    expect(() => parseOpeningHours(text)).toThrow('write them like "Mon–Fri 09:00–18:00"');
  },
);

test('a day with a break has two periods', () => {
  expect(parseOpeningHours('Mon 09:00–12:30, Mon 13:30–18:00')).toEqual([
    { days: ['Monday'], opens: '09:00', closes: '12:30' },
    { days: ['Monday'], opens: '13:30', closes: '18:00' },
  ]);
});

test.each([
  ['Mon–Fri 09:00–12:30, Wed 12:00–18:00', 'Wednesday'],
  ['Tue 13:00–18:00, Mon–Fri 09:00–13:00', 'Tuesday'],
])('the opening hours %j, with periods that overlap or touch, are rejected with the day', (text, day) => {
  expect(() => parseOpeningHours(text)).toThrow(`two periods on ${day} with no time between them`);
});

test('new hours take the place of the others on their first day', () => {
  const next = readNextHours('2026-12-07 Mon 10:00–16:00, Tue 10:00–12:00');
  expect(hoursInTurn('Mon 09:00–18:00', next)).toEqual([
    { days: ['Monday'], opens: '09:00', closes: '18:00', until: '2026-12-06' },
    { days: ['Monday'], opens: '10:00', closes: '16:00', from: '2026-12-07' },
    { days: ['Tuesday'], opens: '10:00', closes: '12:00', from: '2026-12-07' },
  ]);
  expect(hoursInTurn('Mon 09:00–18:00', readNextHours(''))).toEqual(parseOpeningHours('Mon 09:00–18:00'));
});
