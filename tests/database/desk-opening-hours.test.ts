import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { bankHolidays } from '../../src/lib/bank-holidays.ts';
import { closedDays, parseDays } from '../../src/lib/closed-days.ts';
import { parseOpeningHours } from '../../src/lib/opening-hours.ts';
import { replyDeadline } from '../../src/lib/reply-deadline.ts';
import { DEFAULT_DETAILS } from '../../src/site.ts';
import { anyHours, weekdaysOf } from '../support/opening-hours.ts';
import { PROMISED_REPLIES } from '../support/promised-replies.ts';
import { createTestDatabase } from '../support/test-database.ts';

const { admin, drop } = await createTestDatabase();
afterAll(drop);

/** The deadlines of leads that come at these times. */
async function promisedBy(received: readonly (string | Date)[]): Promise<Date[]> {
  const { rows } = await admin.query<{ by: Date }>(
    `select desk.promised_by(at) as by from unnest($1::timestamptz[]) with ordinality as given (at, position)
     order by position`,
    [received],
  );
  return rows.map(({ by }) => by);
}

test.each(PROMISED_REPLIES)('a lead that comes %s (%s) is promised a reply by %s', async (_when, at, by) => {
  expect(await promisedBy([at])).toEqual([new Date(by)]);
});

test('the desk’s card and the mail to the firm have the same deadline as the page', async () => {
  await admin.query('update private.lead_limits set per_minute = null');
  await admin.query(
    `insert into public.leads (name, phone, message, source)
     select n, '0131 496 0456', 'Hello', 'chat_widget' from generate_series(1, $1) as n`,
    [PROMISED_REPLIES.length],
  );
  await admin.query('update public.leads set created_at = ($1::timestamptz[])[name::int]', [
    PROMISED_REPLIES.map(([, received]) => received),
  ]);
  const read = async (value: string) => {
    const { rows } = await admin.query<{ at: Date }>(
      `select (${value})::timestamptz as at from public.leads order by name::int`,
    );
    return rows.map(({ at }) => at);
  };
  const IN_MAIL = `private.lead_context(id) ->> 'promisedBy'`;
  const ON_CARD = `desk.cards(array[id]) -> 0 ->> 'promised_by'`;
  const expected = PROMISED_REPLIES.map(([, , promised]) => new Date(promised));
  // The mail is usually sent before the desk has made the lead's case.
  expect(await read(IN_MAIL)).toEqual(expected);
  await admin.query('select desk.adopt(array(select id from public.leads))');
  expect(await read(ON_CARD)).toEqual(expected);
  expect(await read(IN_MAIL)).toEqual(expected);
});

test('the opening hours are those that the site shows, until the server sets others', async () => {
  const hours = parseOpeningHours(DEFAULT_DETAILS.hours);
  const shown = weekdaysOf(hours);
  const read = async () =>
    (
      await admin.query(
        `select weekday, to_char(opens, 'HH24:MI') as opens, to_char(closes, 'HH24:MI') as closes
         from desk.opening_hours order by weekday`,
      )
    ).rows as unknown[];
  expect(await read()).toEqual(shown);
  await admin.query('begin');
  const nights = [{ weekday: 7, opens: '20:00', closes: '23:30' }];
  await admin.query('select desk.set_opening_hours($1)', [JSON.stringify(nights)]);
  expect(await read()).toEqual(nights);
  // A Sunday: two and a half open hours that night, and one and a half a week later.
  expect(await promisedBy(['2026-11-22T21:00Z'])).toEqual([new Date('2026-11-29T21:30Z')]);
  // Opening hours that the clocks skip when they go forward do not count.
  const skipped = [
    { weekday: 7, opens: '01:30', closes: '02:00' },
    { weekday: 1, opens: '09:00', closes: '13:00' },
  ];
  await admin.query('select desk.set_opening_hours($1)', [JSON.stringify(skipped)]);
  expect(await promisedBy(['2026-03-28T12:00Z'])).toEqual([new Date('2026-03-30T12:00Z')]);
  // Without opening hours, the deadline is 24 hours later.
  await admin.query(`select desk.set_opening_hours('[]')`);
  expect(await promisedBy(['2026-11-22T21:00Z'])).toEqual([new Date('2026-11-23T21:00Z')]);
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
  const promised = await promisedBy(instants.map((ms) => new Date(ms)));
  expect(promised).toEqual(instants.map((ms) => replyDeadline(new Date(ms), calendar)));
});

test('the pages promise the same deadline as the database even if the firm has special days', async () => {
  // A Thursday, the days after Christmas, and St Andrew’s Day, a bank holiday.
  const own = { closedOn: '2026-11-26, 2026-12-29 to 2026-12-31', openOn: '2026-11-30' };
  const calendar = { hours: parseOpeningHours(DEFAULT_DETAILS.hours), closedDays: closedDays(own) };
  const instants = Array.from(
    { length: 700 },
    (_, index) => new Date(Date.parse('2026-11-20T00:00Z') + index * 97 * 60_000),
  );
  await admin.query('begin');
  await admin.query('select desk.set_opening_hours($1, $2, $3)', [
    JSON.stringify(weekdaysOf(calendar.hours)),
    parseDays(own.closedOn),
    parseDays(own.openOn),
  ]);
  expect(await promisedBy(instants)).toEqual(instants.map((at) => replyDeadline(at, calendar)));
  // These deadlines were worked out by hand. After Wednesday evening, the next open day is Friday. St Andrew’s Day has
  // the hours of any Monday.
  expect(await promisedBy(['2026-11-25T20:00Z', '2026-11-29T12:00Z'])).toEqual([
    new Date('2026-11-27T13:00Z'),
    new Date('2026-11-30T13:00Z'),
  ]);
  await admin.query('rollback');
});

test('with any opening hours too, the deadlines are those of the pages, and a later lead never has an earlier one', async () => {
  const anyInstants = fc
    .uniqueArray(fc.integer({ min: Date.parse('2026-01-01T00:00Z'), max: Date.parse('2028-11-30T00:00Z') }), {
      minLength: 2,
      maxLength: 40,
    })
    .map((all) => all.toSorted((a, b) => a - b).map((ms) => new Date(ms)));
  await admin.query('begin');
  try {
    await fc.assert(
      fc.asyncProperty(anyHours, anyInstants, async (hours, instants) => {
        await admin.query('select desk.set_opening_hours($1)', [JSON.stringify(weekdaysOf(hours))]);
        const promised = await promisedBy(instants);
        expect(promised).toEqual(
          instants.map((at) => replyDeadline(at, { hours, closedDays: bankHolidays() })),
        );
        expect(promised).toEqual(promised.toSorted((a, b) => a.getTime() - b.getTime()));
      }),
    );
  } finally {
    await admin.query('rollback');
  }
});

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

describe('bank holidays', () => {
  const expected = [...GOV_UK, ...ON_WEEKENDS].toSorted();

  test('of the database are the same', async () => {
    const { rows } = await admin.query<{ day: string }>(
      `select day::text from desk.bank_holidays where day < '2029-01-01' order by day`,
    );
    expect(rows.map(({ day }) => day)).toEqual(expected);
  });

  test('have their own date and, after a weekend, substitute days, in years that begin on each day of the week', async () => {
    const { rows } = await admin.query<{ days: string[] }>(
      `select array_agg(to_char(day, 'MM-DD') order by day) as days from desk.bank_holidays
       where extract(year from day) between 2029 and 2034 and extract(month from day) in (1, 11, 12)
       group by extract(year from day) order by extract(year from day)`,
    );
    // From a calendar: 1 January is a Monday in 2029, then a Tuesday, Wednesday, Thursday, Saturday and Sunday.
    expect(rows.map(({ days }) => days.join(' '))).toEqual([
      '01-01 01-02 11-30 12-25 12-26',
      '01-01 01-02 11-30 12-02 12-25 12-26',
      '01-01 01-02 11-30 12-01 12-25 12-26',
      '01-01 01-02 11-30 12-25 12-26 12-27 12-28',
      '01-01 01-02 01-03 01-04 11-30 12-25 12-26 12-27',
      '01-01 01-02 01-03 11-30 12-25 12-26',
    ]);
  });

  test('are nine on weekdays in every year until 2045, besides the extra one of 2026', async () => {
    const { rows } = await admin.query(
      `select extract(year from day)::int as year, count(*)::int as days from desk.bank_holidays
       where extract(isodow from day) < 6 and day <> '2026-06-15' group by 1 order by 1`,
    );
    expect(rows).toEqual(Array.from({ length: 20 }, (_, index) => ({ year: 2026 + index, days: 9 })));
  });
});
