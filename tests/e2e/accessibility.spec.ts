import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { PATHS } from '../support/built-paths.ts';
import { CHAT_LEAD, VALUATION_ANSWERS } from '../support/leads.ts';
import { expect, test } from './fixtures.ts';

test.use({
  // Nothing is judged while it fades in.
  contextOptions: { reducedMotion: 'reduce' },
  expectedConsoleErrors: /status of (?:404|500)|Lead insert failed/,
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

    test('a form that is being sent, and one that could not be, have none', async ({
      page,
      valuationForm,
      phone,
    }) => {
      const { promise: held, resolve: fail } = Promise.withResolvers<undefined>();
      await page.route('**/rest/v1/leads', async (route) => {
        await held;
        await route.fulfill({ status: 500, json: { code: 'XX000' } });
      });
      await valuationForm.open();
      await valuationForm.fill({ ...VALUATION_ANSWERS, phone });
      await valuationForm.submit();
      await expect(valuationForm.submitButton).toHaveText('Submitting...');
      await expectNoViolations(page);
      fail(undefined);
      await expect(valuationForm.toast('Submission failed')).toBeVisible();
      await expectNoViolations(page);
    });

    test('an open answer and the open menu have none', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/glasgow');
      await page.locator('#faq summary').first().click();
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      await expectNoViolations(page);
    });

    test('the chat after a message was sent has none', async ({ page, chatWidget, phone }) => {
      await chatWidget.open('/privacy-policy');
      await chatWidget.fill({ name: CHAT_LEAD.name, message: CHAT_LEAD.message, phone });
      await chatWidget.submit();
      await expect(page.locator('#chat-sent')).toBeVisible();
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
