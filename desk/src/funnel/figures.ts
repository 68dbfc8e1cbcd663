/** The steps of a sale that the funnel counts, in their order, with their labels. */
export const STEPS = [
  ['leads', 'Enquiries'],
  ['contacted', 'Contacted'],
  ['appraised', 'Valued'],
  ['offered', 'Offer made'],
  ['accepted', 'Accepted'],
  ['settled', 'Settled'],
] as const;

type Step = (typeof STEPS)[number][0];

export type Counts = Record<Step, number>;

const NOTHING: Counts = { leads: 0, contacted: 0, appraised: 0, offered: 0, accepted: 0, settled: 0 };

export function total(rows: readonly Counts[]): Counts {
  const sum = { ...NOTHING };
  for (const row of rows) for (const [step] of STEPS) sum[step] += row[step];
  return sum;
}

const WEEK_MS = 7 * 86_400_000;

/** All weeks of a period. The database leaves out weeks without enquiries, so they are added here, with zeros. */
export function withEmptyWeeks(
  weeks: readonly (Counts & { week: string })[],
  firstMonday: string,
  until: string,
): (Counts & { week: string })[] {
  const known = new Map(weeks.map((counts) => [counts.week, counts]));
  const count = Math.floor((Date.parse(until) - Date.parse(firstMonday)) / WEEK_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const week = new Date(Date.parse(firstMonday) + index * WEEK_MS).toISOString().slice(0, 10);
    return known.get(week) ?? { week, ...NOTHING };
  });
}

/** "25%"; an empty string if `whole` is 0. */
export function percentOf(part: number, whole: number): string {
  return whole === 0 ? '' : `${Math.round((part / whole) * 100)}%`;
}

/** "42 minutes", "3 hours 10 minutes" or "2 hours". */
export function hoursAndMinutes(minutes: number): string {
  const rounded = Math.round(minutes);
  const [hours, rest] = [Math.floor(rounded / 60), rounded % 60];
  const words = [
    hours > 0 && `${hours} ${hours === 1 ? 'hour' : 'hours'}`,
    (rest > 0 || hours === 0) && `${rest} ${rest === 1 ? 'minute' : 'minutes'}`,
  ];
  return words.filter(Boolean).join(' ');
}

/**
 * The number at the top of a chart's scale: the smallest of 4, 8, 12, 20, 40, 80, 120, 200 … that is not below the
 * largest value. All are multiples of four, so that the numbers at the quarters of the scale are integers.
 */
export function topOfScale(largest: number): number {
  for (let power = 1; ; power *= 10) {
    const top = [4, 8, 12, 20].map((step) => step * power).find((step) => step >= largest);
    if (top !== undefined) return top;
  }
}
