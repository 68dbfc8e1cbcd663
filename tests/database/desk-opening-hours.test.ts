import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { bankHolidays } from '#calendar/bank-holidays.ts';
import { closedDays, parseDays } from '#calendar/closed-days.ts';
import { parseOpeningHours } from '#calendar/opening-hours.ts';
import { replyDeadline } from '#calendar/reply-deadline.ts';
import { DEFAULT_DETAILS } from '../../src/site.ts';
import { anyHours, weekdaysOf } from '../support/leads/opening-hours.ts';
import { PROMISED_REPLIES } from '../support/leads/promised-replies.ts';
import { adoptAll } from '#server/cases/adopt.ts';
import { readCards } from '#server/cases/cards.ts';
import { readCalendar, readPromise } from '#server/cases/calendar.ts';
import { replaceOpeningHours } from '#server/site/set-opening-hours.ts';
import { openRoutesPool } from '../support/desk/desk-door.ts';
import { createTestDatabase } from '../support/database/test-database.ts';

const { admin, url, drop } = await createTestDatabase();
const pool = openRoutesPool(url, 'desk');
afterAll(async () => {
  await pool.end();
  await drop();
});

/** The deadlines of leads that come at these times, by the opening hours in the database. */
async function promisedBy(received: readonly (string | Date)[]): Promise<Date[]> {
  const calendar = await readCalendar(pool);
  return received.map((at) => replyDeadline(new Date(at), calendar));
}

/** Sets opening hours for the time of some work. */
async function withOpeningHours(
  given: Parameters<typeof replaceOpeningHours>[1],
  work: () => Promise<unknown>,
): Promise<void> {
  await replaceOpeningHours(admin, given);
  try {
    await work();
  } finally {
    await replaceOpeningHours(admin, { hours: weekdaysOf(parseOpeningHours(DEFAULT_DETAILS.hours)) });
  }
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
  const { rows: leads } = await admin.query<{ id: string; created_at: Date }>(
    'select id, created_at from public.leads order by name::int',
  );
  const expected = PROMISED_REPLIES.map(([, , promised]) => new Date(promised));
  const readInMails = () => Promise.all(leads.map((lead) => readPromise(pool, lead)));
  // The mail is usually sent before the desk has made the lead's case.
  expect(await readInMails()).toEqual(expected);
  await adoptAll(pool);
  const cards = await readCards(
    pool,
    leads.map(({ id }) => id),
  );
  expect(cards.map(({ promised_by }) => new Date(promised_by))).toEqual(expected);
  expect(await readInMails()).toEqual(expected);
});

test('the opening hours are those that the site shows, until the server sets others', async () => {
  const hours = parseOpeningHours(DEFAULT_DETAILS.hours);
  const shown = weekdaysOf(hours);
  const read = async () =>
    (
      await admin.query(
        `select weekday, to_char(opens, 'HH24:MI') as opens, to_char(closes, 'HH24:MI') as closes
         from desk.opening_hours order by weekday, opens`,
      )
    ).rows as unknown[];
  expect(await read()).toEqual(shown);
  const nights = [{ weekday: 7, opens: '20:00', closes: '23:30' }];
  await withOpeningHours({ hours: nights }, async () => {
    expect(await read()).toEqual(nights);
    // A Sunday: two and a half open hours that night, and one and a half a week later.
    expect(await promisedBy(['2026-11-22T21:00Z'])).toEqual([new Date('2026-11-29T21:30Z')]);
  });
  // Opening hours that the clocks skip when they go forward do not count.
  const skipped = [
    { weekday: 7, opens: '01:30', closes: '02:00' },
    { weekday: 1, opens: '09:00', closes: '13:00' },
  ];
  await withOpeningHours({ hours: skipped }, async () => {
    expect(await promisedBy(['2026-03-28T12:00Z'])).toEqual([new Date('2026-03-30T12:00Z')]);
  });
  // Nobody is there in a break, so no reply is promised in it.
  const withBreak = [
    { weekday: 2, opens: '09:00', closes: '12:30' },
    { weekday: 2, opens: '13:30', closes: '18:00' },
    { weekday: 3, opens: '09:00', closes: '12:30' },
    { weekday: 3, opens: '13:30', closes: '18:00' },
  ];
  await withOpeningHours({ hours: withBreak }, async () => {
    expect(await read()).toEqual(withBreak);
    expect(await promisedBy(['2026-11-24T12:45Z'])).toEqual([new Date('2026-11-25T12:30Z')]);
  });
  // Without opening hours, the deadline is 24 hours later.
  await withOpeningHours({ hours: [] }, async () => {
    expect(await promisedBy(['2026-11-22T21:00Z'])).toEqual([new Date('2026-11-23T21:00Z')]);
  });
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
  const given = {
    hours: weekdaysOf(calendar.hours),
    closedOn: parseDays(own.closedOn),
    openOn: parseDays(own.openOn),
  };
  await withOpeningHours(given, async () => {
    expect(await promisedBy(instants)).toEqual(instants.map((at) => replyDeadline(at, calendar)));
    // These deadlines were worked out by hand. After Wednesday evening, the next open day is Friday. St Andrew’s Day has
    // the hours of any Monday.
    expect(await promisedBy(['2026-11-25T20:00Z', '2026-11-29T12:00Z'])).toEqual([
      new Date('2026-11-27T13:00Z'),
      new Date('2026-11-30T13:00Z'),
    ]);
  });
});

test('with any opening hours too, the deadlines are those of the pages, and a later lead never has an earlier one', async () => {
  const anyInstants = fc
    .uniqueArray(fc.integer({ min: Date.parse('2026-01-01T00:00Z'), max: Date.parse('2028-11-30T00:00Z') }), {
      minLength: 2,
      maxLength: 40,
    })
    .map((all) => all.toSorted((a, b) => a - b).map((ms) => new Date(ms)));
  await fc.assert(
    fc.asyncProperty(anyHours, anyInstants, async (hours, instants) => {
      await withOpeningHours({ hours: weekdaysOf(hours) }, async () => {
        const promised = await promisedBy(instants);
        expect(promised).toEqual(
          instants.map((at) => replyDeadline(at, { hours, closedDays: bankHolidays() })),
        );
        expect(promised).toEqual(promised.toSorted((a, b) => a.getTime() - b.getTime()));
      });
    }),
  );
});
