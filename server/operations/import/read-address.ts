import { characterCount, tidyLine } from '#lead/text.ts';
import type { Column } from './columns.ts';

export type Cell = Column & { text: string };

const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)';

/** A flat's number of which a spreadsheet has made a date: "02-Jan" or "02/01/2026" of 2/1, "Jan-14" of 1/14. */
const FLAT_AS_DATE = new RegExp(
  String.raw`^(?:flat )?(?:\d{1,2}-${MONTH}(?:-\d{2,4})?|${MONTH}-\d{2,4}|\d{1,2}/\d{1,2}/\d{4}|\d{4}-\d\d-\d\d(?:[ T][\d:]+)?)(?=$|,| \d)`,
  'i',
);

const SCOTTISH = /^(?:AB|DD|DG|EH|FK|G|HS|IV|K[AWY]|ML|PA|PH|TD|ZE)\d/i;
const POSTCODE = /\b[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}\b/i;

function isElsewhere({ field, text }: Cell): boolean {
  const postcode = POSTCODE.exec(text)?.[0] ?? (field === 'postcode' ? text : undefined);
  return postcode !== undefined && !SCOTTISH.test(postcode);
}

/**
 * Picks the cells of one address: the best one that has a street. The columns of a file with one street belong together,
 * unless those that do not name the property have a postcode outside Scotland: they are then about where its owner lives.
 */
function pickCells(cells: readonly Cell[], columns: readonly Column[]) {
  const places = new Set(columns.filter(({ field }) => field === 'street').map(({ place }) => place));
  const isOne = places.size <= 1 && !cells.some((cell) => !places.has(cell.place) && isElsewhere(cell));
  const streets = cells.filter(({ field }) => field === 'street');
  const best = Math.min(...(streets.length > 0 ? streets : cells).map(({ place }) => place));
  const chosen = cells.filter(({ place }) => isOne || place === best);
  const [street, ...further] = chosen.filter(({ field }) => field === 'street');
  return {
    street,
    parts: chosen.filter(({ field }) => field === 'city').toSorted((a, b) => a.index - b.index),
    postcodes: chosen.filter(({ field }) => field === 'postcode'),
    others: [
      ...further.filter(({ text }) => text !== street?.text),
      ...cells.filter((cell) => !chosen.includes(cell)),
    ],
  };
}

/**
 * Reads the address and the postcode of the house.
 *
 * @returns also the cells of other addresses, and those that cannot be read
 */
export function readAddress(cells: readonly Cell[], columns: readonly Column[]) {
  const { street, parts, postcodes, others } = pickCells(cells, columns);
  const [postcodeCell, ...furtherPostcodes] = postcodes;
  const [first, ...rest] = street ? [street, ...parts] : parts;
  const lines = [first, ...rest.filter(({ text }) => !`, ${first?.text}`.includes(`, ${text}`))].flatMap(
    (cell) => (cell ? tidyLine(cell.text) : []),
  );
  const address = lines.join(', ');
  const length = characterCount(address);
  const isAddress = length >= 5 && length <= 200 && !lines.some((text) => FLAT_AS_DATE.test(text));
  const postcode = tidyLine(postcodeCell?.text ?? '');
  const isPostcode = postcode.length >= 5 && postcode.length <= 10;
  return {
    address: isAddress ? address : undefined,
    postcode: isPostcode ? postcode : undefined,
    others: [...others, ...furtherPostcodes],
    unread: [
      ...(first && !isAddress ? [{ ...first, text: address }] : []),
      ...(postcodeCell && !isPostcode ? [postcodeCell] : []),
    ],
  };
}
