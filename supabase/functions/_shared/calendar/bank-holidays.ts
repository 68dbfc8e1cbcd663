/**
 * The years whose holidays were compared with gov.uk's list, in which an extra one may stand. Pages name the day of a
 * reply only in these years; `npm run launch-check` asks for the comparison of the next one.
 *
 * @see https://www.gov.uk/bank-holidays.json, Scotland
 */
export const CHECKED_YEARS = { first: 2026, last: 2028 };

const LAST_YEAR = 2045;

/** Single extra holidays, by royal proclamation: that of the World Cup. */
const EXTRA = ['2026-06-15'];

const DAY_MS = 86_400_000;

const dateOf = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day));
const later = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS);
const isWeekend = (date: Date) => date.getUTCDay() % 6 === 0;
const mondayFrom = (date: Date) => later(date, (8 - date.getUTCDay()) % 7);

/** Easter Sunday, by the anonymous Gregorian algorithm. @see https://en.wikipedia.org/wiki/Date_of_Easter */
function easterOf(year: number): Date {
  const floor = Math.floor;
  const a = year % 19;
  const [b, c] = [floor(year / 100), year % 100];
  const h = (19 * a + b - floor(b / 4) - floor((b - floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * floor(c / 4) - h - (c % 4)) % 7;
  const n = h + l - 7 * floor((a + 11 * h + 22 * l) / 451) + 114;
  return dateOf(year, floor(n / 31), (n % 31) + 1);
}

/** Two days in a row, or one, with a substitute for each that is on a weekend: the next weekday that is free. */
function withSubstitutes(days: Date[]): Date[] {
  return days.filter(isWeekend).reduce((all) => {
    let substitute = later(all.at(-1) ?? dateOf(0, 1, 1), 1);
    while (isWeekend(substitute)) substitute = later(substitute, 1);
    return [...all, substitute];
  }, days);
}

/** Scotland's bank holidays of a year, by the rules of the Banking and Financial Dealings Act 1971. */
const holidaysOf = (year: number): Date[] => [
  ...withSubstitutes([dateOf(year, 1, 1), dateOf(year, 1, 2)]),
  later(easterOf(year), -2),
  mondayFrom(dateOf(year, 5, 1)),
  mondayFrom(dateOf(year, 5, 25)),
  mondayFrom(dateOf(year, 8, 1)),
  ...withSubstitutes([dateOf(year, 11, 30)]),
  ...withSubstitutes([dateOf(year, 12, 25), dateOf(year, 12, 26)]),
];

const YEARS = Array.from(
  { length: LAST_YEAR - CHECKED_YEARS.first + 1 },
  (_, index) => CHECKED_YEARS.first + index,
);
const ALL = [
  ...YEARS.flatMap(holidaysOf).map((date) => date.toISOString().slice(0, 10)),
  ...EXTRA,
].toSorted();

/**
 * The days of all bank holidays until 2045, written like `2026-12-25`, on which the firm is closed by default. A holiday on
 * a weekend has two days: the day itself, such as Christmas Day on a Saturday, and the substitute day after it. A firm's
 * own days are not here: `closed-days.ts` adds and removes them.
 */
export const bankHolidays = (): Set<string> => new Set(ALL);
