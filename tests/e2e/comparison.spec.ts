/** On a phone, a table of figures to compare keeps its columns side by side, with their names in view. */
import { expect, test } from './fixtures.ts';
import { expectInFront } from './page-checks.ts';

test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 844 }));

for (const path of ['/blog/cash-buyers-vs-estate-agents', '/blog/selling-property-poor-condition']) {
  test(`${path}: the sums of each way of selling are side by side, without scrolling`, async ({ page }) => {
    await page.goto(path);
    const table = page.locator('table[data-figures]').first();
    await table.scrollIntoViewIfNeeded();
    const rows = await table
      .locator('tr')
      .evaluateAll((all) =>
        all.map((row) =>
          Array.from(row.children, (cell) => cell.getBoundingClientRect().toJSON() as DOMRect),
        ),
      );
    for (const cells of rows) {
      expect(cells.length).toBeGreaterThan(3);
      expect(new Set(cells.map(({ top }) => top)).size, 'rows').toBe(1);
      expect(cells.at(-1)?.right).toBeLessThanOrEqual(390);
    }
  });
}

test('/glasgow: the names of the two columns stay in view, and no cell repeats them', async ({ page }) => {
  await page.goto('/glasgow');
  const table = page.locator('table[aria-labelledby="comparison-title"]');
  const lastRow = table.locator('tr').last();
  await lastRow.evaluate((row) => {
    row.scrollIntoView({ block: 'center', behavior: 'instant' });
  });
  for (const name of await table.locator('thead th').all()) await expectInFront(name);
  const repeated = await table
    .locator('td')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
  expect(new Set(repeated)).toEqual(new Set(['none']));
});
