import { load } from 'cheerio';
import type { ClientBase } from 'pg';
import * as z from 'zod';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** schema.org's, as `src/search-engines/structured-data/` writes it. */
const periodsSchema = z.array(
  z.object({ dayOfWeek: z.array(z.string()), opens: z.string(), closes: z.string() }),
);

/** A value of this name anywhere in JSON. */
function findValue(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null) return undefined;
  if (name in json) return json[name as keyof typeof json];
  return Object.values(json)
    .map((value) => findValue(value, name))
    .find((value) => value !== undefined);
}

/**
 * The opening hours that the home page states, by weekday: 1 is Monday.
 *
 * @returns an empty list where the page states none
 */
function openingHoursOf(homePage: string) {
  const text = load(homePage)('script[type="application/ld+json"]').first().text();
  const stated = findValue(JSON.parse(text || 'null'), 'openingHoursSpecification');
  return periodsSchema
    .parse(stated ?? [])
    .flatMap(({ dayOfWeek, opens, closes }) =>
      dayOfWeek.map((day) => ({ weekday: DAYS.findIndex((name) => day.endsWith(name)) + 1, opens, closes })),
    );
}

/** Sets the clock of the desk's promises to the hours that visitors read. */
export async function setOpeningHours(owner: ClientBase, homePage: string): Promise<void> {
  const hours = openingHoursOf(homePage);
  if (hours.length > 0) await owner.query('select desk.set_opening_hours($1)', [JSON.stringify(hours)]);
}
