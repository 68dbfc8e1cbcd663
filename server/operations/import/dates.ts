/** The order of day and month in dates of digits: 3/5/2024 is 3 May in Britain, and 5 March in America. */
export type DateOrder = 'day first' | 'month first';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const DIGITS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/;
const ISO = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?![\d/-])/;
const DAY_MONTH = /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3})[a-z]*\.?,?[ -](\d{4})\b/i;
const MONTH_DAY = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/i;
const TIME = /^(?:,| at)?[ T](\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)? ?(am|pm)?/i;
const OFFSET = /^(Z|[+-]\d\d:?\d\d)$/;

/** The order that a date in digits must have; undefined if both are possible. */
export function orderOf(text: string): DateOrder | undefined {
  const [, one = 0, two = 0] = (DIGITS.exec(text.trim()) ?? []).map(Number);
  if (one > 12) return 'day first';
  return two > 12 ? 'month first' : undefined;
}

function readDay(text: string, order: DateOrder): { date: string[]; rest: string } | undefined {
  const pick = (match: RegExpExecArray | null, year: number, month: number, day: number) =>
    match && {
      date: [match[year], match[month], match[day]].map((part) => part ?? ''),
      rest: text.slice(match[0].length),
    };
  return (
    pick(ISO.exec(text), 1, 2, 3) ??
    (order === 'day first' ? pick(DIGITS.exec(text), 3, 2, 1) : pick(DIGITS.exec(text), 3, 1, 2)) ??
    pick(DAY_MONTH.exec(text), 3, 2, 1) ??
    pick(MONTH_DAY.exec(text), 3, 1, 2) ??
    undefined
  );
}

const two = (part: number) => String(part).padStart(2, '0');

/**
 * A date, with or without a time, as `2024-05-03 14:22:00`, with the offset from UTC if the text has one.
 *
 * @param atHour the hour of a date without a time
 * @returns undefined if the text is no date, or one before 1990
 */
export function readTime(given: string, order: DateOrder, atHour = 0): string | undefined {
  const text = given.trim();
  const found = readDay(text, order);
  if (!found) return undefined;
  const [year = '', monthText = '', dayText = ''] = found.date;
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
