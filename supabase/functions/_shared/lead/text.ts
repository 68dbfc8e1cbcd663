/**
 * Control characters except line breaks and tabs, and invisible characters such as direction marks. They come from
 * copy and paste (a phone's address book puts them around numbers), and the database rejects them.
 */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex -- it must match control characters
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * A character that people can see. A text may contain invisible characters such as soft hyphens, joiners, Hangul fillers
 * and Unicode's tag characters, but a text of nothing else counts as empty. U+2800 is Braille's empty pattern. The
 * function `private.prepare_lead` in the database tests for the same characters: change both together.
 */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800]/u;

/**
 * Text as it is stored: without invisible characters, in Unicode NFC, trimmed, with \n as line break. Text without a
 * visible character becomes empty.
 */
export function tidyText(text: string): string {
  const tidy = text.replace(/\r\n?/g, '\n').replace(INVISIBLE, '').normalize('NFC').trim();
  return VISIBLE.test(tidy) ? tidy : '';
}

/** As `tidyText`, with line breaks and tabs replaced by spaces. */
export function tidyLine(text: string): string {
  return tidyText(text).replace(/[\n\t\u2028\u2029]+/g, ' ');
}

/** The length in Unicode code points, as PostgreSQL counts, and not in UTF-16 units. */
export function characterCount(text: string): number {
  return Array.from(text).length;
}
