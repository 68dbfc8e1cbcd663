import { describe, expect, test } from 'vitest';
import { amountIn, cellOf, daysIn, dropEmptyRows, markFigures, readTable, toTable } from './html-table.ts';

describe('readTable', () => {
  test('returns each row with its cells by column heading', () => {
    const html =
      '<div><table><thead><tr><th>Cause</th><th>Share</th></tr></thead><tbody>' +
      '<tr><td>A <strong>survey</strong></td><td><span data-claim="a">25%</span></td></tr>' +
      '</tbody></table></div><p>A note</p>';
    expect(readTable(html)).toEqual([{ Cause: 'A survey', Share: '25%' }]);
  });

  test('throws when the HTML has no table', () => {
    expect(() => readTable('<p>Words</p>')).toThrow('A chart has no table to draw');
  });
});

test('a cell of a table is found by the first cell of its row and the heading of its column', () => {
  const rows = [
    { Line: 'Price', Agent: '£180,000' },
    { Line: 'Legal work', Agent: '£1,300' },
  ];
  expect(cellOf(rows, 'Legal work', 'Agent')).toBe('£1,300');
  expect(() => cellOf(rows, 'Profit', 'Agent')).toThrow('no cell at "Profit", "Agent"');
});

test.each([
  ['£175,076', 175_076],
  ['35%', 35],
  ['£104,000 (80% of £130,000)', 104_000],
])('the amount in %j is %d', (text, amount) => {
  expect(amountIn(text)).toBe(amount);
});

test.each([
  ['70–90 days from listing (Landmark, 2023)', { text: '70–90 days', least: 70, most: 90 }],
  ['About a month (Rightmove, October 2023: 31 days)', { text: '31 days', least: 31, most: 31 }],
])('the days in %j are %j', (text, days) => {
  expect(daysIn(text)).toEqual(days);
});

test('amountIn throws for a text without a number, and daysIn for a text without a number of days', () => {
  expect(() => amountIn('None')).toThrow('needs a number, but "None" has none');
  expect(() => daysIn('14 weeks')).toThrow('needs a number of days, but "14 weeks" has none');
});

test('a row without a first cell is left out', () => {
  const rows = (...cells: string[]) => cells.map((cell) => `<tr><td>${cell}</td><td>A year</td></tr>`);
  const table = (...cells: string[]) =>
    `<thead><tr><th></th><th>Kept for</th></tr></thead><tbody>${rows(...cells).join('')}</tbody>`;
  expect(dropEmptyRows(table('Mail', '', ' ', '<b></b>'))).toBe(table('Mail', '<b></b>'));
});

test('a column of figures gets the class `figures`; a column with words and the first column do not', () => {
  const table = (mark: string) =>
    `<thead><tr><th>Share</th><th${mark}>Sum</th><th>Note</th></tr></thead><tbody>` +
    `<tr><td>75%</td><td${mark}>−£2,520</td><td>£0</td></tr>` +
    `<tr><td>80%</td><td${mark}><strong>£0</strong></td><td>£250 (1 month)</td></tr></tbody>`;
  expect(markFigures(table(''))).toBe(table(' class="figures"'));
});

test('a table of four columns gets ARIA roles and its headings on the cells; a narrower table does not', () => {
  const rows = (columns: number) => {
    const cells = (tag: string) =>
      Array.from({ length: columns }, (_, index) => `<${tag}>${tag} ${index + 1}</${tag}>`).join('');
    return `<thead><tr>${cells('th')}</tr></thead><tbody><tr>${cells('td')}</tr></tbody>`;
  };
  const wide = toTable(rows(4));
  expect(wide).toContain('<table role="table" data-wide="">');
  expect(wide).toContain('<td role="cell">td 1</td><td role="cell" data-head="th 2">td 2</td>');
  const figures =
    '<thead><tr><th></th><th>A</th><th>B</th><th>C</th></tr></thead><tbody><tr><td>Price</td>' +
    '<td>£1</td>'.repeat(3) +
    '</tr></tbody>';
  expect(toTable(markFigures(figures)), 'a table of figures').not.toContain('data-wide');
  expect(toTable(rows(3))).toBe(`<table>${rows(3)}</table>`);
});
