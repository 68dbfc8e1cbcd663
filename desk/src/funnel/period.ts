/** The first and the last day of a period, both included, as "2026-11-22". */
export type Period = { from: string; until: string };

const DAY_MS = 86_400_000;
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function mondayOf(day: string): string {
  return daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** The last few weeks, from a Monday to `today`. The current week counts as one of them. */
export function lastWeeks(weeks: number, today: string): Period {
  return { from: daysAfter(mondayOf(today), -(weeks - 1) * 7), until: today };
}

export function thisYear(today: string): Period {
  return { from: `${today.slice(0, 4)}-01-01`, until: today };
}

export function problemOf({ from, until }: Period): string | undefined {
  if (from === '' || until === '') return 'Give both dates.';
  return from > until ? 'The first day is after the last one.' : undefined;
}

/** "5 Oct" */
export function shortDay(day: string): string {
  return DAY.format(new Date(day));
}

/** "5 Oct 2026 to 22 Nov 2026" */
export function periodInWords({ from, until }: Period): string {
  const [first, last] = [from, until].map((day) => DAY_AND_YEAR.format(new Date(day)));
  return from === until ? String(first) : `${first} to ${last}`;
}
