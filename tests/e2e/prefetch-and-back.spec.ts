import { VALUATION_ANSWERS } from '../support/sample-leads.ts';
import { expect, test } from './fixtures.ts';

const RULES = 'script[type="speculationrules"]';

const CONNECTIONS = [
  { effectiveType: '4g', saveData: false, prefetches: true },
  { effectiveType: '4g', saveData: true, prefetches: false },
  { effectiveType: '3g', saveData: false, prefetches: false },
  { effectiveType: '4g', saveData: false, type: 'cellular', prefetches: false },
];

for (const { prefetches, ...connection } of CONNECTIONS) {
  test(`with navigator.connection ${JSON.stringify(connection)}, pages are ${prefetches ? '' : 'not '}prefetched`, async ({
    page,
  }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value });
    }, connection);
    await page.goto('/');
    await expect(page.locator('form[novalidate]').first()).toBeAttached();
    await expect(page.locator(RULES)).toHaveCount(prefetches ? 1 : 0);
  });
}

test('after Back, the form keeps its answers and its step, and can be continued', async ({
  page,
  valuation,
}) => {
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
