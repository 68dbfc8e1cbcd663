/** The content's dates are midnight UTC. Formatting in UTC makes the day independent of the machine's time zone. */
const LONG = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** "25 January 2024" */
export function longDate(date: Date): string {
  return LONG.format(date);
}

/** "2024-01-25" */
export function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}
