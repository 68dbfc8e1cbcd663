const LONDON = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/London' });

/** The day in Europe/London, this number of days from today: 2026-12-20. The firm's promises count these days. */
export function londonDay(days: number, now = new Date()): string {
  return addDays(LONDON.format(now), days);
}

/** The day this number of days after another one. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The same day, this number of years later. After a 29 February it may be the 28th. */
export function addYears(day: string, years: number): string {
  const later = new Date(day);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  // 29 February became 1 March.
  if (later.getUTCDate() !== Number(day.slice(8))) later.setUTCDate(0);
  return later.toISOString().slice(0, 10);
}
