import { CHECKED_YEARS } from '#calendar/bank-holidays.ts';
import { isOpenAt, replyDeadline, toScottishTime } from '#calendar/reply-deadline.ts';
import { siteCalendar } from './site-calendar.ts';

/** Whether the firm is open at this moment, by the opening hours that this build shows. */
export const isOpenNow = (): boolean => isOpenAt(new Date(), siteCalendar());

/**
 * A reply that is due later than this can be due on today's weekday in the next week. The sentence then gives the date
 * as well.
 */
const SIX_DAYS_MS = 6 * 24 * 3_600_000;

const DAY_MS = 24 * 3_600_000;

/** Formats a Date of `toScottishTime`, whose UTC fields hold the Scottish date and time. */
const inWords = (local: Date, options: Intl.DateTimeFormatOptions) =>
  local.toLocaleString('en-GB', { timeZone: 'UTC', ...options });

const timeOf = (local: Date) => inWords(local, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/**
 * Returns a sentence such as "It is Friday 15:10. You will hear from us by Saturday 14:00." Both times are Scottish,
 * and for a visitor in another time zone the sentence adds "UK time". The pages promise a reply within 24 hours, so
 * if the reply may take longer, the sentence adds that closed days do not count.
 *
 * @param minutesWest by how many minutes the visitor's clock is behind UTC; NaN if that is unknown
 * @returns undefined outside the years whose bank holidays were checked, because the promise could then be wrong
 */
export function promiseInWords(
  now: Date,
  minutesWest = now.getTimezoneOffset(),
  calendar = siteCalendar(),
): string | undefined {
  const deadline = replyDeadline(now, calendar);
  const [from, to] = [toScottishTime(now), toScottishTime(deadline)];
  if (from.getUTCFullYear() < CHECKED_YEARS.first || to.getUTCFullYear() > CHECKED_YEARS.last)
    return undefined;
  const isElsewhere = from.getTime() - now.getTime() !== -minutesWest * 60_000;
  const isFar = to.getTime() - from.getTime() >= SIX_DAYS_MS;
  const isLong = deadline.getTime() - now.getTime() > DAY_MS;
  const day = inWords(to, { weekday: 'long', ...(isFar && { day: 'numeric', month: 'long' }) });
  return (
    `It is ${inWords(from, { weekday: 'long' })} ${timeOf(from)}${isElsewhere ? ' UK time' : ''}. ` +
    `You will hear from us by ${day} ${timeOf(to)}${isLong ? ': 24 hours, not counting closed days' : ''}.`
  );
}
