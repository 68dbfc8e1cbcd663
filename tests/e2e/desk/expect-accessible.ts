import { expect, type Page } from '@playwright/test';
import { expectNoViolationsInBothSchemes, horizontalOverflowPx } from '../page-checks.ts';

/** Expects that the page passes axe in both colour schemes and does not scroll horizontally. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolationsInBothSchemes(page);
  expect(await horizontalOverflowPx(page)).toBe(0);
}
