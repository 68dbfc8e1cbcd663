import { findDistrict } from '../../lib/postcodes/find-district.ts';
import { districtOf } from '../../lib/postcodes/postcode.ts';

export type Hint = { text: string; link?: { label: string; href: string } };

const EXAMPLE: Hint = { text: 'Anywhere in Scotland, for example EH6 6QQ.' };
const NOT_A_POSTCODE: Hint = { text: 'A full postcode looks like EH6 6QQ. Check it, or continue.' };

const titleCase = (slug: string) =>
  slug.replace(/(?:^|-)([a-z])/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim();

/**
 * Returns the hint below the postcode field.
 *
 * @param isFinished whether the visitor has left the field
 * @param path the path of the current page, which does not link to itself
 * @param cities the districts of the cities besides the specified ones (`layouts/city-districts.ts`)
 */
export function hintFor(text: string, isFinished: boolean, path: string, cities = ''): Hint {
  if (text.trim() === '') return EXAMPLE;
  const district = districtOf(text, isFinished);
  if (!district) return isFinished ? NOT_A_POSTCODE : EXAMPLE;
  const code = district.area + district.number;
  const place = findDistrict(district);
  if (!place) return { text: `We do not recognise ${code} as Scottish. Check it, or continue.` };
  const here = { text: `${code}: ${place.name}.` };
  const slug = new RegExp(`([^ ;]+)[^;]* ${code}\\b`).exec(cities)?.[1] ?? place.city;
  const href = `/${slug}`;
  if (!slug || href === path) return here;
  const city = titleCase(slug);
  const label = place.name.endsWith(city) ? `Selling in ${city}` : `Selling near ${city}`;
  return { ...here, link: { label, href } };
}
