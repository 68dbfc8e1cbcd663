import * as z from 'zod';
import { closedDays } from '#src/lib/closed-days.ts';
import { WEEKDAYS } from '#src/lib/opening-hours.ts';
import { openingsBetween, replyDeadline, startOfDay, type Calendar } from '#src/lib/reply-deadline.ts';
import { firstRowOf, rowOf, sql, type Db } from '../database/statement.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const calendarSchema = z.object({
  hours: z.array(z.object({ weekday: z.int(), opens: z.string(), closes: z.string() })),
  closed_on: z.array(z.string()),
  open_on: z.array(z.string()),
});

/**
 * The opening hours and closed days of the firm. When a server starts, it writes those that its pages show into the
 * database (`server/site/set-opening-hours.ts`), so that commands and all servers have the same.
 */
export async function readCalendar(db: Db): Promise<Calendar> {
  const { hours, closed_on, open_on } = await rowOf(
    db,
    calendarSchema,
    sql`
      select
        coalesce(
          (
            select jsonb_agg(jsonb_build_object(
              'weekday', weekday, 'opens', to_char(opens, 'HH24:MI'), 'closes', to_char(closes, 'HH24:MI')
            ))
            from desk.opening_hours
          ),
          '[]'
        ) as hours,
        array(select day::text from desk.special_days where not is_open) as closed_on,
        array(select day::text from desk.special_days where is_open) as open_on`,
  );
  return {
    hours: hours.flatMap(({ weekday, opens, closes }) => {
      const day = WEEKDAYS[weekday - 1];
      return day ? [{ days: [day], opens, closes }] : [];
    }),
    closedDays: closedDays({ closedOn: closed_on.join(', '), openOn: open_on.join(', ') }),
  };
}

/** By when the firm has promised a reply to a lead, whether or not it has its case. */
export async function readPromise(db: Db, lead: { id: string; created_at: Date }): Promise<Date> {
  const known = await firstRowOf(
    db,
    z.object({ promised_by: z.coerce.date() }),
    sql`select promised_by from desk.cases where lead_id = ${lead.id}`,
  );
  return known?.promised_by ?? replyDeadline(lead.created_at, await readCalendar(db));
}

/** For how many seconds the firm was open between two moments. */
export function openSecondsBetween(since: Date, until: Date, calendar: Calendar): number {
  let ms = 0;
  for (const { starts, ends } of openingsBetween(since.getTime(), until.getTime(), calendar)) {
    ms += Math.max(0, Math.min(ends, until.getTime()) - starts);
  }
  return Math.round(ms / 1000);
}

/** A time in which the firm can ring the seller. */
export type CallWindow = { from: string; to: string };

const WINDOW_MS = 2 * HOUR_MS;

/** The opening hours of the next ten days, in pieces of two hours. The last piece of a day may be shorter. */
export function callWindows(now: Date, calendar: Calendar): CallWindow[] {
  const end = now.getTime() + 10 * DAY_MS;
  const windows: CallWindow[] = [];
  for (const { starts, ends } of openingsBetween(startOfDay(now.getTime()), end, calendar)) {
    for (let from = starts; from < ends && from < end; from += WINDOW_MS) {
      windows.push({
        from: new Date(from).toISOString(),
        to: new Date(Math.min(from + WINDOW_MS, ends)).toISOString(),
      });
    }
  }
  return windows;
}
