/** As in `#calendar/opening-hours.ts`, which other scripts share, so that this page would load one more. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A time as a field of the type `time` has it, such as 09:00. Empty while it is not filled in. */
export type Period = { opens: string; closes: string };
/** The periods of each day, from Monday to Sunday. A day without any is closed. */
export type Week = readonly (readonly Period[])[];

const EMPTY = '--:--';
/** As in `#calendar/opening-hours.ts`, but a time may be missing, so that what is half filled in can be kept. */
const PERIOD = /^([A-Z][a-z]{2})(?:[–-]([A-Z][a-z]{2}))? (\d{2}:\d{2}|--:--)[–-](\d{2}:\d{2}|--:--)$/;

const SHORT = WEEKDAYS.map((day) => day.slice(0, 3));
const timeOf = (text: string | undefined) => (text === undefined || text === EMPTY ? '' : text);

/** Reads opening hours. @returns undefined if they are written in another way */
export function readWeek(text: string): Week | undefined {
  const week: Period[][] = WEEKDAYS.map(() => []);
  if (text.trim() === '') return week;
  for (const part of text.trim().split(/,\s*/)) {
    const [, first = '', last = first, opens, closes] = PERIOD.exec(part) ?? [];
    const [from, to] = [SHORT.indexOf(first), SHORT.indexOf(last)];
    if (from === -1 || to < from) return undefined;
    for (const day of week.slice(from, to + 1)) day.push({ opens: timeOf(opens), closes: timeOf(closes) });
  }
  return week;
}

const written = (periods: readonly Period[]) =>
  periods.map(({ opens, closes }) => `${opens || EMPTY}–${closes || EMPTY}`);

/** Writes opening hours as the site reads them: days in a row that are alike are written once. */
export function writeWeek(week: Week): string {
  const groups: { from: number; to: number; times: string[] }[] = [];
  for (const [day, periods] of week.entries()) {
    const times = written(periods);
    const last = groups.at(-1);
    if (last?.times.join() === times.join()) last.to = day;
    else groups.push({ from: day, to: day, times });
  }
  return groups
    .flatMap(({ from, to, times }) => {
      const days = from === to ? SHORT[from] : `${SHORT[from]}–${SHORT[to]}`;
      return times.map((time) => `${days} ${time}`);
    })
    .join(', ');
}

/** What is wrong with the periods of a day, as a sentence. */
export function problemOfDay(periods: readonly Period[]): string | undefined {
  if (periods.some(({ opens, closes }) => opens === '' || closes === '')) return 'Choose both times.';
  if (periods.some(({ opens, closes }) => opens >= closes))
    return 'The closing time must be later than the opening time.';
  if (periods.some(({ opens }, index) => index > 0 && opens <= (periods[index - 1]?.closes ?? ''))) {
    return 'The second time must begin after the first has ended.';
  }
  return undefined;
}
