/** The characters with which a formula begins, after what a spreadsheet skips. */
const FORMULA = /(^|[;\t\r\n])[ \t\r\n"']*[=+\-@＝＋－＠]/;
const BEFORE_FORMULA = /([;\t\r\n]|^)(?=[ \t\r\n"']*[=+\-@＝＋－＠])/g;

/**
 * A cell of a CSV file (RFC 4180). A text that begins like a formula gets an apostrophe in front, so that no spreadsheet
 * runs it; so does what follows a semicolon, a tab or a line break in a text, because a spreadsheet whose list separator
 * is one of these begins a new cell there, whatever the quotes say. To read the file back, remove one apostrophe at each
 * of these places. A line "sep=," at the top is no solution: it keeps Excel from reading the file as UTF-8, and other
 * programs take it for a row.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvCell(text: string | null): string {
  if (text === null) return '""';
  const safe = FORMULA.test(text) ? text.replace(BEFORE_FORMULA, "$1'") : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
