import { timeInWords } from './london.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** 1 day, 2 days */
export const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;

/**
 * A length of time in one unit, rounded down: 40 minutes, 3 hours, 2 days. Two days have passed only after 48 hours, so that
 * a deadline of tomorrow never has "2 days left".
 */
export function durationInWords(ms: number): string {
  const length = Math.abs(ms);
  if (length < MINUTE_MS) return 'less than a minute';
  if (length < 90 * MINUTE_MS) return count(Math.floor(length / MINUTE_MS), 'minute');
  if (length < 2 * DAY_MS) return count(Math.floor(length / HOUR_MS), 'hour');
  return count(Math.floor(length / DAY_MS), 'day');
}

/** "promised by today 17:00, 40 minutes left" or "promised by today 13:20, 3 hours late". */
export function promiseInWords(promisedBy: string, nowMs: number): string {
  const left = Date.parse(promisedBy) - nowMs;
  const clock = left < 0 ? `${durationInWords(left)} late` : `${durationInWords(left)} left`;
  return `promised by ${timeInWords(promisedBy, nowMs)}, ${clock}`;
}

/** "just now", "4 minutes ago" or, after an hour, the time itself: "today 14:20". */
export function agoInWords(moment: string, nowMs: number): string {
  const past = nowMs - Date.parse(moment);
  if (past < MINUTE_MS) return 'just now';
  if (past < HOUR_MS) return `${durationInWords(past)} ago`;
  return timeInWords(moment, nowMs);
}
