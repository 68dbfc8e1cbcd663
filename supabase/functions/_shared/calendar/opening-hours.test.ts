import { expect, test } from 'vitest';
import { DEFAULT_DETAILS } from '#src/site.ts';
import { parseOpeningHours } from './opening-hours.ts';

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
