import { afterAll, describe, expect, test } from 'vitest';
import { BANK_HOLIDAYS, bankHolidays } from '../../src/lib/bank-holidays.ts';
import { parseOpeningHours } from '../../src/lib/opening-hours.ts';
import { replyDeadline as promisedOnPage } from '../../src/lib/reply-deadline.ts';
import { DEFAULT_DETAILS } from '../../src/site.ts';
import { createTestDatabase } from '../support/test-database.ts';

const { admin, drop } = await createTestDatabase();
afterAll(drop);

async function promisedBy(receivedAt: string): Promise<string | undefined> {
  const { rows } = await admin.query<{ at: string }>(
    `select to_char(desk_private.promised_by($1::timestamp at time zone 'Europe/London') at time zone 'Europe/London',
       'YYYY-MM-DD HH24:MI') as at`,
    [receivedAt],
  );
  return rows[0]?.at;
}

/** Times are in Europe/London. 2026-11-23 is a Monday. */
test.each([
  ['in opening hours', '2026-11-23 10:15', '2026-11-24 10:15'],
  ['before opening time', '2026-11-23 03:00', '2026-11-24 09:00'],
  ['at closing time', '2026-11-23 18:00', '2026-11-24 18:00'],
  ['after closing time', '2026-11-23 18:01', '2026-11-25 09:00'],
  ['on a Friday morning', '2026-11-27 10:00', '2026-11-28 10:00'],
  ['on a Friday afternoon, before a short Saturday', '2026-11-27 15:00', '2026-12-01 09:00'],
  ['on a Saturday, before a Sunday and St Andrew’s Day', '2026-11-28 10:00', '2026-12-01 10:00'],
  ['on a Saturday', '2026-11-21 10:00', '2026-11-23 10:00'],
  ['on a Saturday after hours', '2026-11-21 16:00', '2026-11-23 16:00'],
  ['on a Sunday', '2026-11-22 12:00', '2026-11-24 09:00'],
  ['before Christmas', '2026-12-24 11:00', '2026-12-26 11:00'],
  ['on Christmas Day, which a Saturday follows', '2026-12-25 11:00', '2026-12-29 09:00'],
  ['before New Year', '2026-12-31 17:00', '2027-01-05 09:00'],
  ['before Easter', '2027-03-25 12:00', '2027-03-27 12:00'],
  ['before the clocks go forward', '2026-03-28 10:30', '2026-03-30 10:30'],
  ['before the clocks go back', '2026-10-24 10:30', '2026-10-26 10:30'],
])('a lead that comes %s, %s, is promised a first contact by %s', async (_when, receivedAt, at) => {
  expect(await promisedBy(receivedAt)).toBe(at);
});

test('the opening hours are those that the site shows, until the server sets others', async () => {
  const hours = parseOpeningHours(DEFAULT_DETAILS.hours);
  const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  const shown = hours.flatMap(({ days, opens, closes }) =>
    days.map((day) => ({ weekday: DAYS.indexOf(day) + 1, opens, closes })),
  );
  const read = async () =>
    (
      await admin.query(
        `select weekday, to_char(opens, 'HH24:MI') as opens, to_char(closes, 'HH24:MI') as closes
         from desk_private.opening_hours order by weekday`,
      )
    ).rows as unknown[];
  expect(await read()).toEqual(shown);
  await admin.query('begin');
  const nights = [{ weekday: 7, opens: '20:00', closes: '23:30' }];
  await admin.query('select desk.set_opening_hours($1)', [JSON.stringify(nights)]);
  expect(await read()).toEqual(nights);
  expect(await promisedBy('2026-11-22 21:00')).toBe('2026-11-29 21:00');
  // Without opening hours, the deadline is 24 hours later.
  await admin.query(`select desk.set_opening_hours('[]')`);
  expect(await promisedBy('2026-11-22 21:00')).toBe('2026-11-23 21:00');
  await admin.query('rollback');
});

test('the pages promise the same deadline as the database', async () => {
  const calendar = { hours: parseOpeningHours(DEFAULT_DETAILS.hours), closedDays: bankHolidays() };
  // Three years in steps of 347 minutes, which reach every minute of the day and every day of the week; then steps of
  // 11 minutes around each change of the clocks of 2026 and 2027.
  const instants = [
    ...Array.from({ length: 4500 }, (_, index) => Date.parse('2026-01-01T00:00Z') + index * 347 * 60_000),
    ...['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31'].flatMap((day) =>
      Array.from({ length: 400 }, (_, index) => Date.parse(`${day}T00:00Z`) + (index - 200) * 11 * 60_000),
    ),
  ];
  const { rows } = await admin.query<{ at: Date; by: Date }>(
    'select at, desk_private.promised_by(at) as by from unnest($1::timestamptz[]) as at',
    [instants.map((ms) => new Date(ms).toISOString())],
  );
  expect(rows).toHaveLength(instants.length);
  const different = rows.filter(({ at, by }) => promisedOnPage(at, calendar).getTime() !== by.getTime());
  expect(different).toEqual([]);
});

describe('bank holidays', () => {
  test.each(Object.entries(BANK_HOLIDAYS))(
    'of %s are the same in the database as in the site’s code',
    async (year, days) => {
      const { rows } = await admin.query<{ day: string }>(
        `select to_char(day, 'MM-DD') as day from desk_private.bank_holidays
       where extract(year from day) = $1 order by 1`,
        [year],
      );
      expect(rows.map(({ day }) => day)).toEqual(days);
    },
  );

  test('are nine in every year until 2045, none on a weekend, besides the extra one of 2026', async () => {
    const { rows } = await admin.query(
      `select extract(year from day)::int as year, count(*)::int as days from desk_private.bank_holidays
       where extract(isodow from day) < 6 and day <> '2026-06-15' group by 1 order by 1`,
    );
    expect(rows).toEqual(Array.from({ length: 20 }, (_, index) => ({ year: 2026 + index, days: 9 })));
  });
});
