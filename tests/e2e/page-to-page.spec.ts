import { VALUATION_ANSWERS } from '../support/sample-leads.ts';
import { expect, test } from './fixtures.ts';

const RULES = 'script[type="speculationrules"]';

const CONNECTIONS = [
  { effectiveType: '4g', saveData: false, fetches: true },
  { effectiveType: '4g', saveData: true, fetches: false },
  { effectiveType: '3g', saveData: false, fetches: false },
  { effectiveType: '4g', saveData: false, type: 'cellular', fetches: false },
];

for (const { fetches, ...connection } of CONNECTIONS) {
  test(`${JSON.stringify(connection)}: pages are ${fetches ? '' : 'not '}prefetched`, async ({ page }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value });
    }, connection);
    await page.goto('/');
    await expect(page.locator('form[novalidate]').first()).toBeAttached();
    await expect(page.locator(RULES)).toHaveCount(fetches ? 1 : 0);
  });
}

test('after Back a page still has its answers and its step, and works', async ({ page, valuation }) => {
  await valuation.open('/glasgow');
  await valuation.fillProperty(VALUATION_ANSWERS);
  await valuation.continue();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Dundee' }).click();
  await expect(page).toHaveURL('/dundee');
  await page.goBack();
  await expect(page).toHaveURL('/glasgow');
  await expect(valuation.field('condition').first()).toBeVisible();
  await valuation.back();
  await expect(valuation.field('postcode')).toHaveValue(VALUATION_ANSWERS.postcode);
  await valuation.continue();
  await valuation.choose('condition', 'good');
  await valuation.continue();
  await expect(valuation.field('phone')).toBeVisible();
});
