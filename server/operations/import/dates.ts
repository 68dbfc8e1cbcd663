/** The order of day and month in dates of digits: 3/5/2024 is 3 May in Britain, and 5 March in America. */
export type DateOrder = 'day first' | 'month first';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const DIGITS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})\b/;
const ISO = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?![\d/-])/;
const DAY_MONTH = /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3})[a-z]*\.?,?[ -](\d{4}|\d{2})\b/i;
const MONTH_DAY = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/i;
const MONTH_ONLY = /^([a-z]{3})[a-z]*\.?,?[ -](\d{4})$/i;
/** The number of a day, as spreadsheets count them: 45415, or with the time of day 45415.6. */
const SERIAL = /^\d{5}(?:\.\d+)?$/;
const TIME = /^(?:,| at)?[ T](\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)? ?(am|pm)?/i;
const OFFSET = /^(Z|[+-]\d\d:?\d\d)$/;

/** The order that a date in digits must have; 'both' if both are possible, undefined if it is no such date. */
export function orderOf(text: string): DateOrder | 'both' | undefined {
  const [, one = 0, two = 0] = (DIGITS.exec(text.trim()) ?? []).map(Number);
  if (one > 12) return 'day first';
  if (two > 12) return 'month first';
  return one === two ? undefined : 'both';
}

/** Whether a text names a month without a day. */
export const isMonthOnly = (text: string): boolean => MONTH_ONLY.test(text);

function readDay(text: string, order: DateOrder): { date: string[]; rest: string } | undefined {
  // A month alone counts as its first day.
  const pick = (match: RegExpExecArray | null, year: number, month: number, day?: number) =>
    match && {
      date: [match[year] ?? '', match[month] ?? '', day === undefined ? '1' : (match[day] ?? '')],
      rest: text.slice(match[0].length),
    };
  return (
    pick(ISO.exec(text), 1, 2, 3) ??
    (order === 'day first' ? pick(DIGITS.exec(text), 3, 2, 1) : pick(DIGITS.exec(text), 3, 1, 2)) ??
    pick(DAY_MONTH.exec(text), 3, 2, 1) ??
    pick(MONTH_DAY.exec(text), 3, 1, 2) ??
    pick(MONTH_ONLY.exec(text), 2, 1) ??
    undefined
  );
}

const two = (part: number) => String(part).padStart(2, '0');

/** A year of two digits is of 1980 to 2079. */
const fullYear = (year: string) => (year.length === 2 ? `${Number(year) < 80 ? '20' : '19'}${year}` : year);

/**
 * A date, with or without a time, as `2024-05-03 14:22:00`, with the offset from UTC if the text has one.
 *
 * @param atHour the hour of a date without a time
 * @returns undefined if the text is no date, or one before 1990
 */
export function readTime(given: string, order: DateOrder, atHour = 0): string | undefined {
  let text = given.trim();
  // Day 0 is 30 December 1899.
  if (SERIAL.test(text)) {
    const day = new Date(Math.round((Number(text) - 25_569) * 86_400) * 1000).toISOString();
    text = text.includes('.') ? day.slice(0, 19) : day.slice(0, 10);
  }
  const found = readDay(text, order);
  if (!found) return undefined;
  const [yearText = '', monthText = '', dayText = ''] = found.date;
  const year = fullYear(yearText);
  const month = MONTHS.indexOf(monthText.toLowerCase()) + 1 || Number(monthText);
  const day = Number(dayText);
  // Date.UTC moves a day that does not exist, such as 31 April, to the next month.
  const isDay = new Date(Date.UTC(Number(year), month - 1, day)).getUTCDate() === day;
  if (!isDay || month < 1 || month > 12 || Number(year) < 1990) return undefined;

  const time = TIME.exec(found.rest);
  const rest = found.rest.slice(time?.[0].length ?? 0).trim();
  if (rest !== '' && !OFFSET.test(rest)) return undefined;
  const [, hourText = String(atHour), minute = '00', second = '00', half] = time ?? [];
  const hour = half ? (Number(hourText) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hourText);
  if (hour > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offset = rest.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${minute}:${second}${offset}`;
}
