import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROMISED_REPLIES } from '#support/leads/promised-replies.ts';
import { anyHours } from '#support/leads/opening-hours.ts';
import { DEFAULT_DETAILS } from '#src/site.ts';
import { bankHolidays } from './bank-holidays.ts';
import { hoursInTurn, parseOpeningHours } from './opening-hours.ts';
import { isOpenAt, replyDeadline } from './reply-deadline.ts';

const CALENDAR = { hours: parseOpeningHours(DEFAULT_DETAILS.hours), closedDays: bankHolidays() };

test.each(PROMISED_REPLIES)('an enquiry %s (%s) is promised a reply by %s', (_when, received, promised) => {
  expect(replyDeadline(new Date(received), CALENDAR)).toEqual(new Date(promised));
});

const anyInstant = fc
  .integer({ min: Date.parse('2026-01-01T00:00Z'), max: Date.parse('2028-11-30T00:00Z') })
  .map((ms) => new Date(ms));

test('of any two enquiries, with any opening hours, the later one is never promised a reply earlier', () => {
  fc.assert(
    fc.property(
      anyHours,
      fc.uniqueArray(anyInstant, { minLength: 2, maxLength: 30 }),
      fc.integer({ min: 1, max: 8 * 24 * 60 }),
      (hours, instants, minutesLater) => {
        const calendar = { hours, closedDays: bankHolidays() };
        // Each enquiry gets a second one some minutes later: a mistake in the rule would show between two enquiries
        // that are close together.
        const all = instants.flatMap((at) => [at, new Date(at.getTime() + minutesLater * 60_000)]);
        const promised = all
          .toSorted((a, b) => a.getTime() - b.getTime())
          .map((at) => replyDeadline(at, calendar).getTime());
        expect(promised).toEqual(promised.toSorted((a, b) => a - b));
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  ['2026-11-24T08:59Z', false],
  ['2026-11-24T09:00Z', true],
  ['2026-11-24T17:59Z', true],
  ['2026-11-24T18:00Z', false],
  ['2026-12-26T10:00Z', false],
  ['2027-07-06T08:00Z', true],
])('at %s it is %s that the firm is open', (at, isOpen) => {
  expect(isOpenAt(new Date(at), CALENDAR)).toBe(isOpen);
});

test.each([
  ['in the break', '2026-11-24T12:45Z', '2026-11-25T12:30Z'],
  ['at the end of a day', '2026-11-24T17:30Z', '2026-11-25T17:30Z'],
  ['on a Friday, with four hours left', '2026-11-27T13:00Z', '2026-11-27T18:00Z'],
  ['on a Friday, with two hours left', '2026-11-27T16:00Z', '2026-11-30T11:00Z'],
])(
  'with a break from 12:30 to 13:30, an enquiry %s is promised a reply in open hours',
  (_when, received, promised) => {
    const hours = parseOpeningHours('Mon–Fri 09:00–12:30, Mon–Fri 13:30–18:00');
    const calendar = { hours, closedDays: new Set<string>() };
    expect(replyDeadline(new Date(received), calendar)).toEqual(new Date(promised));
    expect(isOpenAt(new Date('2026-11-24T13:00Z'), calendar)).toBe(false);
    expect(isOpenAt(new Date('2026-11-24T13:30Z'), calendar)).toBe(true);
  },
);

test('with fewer than four open hours in four weeks, a reply is promised by the last closing time in them', () => {
  const hours = parseOpeningHours('Wed 09:00–09:30');
  expect(replyDeadline(new Date('2026-11-02T12:00Z'), { hours, closedDays: new Set() })).toEqual(
    new Date('2026-11-25T09:30Z'),
  );
});

test('opening hours that the clocks skip when they go forward do not count', () => {
  const hours = parseOpeningHours('Sun 01:30–02:00, Mon 09:00–13:00');
  expect(replyDeadline(new Date('2026-03-28T12:00Z'), { hours, closedDays: new Set() })).toEqual(
    new Date('2026-03-30T12:00Z'),
  );
});

test('a day that is in two periods of the opening hours is open from the first opening to the last closing', () => {
  const hours = parseOpeningHours('Tue 09:00–12:00, Tue 13:00–17:00');
  expect(replyDeadline(new Date('2026-11-23T17:30Z'), { ...CALENDAR, hours })).toEqual(
    new Date('2026-11-24T17:00Z'),
  );
});

// 7 December 2026 is a Monday. The enquiry of the Saturday before is after hours.
test.each([
  ['2026-12-05T15:00Z', '2026-12-07T14:00Z'],
  ['2026-12-04T12:00Z', '2026-12-05T12:00Z'],
])('with shorter hours from Monday on, an enquiry of %s is promised a reply by %s', (received, promised) => {
  const hours = hoursInTurn(DEFAULT_DETAILS.hours, { from: '2026-12-07', hours: 'Mon–Fri 10:00–16:00' });
  expect(replyDeadline(new Date(received), { ...CALENDAR, hours })).toEqual(new Date(promised));
});
