const LONDON = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/London' });

/** The day in Europe/London, this number of days from today: 2026-12-20. The firm's promises count these days. */
export function londonDay(days: number, now = new Date()): string {
  const today = LONDON.format(now);
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
}
