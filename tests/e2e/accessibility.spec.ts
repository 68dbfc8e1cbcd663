import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { VALUATION_ANSWERS } from '../support/leads.ts';
import { expect, test } from './fixtures.ts';

const DIST = join(import.meta.dirname, '../../dist');

/** Every page of the built site. There is no `/404`: so that address shows the not-found page. */
const PATHS = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .map((file) => `/${file.replace(/(?:index)?\.html$/, '')}`);

test.use({
  // Nothing is judged while it fades in.
  contextOptions: { reducedMotion: 'reduce' },
  expectedConsoleErrors: /status of 404/,
});

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    for (const path of PATHS) {
      test(`${path} has no accessibility fault that axe finds, and does not scroll sideways`, async ({
        page,
      }) => {
        await page.goto(path);
        await expectNoViolations(page);
        expect(
          await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        ).toBe(0);
      });
    }

    test('each step of the form, its faults and its success have none', async ({
      page,
      valuationForm,
      phone,
    }) => {
      await valuationForm.open();
      await valuationForm.continue();
      await expectNoViolations(page);
      await valuationForm.continue();
      await valuationForm.submit();
      await expect(valuationForm.toast('Validation Error')).toBeVisible();
      await expectNoViolations(page);

      await valuationForm.fill({ ...VALUATION_ANSWERS, phone });
      await valuationForm.submit();
      await expect(valuationForm.sentRegion).toBeVisible();
      await expectNoViolations(page);
    });

    test('the open chat, with faults, has none', async ({ page, chatWidget }) => {
      await chatWidget.open();
      await chatWidget.submit();
      await expect(chatWidget.error('name')).toBeVisible();
      await expectNoViolations(page);
    });
  });
}
