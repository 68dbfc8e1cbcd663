import { AxeBuilder } from '@axe-core/playwright';
import { openSpecimens } from '../support/built-specimens.ts';
import { expect, test } from './fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('every component passes axe in every state', async ({ page }) => {
      await openSpecimens(page);
      const components = await page.getByRole('region').all();
      expect(components.length).toBeGreaterThan(15);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      );
    });

    for (const name of ['Something went well', 'Something went wrong']) {
      test(`the toast "${name}" passes axe`, async ({ page }) => {
        await openSpecimens(page);
        await page.getByRole('button', { name }).click();
        await expect(page.getByText('And what it means.').first()).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id }) => id)).toEqual([]);
      });
    }
  });
}
