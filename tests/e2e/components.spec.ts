import { openSpecimens } from '../support/built-specimens.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('the components pass axe in the states that no page shows', async ({ page }) => {
      await openSpecimens(page);
      await expect(page.getByRole('region', { name: 'TextField' })).toBeVisible();
      await expectNoViolations(page);
    });
  });
}
