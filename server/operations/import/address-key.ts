const POSTCODE = /\b([a-z]{1,2}\d[a-z\d]?)\s+(\d[a-z]{2})\b/g;

const BETWEEN_NUMBERS = /(?<=\p{N})[^\p{L}\p{N}]+(?=\p{N})/gu;

/** The bar of a flat such as 2/1, also with spaces; the dash of 14-16 and the point of 2.1 only without. */
const JOINS = /^(?:\s*([/⁄])\s*|([-–.]))$/;

/**
 * The address and postcode of a house in a form that two spellings share: case, spaces, commas and a postcode's space do
 * not count. What is between two numbers does: "2/1, 14", "2/11 4" and "21/14 Byres Road" are three flats.
 */
export function addressKey(address: string | null | undefined, postcode: string | null | undefined): string {
  const written = `${address ?? ''} ${postcode ?? ''}`.normalize('NFC').toLowerCase();
  return written
    .replace(POSTCODE, '$1$2')
    .replace(BETWEEN_NUMBERS, (between) => {
      const [, bar, joint] = JOINS.exec(between) ?? [];
      return bar ? '/' : (joint?.replace('–', '-') ?? ' ');
    })
    .replace(/(?<!\p{N})[^\p{L}\p{N}]+|[^\p{L}\p{N}]+(?!\p{N})/gu, '')
    .trim();
}
