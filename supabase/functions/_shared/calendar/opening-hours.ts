export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

type Day = (typeof WEEKDAYS)[number];

/** Days with the same hours; times as "09:00". They hold from one day to another, such as `2026-12-07`, or always. */
export type OpeningHours = { days: Day[]; opens: string; closes: string; from?: string; until?: string };

/** Hours that take the place of others on a day. */
export type NextHours = { from: string; hours: string };

const PERIOD = /^([A-Z][a-z]{2})(?:[–-]([A-Z][a-z]{2}))? (\d{2}:\d{2})[–-](\d{2}:\d{2})$/;

const indexOfDay = (abbreviation: string) => WEEKDAYS.findIndex((day) => day.startsWith(abbreviation));

function parsePeriod(period: string): OpeningHours | undefined {
  const [, first = '', last = first, opens = '', closes = ''] = PERIOD.exec(period) ?? [];
  const [from, to] = [indexOfDay(first), indexOfDay(last)];
  const isUsable = opens !== '' && from !== -1 && to >= from && opens < closes;
  return isUsable ? { days: WEEKDAYS.slice(from, to + 1), opens, closes } : undefined;
}

/** A day on which a period begins before another one has ended. */
function dayWithOverlap(all: OpeningHours[]): Day | undefined {
  return WEEKDAYS.find((day) => {
    const periods = all
      .filter(({ days }) => days.includes(day))
      .sort((a, b) => a.opens.localeCompare(b.opens));
    return periods.some(({ closes }, index) => closes >= (periods[index + 1]?.opens ?? '24:00'));
  });
}

/**
 * Parses opening hours as the site shows them: "Mon–Fri 09:00–18:00, Sat 09:00–14:00". A day with a break is in two
 * periods: "Mon–Fri 09:00–12:30, Mon–Fri 13:30–18:00".
 *
 * @throws {Error} for any other format, because structured data would otherwise be missing or wrong
 */
export function parseOpeningHours(text: string): OpeningHours[] {
  const all = text.split(/,\s*/).map((period) => {
    const hours = parsePeriod(period);
    if (hours !== undefined) return hours;
    throw new Error(`The opening hours "${period}" cannot be read: write them like "Mon–Fri 09:00–18:00".`);
  });
  const overlap = dayWithOverlap(all);
  if (overlap === undefined) return all;
  throw new Error(`The opening hours "${text}" have two periods on ${overlap} with no time between them.`);
}

/**
 * Reads new hours with their first day, as in the variable PUBLIC_SITE_NEXT_HOURS: "2026-12-07 Mon–Fri 10:00–16:00".
 *
 * @returns undefined for an empty text
 */
export function readNextHours(text = ''): NextHours | undefined {
  const [from = '', ...hours] = text.trim().split(' ');
  return from ? { from, hours: hours.join(' ') } : undefined;
}

/** The opening hours and, from its first day on, what takes their place. */
export function hoursInTurn(hours: string, next?: NextHours): OpeningHours[] {
  const now = parseOpeningHours(hours);
  if (next === undefined) return now;
  const until = new Date(Date.parse(next.from) - 24 * 3_600_000).toISOString().slice(0, 10);
  return [
    ...now.map((period) => ({ ...period, until })),
    ...parseOpeningHours(next.hours).map((period) => ({ ...period, from: next.from })),
  ];
}
