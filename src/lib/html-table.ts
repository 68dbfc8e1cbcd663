import { load } from 'cheerio';

/** One row of a table: the plain text of each cell by its column's heading. */
export type TableRow = Record<string, string>;

/**
 * Reads the table in rendered HTML, so that a chart draws the figures of the table below it.
 *
 * @throws {Error} when there is no table
 */
export function readTable(html: string): TableRow[] {
  const $ = load(html);
  const textOf = (cell: Parameters<typeof $>[0]) => $(cell).text().replace(/\s+/g, ' ').trim();
  const heads = $('thead th').get().map(textOf);
  if (heads.length === 0)
    throw new Error(
      'A chart has no table to draw: put one between the opening and closing tags of the chart.',
    );
  const rows = $('tbody tr').get();
  return rows.map((row) => {
    const cells = $(row).find('td').get().map(textOf);
    return Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? '']));
  });
}

/**
 * The first number in a text: 104000 for "£104,000 (80% of £130,000)".
 *
 * @throws {Error} when the text has no number
 */
export function amountIn(text: string): number {
  const digits = /\d[\d,]*(?:\.\d+)?/.exec(text)?.[0];
  if (digits === undefined) throw new Error(`A chart needs a number, but "${text}" has none.`);
  return Number(digits.replaceAll(',', ''));
}

/** Leaves out the rows whose first cell is empty: those about something that the site does not have. */
export function dropEmptyRows(rowsHtml: string): string {
  const $ = load(`<table>${rowsHtml}</table>`, {}, false);
  $('td:first-child:not(:has(*))')
    .filter((_, cell) => $(cell).text().trim() === '')
    .parent()
    .remove();
  return $('table').html() ?? '';
}

const FIGURE = /^−?£?[\d,]+%?$/;

/** Adds the class `figures` to each column of a table that holds only figures, so that CSS can align them right. */
export function markFigures(rowsHtml: string): string {
  const $ = load(`<table>${rowsHtml}</table>`, {}, false);
  $('thead th').each((index) => {
    const cells = $(`td:nth-child(${index + 1})`).get();
    const isFigures = index > 0 && cells.every((cell) => FIGURE.test($(cell).text().trim()));
    if (isFigures) $(`tr > :nth-child(${index + 1})`).addClass('figures');
  });
  return $('table').html() ?? '';
}

const STARTS_WITH_FIGURE = /^−?£?\d/;

/** A table with this many columns is too wide for a phone. */
const WIDE = 4;

/**
 * Wraps a table's `<thead>` and `<tbody>` in a `<table>`, and marks a wide table for the styles of a phone:
 *
 * - `data-figures`, if each cell but a row's first begins with a figure: the table keeps its columns, in a smaller
 *   text.
 * - `data-wide` otherwise: CSS stacks the cells, and shows each cell's column heading, which is in `data-head`. The
 *   ARIA roles are needed because some browsers stop exposing a table as a table when its `display` changes.
 */
export function toTable(rowsHtml: string): string {
  const $ = load(`<table>${rowsHtml}</table>`, {}, false);
  const heads = $('thead th');
  if (heads.length < WIDE) return $.html();
  const cells = $('td:not(:first-child)').get();
  if (cells.every((cell) => STARTS_WITH_FIGURE.test($(cell).text().trim()))) {
    $('table').attr('data-figures', '');
    return $.html();
  }
  $('table').attr({ role: 'table', 'data-wide': '' });
  $('thead, tbody').attr('role', 'rowgroup');
  $('tr').attr('role', 'row');
  heads.attr('role', 'columnheader').each((index, head) => {
    const cells = $(`td:nth-child(${index + 1})`).attr('role', 'cell');
    if (index > 0) cells.attr('data-head', $(head).text().trim());
  });
  return $.html();
}

/** A period in whole days. A single number in the text is both `least` and `most`. */
export type Days = { text: string; least: number; most: number };

/**
 * The number of days in a text: 70 to 90 for "70–90 days from listing (Landmark, 2023)".
 *
 * @throws {Error} when the text has no number of days
 */
export function daysIn(text: string): Days {
  const [found, least, most = least] = /(\d+)(?:–(\d+))? days/.exec(text) ?? [];
  if (found === undefined) throw new Error(`A chart needs a number of days, but "${text}" has none.`);
  return { text: found, least: Number(least), most: Number(most) };
}

/**
 * Returns the cell of a column in the row whose first cell is `rowHeading`.
 *
 * @throws {Error} when the table has no such row or column
 */
export function cellOf(rows: readonly TableRow[], rowHeading: string, column: string): string {
  const cell = rows.find((row) => Object.values(row)[0] === rowHeading)?.[column];
  if (cell === undefined) throw new Error(`A chart's table has no cell at "${rowHeading}", "${column}".`);
  return cell;
}
