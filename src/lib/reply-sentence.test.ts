import { describe, expect, test } from 'vitest';
import { bankHolidays } from './bank-holidays.ts';
import { parseOpeningHours } from './opening-hours.ts';
import { replyDeadline, toScottishTime } from './reply-deadline.ts';
import { promiseInWords } from './reply-sentence.ts';

const CALENDAR = {
  hours: parseOpeningHours('Mon–Fri 09:00–18:00, Sat 09:00–14:00'),
  closedDays: bankHolidays(),
};
const sentence = (iso: string, minutesWest = 0) => promiseInWords(new Date(iso), minutesWest, CALENDAR);

/** In winter, Scottish time is UTC. 2026-11-23 is a Monday. */
test.each([
  ['in opening hours', '2026-11-24T10:15Z', 'Tuesday 10:15', 'Wednesday 10:15'],
  ['before opening', '2026-11-24T03:00Z', 'Tuesday 03:00', 'Wednesday 09:00'],
  ['at closing time', '2026-11-24T18:00Z', 'Tuesday 18:00', 'Wednesday 18:00'],
  ['a minute after closing', '2026-11-24T18:01Z', 'Tuesday 18:01', 'Thursday 09:00'],
  ['on a Saturday after hours', '2026-11-21T15:10Z', 'Saturday 15:10', 'Monday 15:10'],
  ['on a Sunday', '2026-11-22T12:00Z', 'Sunday 12:00', 'Tuesday 09:00'],
  ['before St Andrew’s Day', '2026-11-28T10:00Z', 'Saturday 10:00', 'Tuesday 10:00'],
  ['on Christmas Day', '2026-12-25T11:00Z', 'Friday 11:00', 'Tuesday 09:00'],
  ['before New Year and 2 January', '2026-12-31T17:00Z', 'Thursday 17:00', 'Tuesday 09:00'],
  ['at midnight', '2026-11-24T00:00Z', 'Tuesday 00:00', 'Wednesday 09:00'],
])('the reply sentence %s (%s) says that it is %s, and promises a reply by %s', (_when, now, itIs, by) => {
  expect(sentence(now)).toBe(`It is ${itIs}. You will hear from us by ${by}.`);
});

test.each([
  ['forward', '2026-03-28T10:30:00.000Z', '2026-03-30T09:30:00.000Z'],
  ['back', '2026-10-24T09:30:00.000Z', '2026-10-26T10:30:00.000Z'],
])('if the clocks go %s after receipt, the promised time is the same time of day', (_way, receivedAt, by) => {
  expect(replyDeadline(new Date(receivedAt), CALENDAR).toISOString()).toBe(by);
});

test('for a visitor in another time zone, the reply sentence says that its times are Scottish', () => {
  expect(sentence('2026-11-24T10:15Z', 300)).toBe(
    'It is Tuesday 10:15 in Scotland. You will hear from us by Wednesday 10:15.',
  );
  expect(sentence('2026-07-07T09:15Z', -60)).toBe(
    'It is Tuesday 10:15. You will hear from us by Wednesday 10:15.',
  );
});

test('the reply sentence gives the date of a day that is a week away', () => {
  const mondays = { ...CALENDAR, hours: parseOpeningHours('Mon 09:00–18:00') };
  expect(promiseInWords(new Date('2026-11-16T10:00Z'), 0, mondays)).toBe(
    'It is Monday 10:00. You will hear from us by Monday 23 November 10:00.',
  );
});

test('outside the years of the list of bank holidays, there is no reply sentence', () => {
  expect(sentence('2028-12-28T10:00Z')).toBe('It is Thursday 10:00. You will hear from us by Friday 10:00.');
  expect(sentence('2028-12-30T15:00Z')).toBeUndefined();
  expect(sentence('2029-01-10T10:00Z')).toBeUndefined();
  expect(sentence('2025-11-10T10:00Z')).toBeUndefined();
});

describe('over three years, every 97 minutes', () => {
  test('the promised time is in opening hours, after receipt, and never before that of an earlier lead', () => {
    let last = 0;
    for (let ms = Date.parse('2026-01-01T00:00Z'); ms < Date.parse('2028-12-20T00:00Z'); ms += 97 * 60_000) {
      const by = replyDeadline(new Date(ms), CALENDAR);
      const local = toScottishTime(by);
      const minutes = local.getUTCHours() * 60 + local.getUTCMinutes();
      const closes = local.getUTCDay() === 6 ? 14 : 18;
      if (by.getTime() <= ms || by.getTime() < last || local.getUTCDay() === 0)
        throw new Error(by.toISOString());
      if (minutes < 9 * 60 || minutes > closes * 60) throw new Error(by.toISOString());
      if (CALENDAR.closedDays.has(local.toISOString().slice(0, 10))) throw new Error(by.toISOString());
      last = by.getTime();
    }
    expect(last).toBeGreaterThan(0);
  });
});
