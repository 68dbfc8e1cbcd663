/**
 * Line breaks and tabs are somebody's formatting; every other control character, and the invisible
 * characters that change the direction of text, come from copy and paste (a phone's address book puts
 * them around numbers) and would be refused by the database.
 */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex -- finding control characters is what it is for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Text as it is stored, line breaks kept: without invisible characters, then normalised to NFC, trimmed. */
export function tidyText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(INVISIBLE, '').normalize('NFC').trim();
}

/** `tidyText` on one line: line breaks and tabs become spaces. */
export function tidyLine(text: string): string {
  return tidyText(text).replace(/[\n\t\u2028\u2029]+/g, ' ');
}

/** Length in characters as people and PostgreSQL count them (code points), not in UTF-16 units. */
export function characterCount(text: string): number {
  return Array.from(text).length;
}
