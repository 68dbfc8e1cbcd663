import { expect, type Page } from '@playwright/test';
import { expectNoViolationsInBothSchemes, sidewaysPx } from '../page-checks.ts';

/** axe in both schemes, and nothing that is cut off at the side. */
export async function expectSound(page: Page): Promise<void> {
  await expectNoViolationsInBothSchemes(page);
  expect(await sidewaysPx(page)).toBe(0);
}
