import type { OpeningHours } from './opening-hours.ts';

export type Calendar = {
  hours: readonly OpeningHours[];
  /** Days on which the firm is closed, as `2026-12-25`. */
  closedDays: ReadonlySet<string>;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How many days ahead to look for working days. The database's `desk_private.promised_by` looks as far ahead. */
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

/**
 * Returns the time by which the firm promises to reply: 24 hours after receipt, counted on working days, or the next
 * opening time if the firm is closed then. For a lead that arrives on a closed day, counting starts at 00:00 on the
 * next working day. `desk_private.promised_by` computes the same time in the database;
 * `tests/database/desk-opening-hours.test.ts` checks that both agree.
 */
export function replyDeadline(receivedAt: Date, { hours, closedDays }: Calendar): Date {
  const localMs = toScottishTime(receivedAt).getTime();
  const today = Math.floor(localMs / DAY_MS) * DAY_MS;
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
    const deadline = instantOf(second.day + (first.day === today ? localMs - today : 0));
    const open = workingDays.find(({ closes }) => instantOf(closes) >= deadline);
    if (open) return new Date(Math.max(instantOf(open.opens), deadline));
  }
  return new Date(receivedAt.getTime() + DAY_MS);
}
