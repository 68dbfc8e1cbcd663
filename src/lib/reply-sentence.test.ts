import { expect, test } from 'vitest';
import { PROMISED_REPLIES } from '#support/leads/promised-replies.ts';
import { bankHolidays } from '#calendar/bank-holidays.ts';
import { parseOpeningHours } from '#calendar/opening-hours.ts';
import { promiseInWords } from './reply-sentence.ts';

const CALENDAR = {
  hours: parseOpeningHours('Mon–Fri 09:00–18:00, Sat 09:00–14:00'),
  closedDays: bankHolidays(),
};
const sentence = (iso: string, minutesWest = 0) => promiseInWords(new Date(iso), minutesWest, CALENDAR);

/** In winter, Scottish time is UTC. 2026-11-23 is a Monday. */
test.each([
  ['2026-11-24T10:15Z', 'It is Tuesday 10:15. You will hear from us by Wednesday 10:15.'],
  ['2026-11-26T23:52Z', 'It is Thursday 23:52. You will hear from us by Friday 18:00.'],
  ['2026-11-21T10:00Z', 'It is Saturday 10:00. You will hear from us by Saturday 14:00.'],
  [
    '2026-11-21T15:10Z',
    'It is Saturday 15:10. You will hear from us by Monday 13:00: 24 hours, not counting closed days.',
  ],
  [
    '2026-12-24T17:30Z',
    'It is Thursday 17:30. You will hear from us by Tuesday 12:30: 24 hours, not counting closed days.',
  ],
])('at %s, the reply sentence is: %s', (now, words) => {
  expect(sentence(now)).toBe(words);
});

test.each(PROMISED_REPLIES)(
  'the reply sentence %s (%s) names %s, and says that closed days do not count only if that is later than in 24 hours',
  (_when, received, promised) => {
    const waitMs = Date.parse(promised) - Date.parse(received);
    const day = new Date(promised).toLocaleString('en-GB', { timeZone: 'Europe/London', weekday: 'long' });
    const end = waitMs > 24 * 3_600_000 ? ': 24 hours, not counting closed days.' : '.';
    expect(promiseInWords(new Date(received), undefined, CALENDAR)).toContain(
      ` You will hear from us by ${day} ${promised.slice(11, 16)}${end}`,
    );
  },
);

test('for a visitor in another time zone, the reply sentence says that its times are Scottish', () => {
  expect(sentence('2026-11-24T10:15Z', 300)).toBe(
    'It is Tuesday 10:15 UK time. You will hear from us by Wednesday 10:15.',
  );
  expect(sentence('2026-07-07T09:15Z', -60)).toBe(
    'It is Tuesday 10:15. You will hear from us by Wednesday 10:15.',
  );
});

test('the reply sentence gives the date of a day that is a week away', () => {
  const mondays = { ...CALENDAR, hours: parseOpeningHours('Mon 09:00–18:00') };
  expect(promiseInWords(new Date('2026-11-16T17:00Z'), 0, mondays)).toBe(
    'It is Monday 17:00. You will hear from us by Monday 23 November 12:00: 24 hours, not counting closed days.',
  );
});

test('outside the years of the list of bank holidays, there is no reply sentence', () => {
  expect(sentence('2028-12-28T10:00Z')).toBe('It is Thursday 10:00. You will hear from us by Friday 10:00.');
  expect(sentence('2028-12-30T15:00Z')).toBeUndefined();
  expect(sentence('2029-01-10T10:00Z')).toBeUndefined();
  expect(sentence('2025-11-10T10:00Z')).toBeUndefined();
});
