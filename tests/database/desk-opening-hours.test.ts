import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bankHolidays } from '#calendar/bank-holidays.ts';
import { closedDays, parseDays } from '#calendar/closed-days.ts';
import { parseOpeningHours } from '#calendar/opening-hours.ts';
import { DEFAULT_DETAILS } from '../../src/site.ts';
import { anyHours, weekdaysOf } from '../support/leads/opening-hours.ts';
import { PROMISED_REPLIES } from '../support/leads/promised-replies.ts';
import { adoptAll } from '#server/cases/adopt.ts';
import { readCards } from '#server/cases/cards.ts';
import { readCalendar, readPromise } from '#server/cases/calendar.ts';
import { replaceOpeningHours } from '#server/site/set-opening-hours.ts';
import { openRoutesPool } from '../support/desk/desk-door.ts';
import { createTestDatabase } from '../support/database/test-database.ts';

const { admin, url } = await createTestDatabase();
const pool = openRoutesPool(url, 'desk');

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

test('the calendar is that of the site, until the server sets another, with special days and any hours', async () => {
  const hours = parseOpeningHours(DEFAULT_DETAILS.hours);
  const read = async () => {
    const calendar = await readCalendar(pool);
    return { hours: weekdaysOf(calendar.hours), closedDays: [...calendar.closedDays].sort() };
  };
  expect(await read()).toEqual({ hours: weekdaysOf(hours), closedDays: [...bankHolidays()].sort() });

  // A Thursday, the days after Christmas, and St Andrew’s Day, a bank holiday.
  const own = { closedOn: '2026-11-26, 2026-12-29 to 2026-12-31', openOn: '2026-11-30' };
  const days = { closed_on: parseDays(own.closedOn), open_on: parseDays(own.openOn) };
  await withOpeningHours({ hours: weekdaysOf(hours), ...days }, async () => {
    expect((await read()).closedDays).toEqual([...closedDays(own)].sort());
  });
  const anyWeek = anyHours.map(weekdaysOf);
  await fc.assert(
    fc.asyncProperty(anyWeek, (week) =>
      withOpeningHours({ hours: week }, async () => {
        expect((await read()).hours).toEqual(week);
      }),
    ),
  );
});
