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
