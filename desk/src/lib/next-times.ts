import { fromLondonField, londonDate, toLondonField } from './london.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const QUARTER_MS = HOUR_MS / 4;

/** Ten in the morning, `days` days ahead. If that day is a Sunday, ten on the Monday after it. */
export function morningIn(days: number, nowMs: number): Date {
  const date = new Date(Date.parse(londonDate(nowMs)) + days * DAY_MS);
  const isSunday = date.getUTCDay() === 0;
  const day = new Date(date.getTime() + (isSunday ? DAY_MS : 0)).toISOString().slice(0, 10);
  return fromLondonField(`${day}T10:00`);
}

/**
 * A time to call again soon: in two hours, rounded up to a quarter of an hour. If that is on a Sunday or not between
 * 09:00 and 18:00, the time is ten on the next morning that is not on a Sunday.
 */
export function soon(nowMs: number): Date {
  const later = Math.ceil((nowMs + 2 * HOUR_MS) / QUARTER_MS) * QUARTER_MS;
  const field = toLondonField(later);
  const hour = Number(field.slice(11, 13));
  const isSunday = new Date(`${field.slice(0, 10)}T00:00:00Z`).getUTCDay() === 0;
  if (hour >= 9 && hour < 18 && !isSunday) return new Date(later);
  return hour < 9 && !isSunday ? morningIn(0, later) : morningIn(1, nowMs);
}
