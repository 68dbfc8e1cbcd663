import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const FORM_BUTTONS = '#valuation-form [data-form-actions]';

/** Scrolls the form's visible row of buttons to the bottom of the screen, where the chat floats. */
async function scrollButtonsToChat(page: Page): Promise<void> {
  await page.evaluate((rows) => {
    const row = [...document.querySelectorAll(rows)].findLast((element) => element.checkVisibility());
    const { bottom = 0 } = row?.getBoundingClientRect() ?? {};
    window.scrollBy({ top: bottom - window.innerHeight + 20, behavior: 'instant' });
  }, FORM_BUTTONS);
}

/** The button that a tap at the right end of the form's row of buttons would hit. */
const buttonAtEnd = (page: Page) =>
  page.evaluate((rows) => {
    const row = [...document.querySelectorAll(rows)].findLast((element) => element.checkVisibility());
    if (!row) return 'no row';
    const { right, top, height } = row.getBoundingClientRect();
    const met = document.elementFromPoint(right - 8, top + height / 2);
    return met?.closest('button')?.textContent ?? met?.closest('aside')?.ariaLabel ?? met?.tagName;
  }, FORM_BUTTONS);

for (const width of [320, 390, 768, 1024]) {
  test(`at ${width} pixels the chat does not cover the form's buttons, on any step`, async ({
    page,
    valuationForm,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await valuationForm.open();
    for (const label of ['Continue', 'Continue', 'Get My Cash Offer']) {
      // Scrolls again on each try, because late content above the form moves it.
      await expect(async () => {
        await scrollButtonsToChat(page);
        expect(await buttonAtEnd(page)).toBe(label);
      }).toPass();
      if (label === 'Continue') await valuationForm.continue();
    }
  });
}

test('the chat stays where there is room for both', async ({ page, valuationForm, chatWidget }) => {
  await page.setViewportSize({ width: 1600, height: 700 });
  await valuationForm.open();
  await scrollButtonsToChat(page);
  await expect(page.locator('html')).not.toHaveAttribute('data-hide-chat');
  await chatWidget.toggle.click({ trial: true });
});

test('the hidden chat appears when it gets the focus', async ({ page, valuationForm, chatWidget }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await valuationForm.open('/dundee');
  await scrollButtonsToChat(page);
  const chat = page.locator('aside details');
  await expect(chat).toHaveCSS('opacity', '0');
  await valuationForm.form.getByRole('button', { name: 'Continue' }).focus();
  await page.keyboard.press('Tab');
  await expect(chatWidget.toggle).toBeFocused();
  await expect(chat).toHaveCSS('opacity', '1');
});

test('the confirmation of the chat does not cover the buttons either', async ({ page, chatWidget }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await chatWidget.open();
  await chatWidget.fill();
  await chatWidget.submit();
  await expect(chatWidget.sentRegion).toHaveCSS('opacity', '1');
  await scrollButtonsToChat(page);
  await page.evaluate(() => {
    window.scrollBy({ top: 90, behavior: 'instant' });
  });
  await expect(chatWidget.sentRegion).toHaveCSS('opacity', '0');
  expect(await buttonAtEnd(page)).toBe('Continue');
});
