import { isOpenAt, openingsAfter, startOfDay, type Calendar } from '#calendar/reply-deadline.ts';
import { deskConfig } from '../api/client.ts';
import { fromLondonField, londonDate } from '../lib/london.ts';

const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;

const tenOn = (date: string): Date => fromLondonField(`${date}T10:00`);

function calendar(): Calendar {
  const { hours, closedDays } = deskConfig().calendar;
  return { hours, closedDays: new Set(closedDays) };
}

/**
 * Ten in the morning of the next day on which the firm is open, which may be the day of `fromMs`. If the firm is closed
 * at ten on that day, its opening time.
 */
function nextMorning(fromMs: number): Date {
  const [opening] = openingsAfter(fromMs, calendar());
  if (!opening) return tenOn(londonDate(fromMs));
  const ten = tenOn(londonDate(opening.starts));
  const isOpenAtTen = ten.getTime() >= opening.starts && ten.getTime() < opening.ends;
  return isOpenAtTen ? ten : new Date(opening.starts);
}

/** The morning of the day that is `days` days ahead or, if the firm is closed then, of the next open day. */
export const morningIn = (days: number, nowMs: number): Date => nextMorning(startOfDay(nowMs, days));

/**
 * A time to call again soon: in two hours, rounded up to a quarter of an hour. If the firm is closed then, the next
 * morning.
 */
export function soon(nowMs: number): Date {
  const later = new Date(Math.ceil((nowMs + 2 * HOUR_MS) / QUARTER_MS) * QUARTER_MS);
  return isOpenAt(later, calendar()) ? later : nextMorning(later.getTime());
}
