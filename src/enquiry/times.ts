/** Times in words. They are Scottish times, wherever the reader is, because the firm's hours and promises are. */
const TIME_ZONE = 'Europe/London';
const DAY_MS = 86_400_000;

type Moment = string | number | Date;

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, ...options });
  // Some browsers write a comma after the weekday.
  return (moment: Moment) => formatter.format(new Date(moment)).replace(',', '');
};

/** 14:00 */
export const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const weekday = format({ weekday: 'long' });
const weekdayAndDate = format({ weekday: 'long', day: 'numeric', month: 'long' });
/** Thursday 10 December 2026 */
export const fullDate = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
/** 10 December 2026 */
export const longDate = format({ day: 'numeric', month: 'long', year: 'numeric' });
const year = format({ year: 'numeric' });
const isoParts = format({ day: '2-digit', month: '2-digit', year: 'numeric' });

/** The date in Scotland: 2026-11-27. */
export const scottishDate = (moment: Moment): string => isoParts(moment).split('/').reverse().join('-');

const daysBetween = (from: Moment, to: Moment): number =>
  Math.round((Date.parse(scottishDate(to)) - Date.parse(scottishDate(from))) / DAY_MS);

/** A day, with its preposition: today, tomorrow, yesterday, on Monday, on Monday 7 December. */
export function dayInWords(moment: Moment, now: Moment): string {
  const days = daysBetween(now, moment);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  if (Math.abs(days) < 7) return `on ${weekday(moment)}`;
  return `on ${year(moment) === year(now) ? weekdayAndDate(moment) : fullDate(moment)}`;
}

/** "on Friday at 10:20" */
export const timeInWords = (moment: Moment, now: Moment): string =>
  `${dayInWords(moment, now)} at ${clock(moment)}`;

/** "by 12:00 on Monday" */
export const byInWords = (moment: Moment, now: Moment): string =>
  `by ${clock(moment)} ${dayInWords(moment, now)}`;

/** "on Monday between 14:00 and 16:00" */
export const windowInWords = (from: Moment, to: Moment, now: Moment): string =>
  `${dayInWords(from, now)} between ${clock(from)} and ${clock(to)}`;

/** Whether the reader's clock shows another time than clocks in Scotland do. */
export const isElsewhere = (now = new Date()): boolean =>
  clock(now) !== now.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
