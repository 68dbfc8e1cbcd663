import type { OpeningHours } from './opening-hours.ts';

export type Calendar = {
  hours: readonly OpeningHours[];
  /** Days on which the firm is closed, as `2026-12-25`. */
  closedDays: ReadonlySet<string>;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How many opening hours the firm needs for a reply. */
const NEEDED_MS = 4 * HOUR_MS;
/** How many days ahead to look for opening hours. */
const HORIZON_DAYS = 28;
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const LONDON = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
});

/** Converts an instant to Scottish local time: a Date whose `getUTC…` methods return the local date and time. */
export function toScottishTime(instant: Date): Date {
  const parts = new Map(LONDON.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return new Date(
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) +
      (((instant.getTime() % 1000) + 1000) % 1000),
  );
}

/**
 * Converts Scottish local time to an instant. When the clocks change, an hour that occurs twice or not at all is read
 * as GMT, as in PostgreSQL.
 */
function instantOf(localMs: number): number {
  const isSummer = toScottishTime(new Date(localMs)).getTime() !== localMs;
  return isSummer && toScottishTime(new Date(localMs - HOUR_MS)).getTime() === localMs
    ? localMs - HOUR_MS
    : localMs;
}

function toMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}

type Span = { starts: number; ends: number };

/** The Scottish day of an instant, as its midnight in UTC. */
const dayOf = (instant: number) => Math.floor(toScottishTime(new Date(instant)).getTime() / DAY_MS) * DAY_MS;

/** The instant at which the Scottish day begins that is this number of days after an instant's. */
export const startOfDay = (instant: number, daysLater = 0): number =>
  instantOf(dayOf(instant) + daysLater * DAY_MS);

/**
 * When the firm is open from one instant until the end of another's day, in order. A day with a break has two periods.
 * Each day is computed only when the caller asks for it, because most callers need only the first period.
 */
export function* openingsBetween(
  from: number,
  until: number,
  { hours, closedDays }: Calendar,
): Generator<Span> {
  for (let day = dayOf(from); day <= dayOf(until); day += DAY_MS) {
    const date = new Date(day);
    const iso = date.toISOString().slice(0, 10);
    if (closedDays.has(iso)) continue;
    const periods = hours
      .filter(
        ({ days, from = iso, until = iso }) =>
          (days as string[]).includes(DAYS[date.getUTCDay()] ?? '') && from <= iso && iso <= until,
      )
      .map(({ opens, closes }) => ({ opens: toMs(opens), closes: toMs(closes) }))
      .sort((a, b) => a.opens - b.opens);
    for (const { opens, closes } of periods) {
      const starts = Math.max(instantOf(day + opens), from);
      const ends = instantOf(day + closes);
      // When the clocks go forward, they may skip a day's opening hours.
      if (ends > starts) yield { starts, ends };
    }
  }
}

/** When the firm is open from an instant on, during the next four weeks. */
export const openingsAfter = (from: number, calendar: Calendar): Generator<Span> =>
  openingsBetween(from, startOfDay(from, HORIZON_DAYS), calendar);

export function isOpenAt(now: Date, calendar: Calendar): boolean {
  const [opening] = openingsAfter(now.getTime(), calendar);
  return opening?.starts === now.getTime();
}

/**
 * Returns the time by which the firm promises to reply. If the firm is open for at least four of the next 24 hours, it
 * is the last open moment in them; otherwise, it is the moment at which four open hours have passed. So an enquiry
 * never has an earlier deadline than an enquiry before it.
 */
export function replyDeadline(receivedAt: Date, calendar: Calendar): Date {
  const received = receivedAt.getTime();
  const dayLater = received + DAY_MS;
  let openWithinADay = 0;
  let lastWithinADay = dayLater;
  let missing = NEEDED_MS;
  let fourHoursLater: number | undefined;
  // If the next four weeks have fewer than four open hours, the deadline is the last closing time in them.
  let lastClosing = dayLater;
  for (const { starts, ends } of openingsAfter(received, calendar)) {
    if (starts <= dayLater) {
      lastWithinADay = Math.min(ends, dayLater);
      openWithinADay += lastWithinADay - starts;
    }
    if (fourHoursLater === undefined && ends - starts >= missing) fourHoursLater = starts + missing;
    else missing -= ends - starts;
    lastClosing = ends;
    if (ends >= dayLater && fourHoursLater !== undefined) break;
  }
  if (openWithinADay >= NEEDED_MS) return new Date(lastWithinADay);
  return new Date(fourHoursLater ?? lastClosing);
}
