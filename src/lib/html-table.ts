import { load } from 'cheerio';

/** A table's cells as plain text, row by row, each row by the heads of its columns. */
export type TableRow = Record<string, string>;

/**
 * Reads the table of a piece of rendered HTML, so that what is drawn beside a table has the table's own figures.
 * Notes that stand inside a cell are not part of it.
 *
 * @throws {Error} when there is no table
 */
export function readTable(html: string): TableRow[] {
  const $ = load(html);
  const textOf = (cell: Parameters<typeof $>[0]) => $(cell).text().replace(/\s+/g, ' ').trim();
  const heads = $('thead th').get().map(textOf);
  if (heads.length === 0) throw new Error('A chart has no table to draw: put one between its tags.');
  const rows = $('tbody tr').get();
  return rows.map((row) => {
    const cells = $(row).find('td').get().map(textOf);
    return Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? '']));
  });
}

/**
 * The first number in a text, whatever stands around it: "£104,000 (80% of £130,000)" is 104000.
 *
 * @throws {Error} when there is none, since a chart cannot draw it
 */
export function amountIn(text: string): number {
  const digits = /\d[\d,]*(?:\.\d+)?/.exec(text)?.[0];
  if (digits === undefined) throw new Error(`A chart finds no figure in "${text}".`);
  return Number(digits.replaceAll(',', ''));
}

const FIGURE = /^−?£?[\d,]+%?$/;

/** Marks each column of a table's rows that holds nothing but figures, so that they can stand one below the other. */
export function markFigures(rows: string): string {
  const $ = load(`<table>${rows}</table>`, {}, false);
  $('thead th').each((index) => {
    const cells = $(`td:nth-child(${index + 1})`).get();
    const isFigures = index > 0 && cells.every((cell) => FIGURE.test($(cell).text().trim()));
    if (isFigures) $(`tr > :nth-child(${index + 1})`).addClass('figures');
  });
  return $('table').html() ?? '';
}

/** A span of time as a text gives it, in whole days. Where it names one number, that is least and most. */
export type Days = { text: string; least: number; most: number };

/**
 * The days that a text speaks of: "70–90 days from listing (Landmark, 2023)" is 70 to 90.
 *
 * @throws {Error} when it speaks of none
 */
export function daysIn(text: string): Days {
  const [found, least, most = least] = /(\d+)(?:–(\d+))? days/.exec(text) ?? [];
  if (found === undefined) throw new Error(`A chart finds no number of days in "${text}".`);
  return { text: found, least: Number(least), most: Number(most) };
}

/**
 * A column's cell in the row that begins with these words.
 *
 * @throws {Error} when the table has no such row or column
 */
export function cellOf(rows: readonly TableRow[], start: string, column: string): string {
  const cell = rows.find((row) => Object.values(row)[0] === start)?.[column];
  if (cell === undefined) throw new Error(`A chart's table has no cell at "${start}", "${column}".`);
  return cell;
}
