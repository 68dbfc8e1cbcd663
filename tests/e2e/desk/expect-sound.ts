import { expect, type Page } from '@playwright/test';
import { expectNoViolations, sidewaysPx } from '../page-checks.ts';

/** axe in both schemes, and nothing that is cut off at the side. */
export async function expectSound(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    // Without motion, the colours of the scheme are there at once.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoViolations(page);
  }
  expect(await sidewaysPx(page)).toBe(0);
}
