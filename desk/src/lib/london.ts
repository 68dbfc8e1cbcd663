/** Times are shown in Scottish time, wherever the browser is: the firm's deadlines and opening hours are in it. */
const TIME_ZONE = 'Europe/London';

type Moment = string | number | Date;

/** A function that formats times. It creates its formatter, which is slow, only when it is first called. */
const format = (options: Intl.DateTimeFormatOptions, locale = 'en-GB') => {
  let formatter: Intl.DateTimeFormat | undefined;
  return (moment: Moment) => {
    formatter ??= new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, ...options });
    return formatter.format(new Date(moment));
  };
};

/** 14:02 */
export const clockTime = format({ hour: '2-digit', minute: '2-digit' });
/** Mon */
const shortWeekday = format({ weekday: 'short' });
/** Monday */
const longWeekday = format({ weekday: 'long' });
/** 4 Dec */
const dayAndMonth = format({ day: 'numeric', month: 'short' });
/** 4 Dec 2026 */
export const dayMonthYear = format({ day: 'numeric', month: 'short', year: 'numeric' });
/** Monday, 23 November 2026 at 14:02 */
export const exactTime = format({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

// Swedish writes dates and times almost as ISO 8601 does: 2026-11-23 14:02.
const isoLike = format({ dateStyle: 'short', timeStyle: 'short' }, 'sv-SE');

/** The date and time on a clock in Scotland: 2026-11-23T14:02, as a field of the type `datetime-local` has it. */
export const toLondonField = (moment: Moment): string => isoLike(moment).replace(' ', 'T');

/** The date in Scotland: 2026-11-23. */
export const londonDate = (moment: Moment): string => toLondonField(moment).slice(0, 10);

/** The moment at which a clock in Scotland shows this date and time. */
export function fromLondonField(field: string): Date {
  const asUtc = new Date(`${field}:00Z`).getTime();
  const offset = new Date(`${toLondonField(asUtc)}:00Z`).getTime() - asUtc;
  const guess = asUtc - offset;
  // Near a clock change, `asUtc` and the guess may have different offsets. The guess is nearer to the right moment.
  const offsetOfGuess = new Date(`${toLondonField(guess)}:00Z`).getTime() - guess;
  return new Date(asUtc - offsetOfGuess);
}

const DAY_MS = 86_400_000;

/** Days between the dates of two moments in Scotland; negative if `from` is later. */
export const daysBetween = (from: Moment, to: Moment): number =>
  Math.round((Date.parse(londonDate(to)) - Date.parse(londonDate(from))) / DAY_MS);

/** A day in words, relative to now: today, tomorrow, Monday, Mon 7 Dec. */
function dayInWords(moment: Moment, now: Moment): string {
  const days = daysBetween(now, moment);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  if (days > 1 && days < 7) return longWeekday(moment);
  const isThisYear = londonDate(moment).slice(0, 4) === londonDate(now).slice(0, 4);
  return isThisYear ? `${shortWeekday(moment)} ${dayAndMonth(moment)}` : dayMonthYear(moment);
}

/** today 14:00 to 16:00 */
export const windowInWords = (from: Moment, to: Moment, now: Moment): string =>
  `${timeInWords(from, now)} to ${clockTime(to)}`;

/** today 14:02, Monday 17:00, Mon 7 Dec 09:00 */
export const timeInWords = (moment: Moment, now: Moment): string =>
  `${dayInWords(moment, now)} ${clockTime(moment)}`;
