import { expect, test } from './fixtures.ts';

const RULES = 'script[type="speculationrules"]';

const CONNECTIONS = [
  { effectiveType: '4g', saveData: false, areAdded: true },
  { effectiveType: '4g', saveData: true, areAdded: false },
  { effectiveType: '3g', saveData: false, areAdded: false },
  { effectiveType: '4g', saveData: false, type: 'cellular', areAdded: false },
];

for (const { areAdded, ...connection } of CONNECTIONS) {
  test(`speculation rules are added with ${JSON.stringify(connection)}: ${areAdded}`, async ({ page }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value });
    }, connection);
    await page.goto('/');
    await expect(page.locator('form[novalidate]').first()).toBeAttached();
    await expect(page.locator(RULES)).toHaveCount(areAdded ? 1 : 0);
  });
}
