import * as z from 'zod';
import {
  openingsAfter,
  openingsBetween,
  replyDeadline,
  startOfDay,
  type Calendar,
} from '#calendar/reply-deadline.ts';
import { SELECT_CALENDAR, toCalendar } from '#calendar/stored-calendar.ts';
import { firstRowOf, rowOf, sql, type Db } from '../database/statement.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const calendarSchema = z.object({
  hours: z.array(
    z.object({
      weekday: z.int(),
      opens: z.string(),
      closes: z.string(),
      from: z.string().nullish(),
      until: z.string().nullish(),
    }),
  ),
  closed_on: z.array(z.string()),
  open_on: z.array(z.string()),
});

/**
 * The opening hours and closed days of the firm. All servers and commands read them from the database, so that they have
 * the same.
 */
export async function readCalendar(db: Db): Promise<Calendar> {
  return toCalendar(await rowOf(db, calendarSchema, SELECT_CALENDAR));
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

/** When the firm will have been open for so many minutes; null if that is not within four weeks. */
export function afterOpenMinutes(since: Date, minutes: number, calendar: Calendar): Date | null {
  let missingMs = minutes * 60_000;
  for (const { starts, ends } of openingsAfter(since.getTime(), calendar)) {
    if (ends - starts >= missingMs) return new Date(starts + missingMs);
    missingMs -= ends - starts;
  }
  return null;
}

/** A time in which the firm can ring the seller. */
export type CallWindow = { from: string; to: string };

/** How long a window is. */
export const WINDOW_MS = 2 * HOUR_MS;

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
