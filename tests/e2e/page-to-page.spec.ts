import { VALUATION_ANSWERS } from '../support/leads.ts';
import { expect, test } from './fixtures.ts';

const RULES = 'script[type="speculationrules"]';

const CONNECTIONS = [
  { effectiveType: '4g', saveData: false, fetches: true },
  { effectiveType: '4g', saveData: true, fetches: false },
  { effectiveType: '3g', saveData: false, fetches: false },
  { effectiveType: '4g', saveData: false, type: 'cellular', fetches: false },
];

for (const { fetches, ...connection } of CONNECTIONS) {
  test(`on a connection of ${JSON.stringify(connection)} pages are ${fetches ? '' : 'not '}fetched in advance`, async ({
    page,
  }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value });
    }, connection);
    await page.goto('/');
    await expect(page.locator('form[novalidate]').first()).toBeAttached();
    await expect(page.locator(RULES)).toHaveCount(fetches ? 1 : 0);
  });
}

test('a page that is come back to keeps what was typed, its step, and how it behaves', async ({
  page,
  valuationForm,
}) => {
  await valuationForm.open('/glasgow');
  await valuationForm.fillProperty(VALUATION_ANSWERS);
  await valuationForm.continue();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Dundee' }).click();
  await expect(page).toHaveURL('/dundee');
  await page.goBack();
  await expect(page).toHaveURL('/glasgow');
  await expect(valuationForm.field('condition').first()).toBeVisible();
  await valuationForm.back();
  await expect(valuationForm.field('postcode')).toHaveValue(VALUATION_ANSWERS.postcode);
  await valuationForm.continue();
  await valuationForm.choose('condition', 'good');
  await valuationForm.continue();
  await expect(valuationForm.field('phone')).toBeVisible();
});
