import { DISTRICTS } from './districts.ts';
import { LOCAL_NAMES, NEAREST_CITIES } from './local-names.ts';
import type { District } from './postcode.ts';

const ENTRY = /^(?:([\d,-]+) )?(.+)$/;

function includes(ranges: string, number: number): boolean {
  return ranges.split(',').some((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return first !== undefined && last !== undefined && first <= number && number <= last;
  });
}

/** What a table such as `DISTRICTS` says of a district: its town, its local name or the slug of a city's page. */
function lookUp(table: Readonly<Record<string, string>>, { area, number }: District): string | undefined {
  const entries = Object.hasOwn(table, area) ? (table[area] ?? '').split(';') : [];
  for (const entry of entries) {
    const [, ranges, name] = ENTRY.exec(entry) ?? [];
    if (ranges === undefined || includes(ranges, Number(number))) return name;
  }
  return undefined;
}

export type Place = {
  /** "Leith, Edinburgh" */
  name: string;
  /** The slug of the nearest city's page. */
  city: string | undefined;
};

/** The place of a Scottish postcode district; undefined for a district that is not in `DISTRICTS`. */
export function findDistrict(district: District): Place | undefined {
  const town = lookUp(DISTRICTS, district);
  if (town === undefined) return undefined;
  const local = lookUp(LOCAL_NAMES, district);
  return { name: local ? `${local}, ${town}` : town, city: lookUp(NEAREST_CITIES, district) };
}
