/** Dates such as 2026-12-24. `last` is empty for a single day. Both may be empty while they are not chosen. */
export type Days = { first: string; last: string };

const PERIOD = /^(\d{4}-\d{2}-\d{2}|-)(?: to (\d{4}-\d{2}-\d{2}|-))?$/;
const dateOf = (text: string | undefined) => (text === undefined || text === '-' ? '' : text);

/** Reads days such as "2026-12-24, 2026-12-29 to 2026-12-31". @returns undefined if they are written in another way */
export function readDays(text: string): Days[] | undefined {
  if (text.trim() === '') return [];
  const found = text
    .trim()
    .split(/,\s*/)
    .map((part) => PERIOD.exec(part));
  if (found.includes(null)) return undefined;
  return found.map((match) => ({ first: dateOf(match?.[1]), last: dateOf(match?.[2]) }));
}

/** Writes days as `#calendar/closed-days.ts` reads them. A day that is not chosen yet is a hyphen, so that it is kept. */
export const writeDays = (all: readonly Days[]): string =>
  all.map(({ first, last }) => `${first || '-'}${last === '' ? '' : ` to ${last}`}`).join(', ');

export function problemOfDays({ first, last }: Days): string | undefined {
  if (first === '') return 'Choose the first day.';
  return last !== '' && last < first ? 'The last day is before the first one.' : undefined;
}
