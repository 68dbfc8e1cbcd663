import type { OpeningHours } from './opening-hours.ts';

export type Calendar = {
  hours: readonly OpeningHours[];
  /** Days on which the firm is closed, as `2026-12-25`. */
  closedDays: ReadonlySet<string>;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far ahead working days are looked for, as in the database. */
const HORIZON_DAYS = 21;
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

/** The time on a Scottish wall, as the UTC time with the same digits. Its `getUTC…` methods then read the wall. */
export function wallOf(instant: Date): Date {
  const parts = new Map(LONDON.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return new Date(
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) +
      (((instant.getTime() % 1000) + 1000) % 1000),
  );
}

/** The instant of a wall time. Like PostgreSQL, it reads an hour that comes twice or never as Greenwich time. */
function instantOf(wallMs: number): number {
  const isSummer = wallOf(new Date(wallMs)).getTime() !== wallMs;
  return isSummer && wallOf(new Date(wallMs - HOUR_MS)).getTime() === wallMs ? wallMs - HOUR_MS : wallMs;
}

function toMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}

/**
 * By when the firm answers: 24 hours counted on working days, and if the firm is closed then, when it next opens. What
 * comes on another day counts from the next working day's first minute. `desk_private.promised_by` gives the staff the
 * same instant, which `tests/database/desk-opening-hours.test.ts` compares.
 */
export function promisedBy(receivedAt: Date, { hours, closedDays }: Calendar): Date {
  const wallMs = wallOf(receivedAt).getTime();
  const today = Math.floor(wallMs / DAY_MS) * DAY_MS;
  const workingDays = Array.from({ length: HORIZON_DAYS + 1 }, (_, index) => today + index * DAY_MS).flatMap(
    (day) => {
      const date = new Date(day);
      const period = hours.find(({ days }) => (days as string[]).includes(DAYS[date.getUTCDay()] ?? ''));
      if (!period || closedDays.has(date.toISOString().slice(0, 10))) return [];
      return [{ day, opens: day + toMs(period.opens), closes: day + toMs(period.closes) }];
    },
  );
  const [first, second] = workingDays;
  if (first && second) {
    const deadline = instantOf(second.day + (first.day === today ? wallMs - today : 0));
    const open = workingDays.find(({ closes }) => instantOf(closes) >= deadline);
    if (open) return new Date(Math.max(instantOf(open.opens), deadline));
  }
  return new Date(receivedAt.getTime() + DAY_MS);
}
