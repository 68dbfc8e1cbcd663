import { bankHolidays } from './bank-holidays.ts';

/** A date, or two dates with "to" between them. */
const PERIOD = /^(\d{4}-\d{2}-\d{2})(?: to (\d{4}-\d{2}-\d{2}))?$/;

const DAY_MS = 24 * 3_600_000;
/** The longest period that is accepted, because a longer one is probably a mistake in the year. */
const LONGEST_DAYS = 62;

const isDate = (text: string) =>
  !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

function parsePeriod(period: string): string[] {
  const [, first = '', last = first] = PERIOD.exec(period) ?? [];
  const days = isDate(first) && isDate(last) ? (Date.parse(last) - Date.parse(first)) / DAY_MS + 1 : 0;
  if (days < 1 || days > LONGEST_DAYS) {
    throw new Error(
      `The days "${period}" cannot be read: write them like "2026-12-24, 2026-12-29 to 2026-12-31".`,
    );
  }
  return Array.from({ length: days }, (_, index) =>
    new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10),
  );
}

/**
 * Parses days such as "2026-12-24, 2026-12-29 to 2026-12-31".
 *
 * @returns each day, as `2026-12-24`; none for an empty text
 * @throws {Error} for any other format
 */
export function parseDays(text: string): string[] {
  return text.trim() ? text.trim().split(/,\s*/).flatMap(parsePeriod) : [];
}

type Given = { closedOn?: string | undefined; openOn?: string | undefined };

/** The days on which the firm is closed, whatever the opening hours of their weekday. Each is like `2026-12-25`. */
export function closedDays({ closedOn = '', openOn = '' }: Given): Set<string> {
  const days = bankHolidays();
  for (const day of parseDays(openOn)) days.delete(day);
  for (const day of parseDays(closedOn)) days.add(day);
  return days;
}
