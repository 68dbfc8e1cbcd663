import { load } from 'cheerio';
import type { Calendar } from '#calendar/reply-deadline.ts';
import { toCalendar, type StoredCalendar } from '#calendar/stored-calendar.ts';
import type { ClientBase } from 'pg';
import { inTransaction } from '../database/in-transaction.ts';
import * as z from 'zod';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** schema.org's OpeningHoursSpecification, as `src/search-engines/structured-data/` writes it. */
const periodsSchema = z.array(
  z.object({
    dayOfWeek: z.array(z.string()),
    opens: z.string(),
    closes: z.string(),
    validFrom: z.string().optional(),
    validThrough: z.string().optional(),
  }),
);

/** The days whose hours differ from those of their weekday, in the same format. */
const specialDaysSchema = z.array(z.object({ validFrom: z.string(), opens: z.string(), closes: z.string() }));

/** The first property with this name at any depth of a JSON value. */
function findValue(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null) return undefined;
  if (name in json) return json[name as keyof typeof json];
  return Object.values(json)
    .map((value) => findValue(value, name))
    .find((value) => value !== undefined);
}

/**
 * Reads the opening hours from the home page's structured data, by weekday: 1 is Monday. Also reads the further days on
 * which the firm is closed, and the bank holidays on which it is open.
 *
 * @returns empty lists if the page has none
 */
function openingHoursOf(homePage: string): StoredCalendar {
  const text = load(homePage)('script[type="application/ld+json"]').first().text();
  const json: unknown = JSON.parse(text || 'null');
  const hours = periodsSchema
    .parse(findValue(json, 'openingHoursSpecification') ?? [])
    .flatMap(({ dayOfWeek, opens, closes, validFrom: from, validThrough: until }) =>
      dayOfWeek.map((day) => ({
        weekday: DAYS.findIndex((name) => day.endsWith(name)) + 1,
        opens,
        closes,
        from,
        until,
      })),
    );
  const special = specialDaysSchema.parse(findValue(json, 'specialOpeningHoursSpecification') ?? []);
  const isClosed = ({ opens, closes }: { opens: string; closes: string }) => opens === closes;
  return {
    hours,
    closed_on: special.filter(isClosed).map(({ validFrom }) => validFrom),
    open_on: special.filter((day) => !isClosed(day)).map(({ validFrom }) => validFrom),
  };
}

/** The firm's calendar as the home page states it. It has no hours if the page states none. */
export const calendarOf = (homePage: string): Calendar => toCalendar(openingHoursOf(homePage));

export async function replaceOpeningHours(
  owner: ClientBase,
  { hours, closed_on = [], open_on = [] }: Pick<StoredCalendar, 'hours'> & Partial<StoredCalendar>,
): Promise<void> {
  await inTransaction(owner, async () => {
    await owner.query(`
      lock table desk.opening_hours, desk.special_days in share row exclusive mode;
      delete from desk.opening_hours;
      delete from desk.special_days`);
    await owner.query(
      `insert into desk.opening_hours (weekday, opens, closes, first_day, last_day)
       select weekday, opens, closes, coalesce("from", '-infinity'), coalesce(until, 'infinity')
       from jsonb_to_recordset($1) as given (weekday int, opens time, closes time, "from" date, until date)`,
      [JSON.stringify(hours)],
    );
    await owner.query(
      `insert into desk.special_days (day, is_open)
       select unnest($1::date[]), true union select unnest($2::date[]), false`,
      [open_on, closed_on],
    );
  });
}

/**
 * Stores the site's opening hours and special days in the database, from which each lead's deadline is worked out
 * (`server/cases/calendar.ts`).
 */
export async function setOpeningHours(owner: ClientBase, homePage: string): Promise<void> {
  const given = openingHoursOf(homePage);
  if (given.hours.length > 0) await replaceOpeningHours(owner, given);
}
