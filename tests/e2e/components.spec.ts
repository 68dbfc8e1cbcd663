import { openSpecimens } from '../support/built-specimens.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('every component passes axe in every state', async ({ page }) => {
      await openSpecimens(page);
      const components = await page.getByRole('region').all();
      expect(components.length).toBeGreaterThan(15);
      await expectNoViolations(page);
    });

    for (const name of ['Something went well', 'Something went wrong']) {
      test(`the toast "${name}" passes axe`, async ({ page }) => {
        await openSpecimens(page);
        await page.getByRole('button', { name }).click();
        await expect(page.getByText('And what it means.').first()).toBeVisible();
        await expectNoViolations(page);
      });
    }
  });
}
