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
  test(`at ${width} pixels the chat covers no button of any step`, async ({ page, valuation }) => {
    await page.setViewportSize({ width, height: 700 });
    await valuation.open();
    for (const label of ['Continue', 'Continue', 'Get My Cash Offer']) {
      // Scrolls again on each try, because late content above the form moves it.
      await expect(async () => {
        await scrollButtonsToChat(page);
        expect(await buttonAtEnd(page)).toBe(label);
      }).toPass();
      if (label === 'Continue') await valuation.continue();
    }
  });
}

test('the chat stays where there is room for both', async ({ page, valuation, chat }) => {
  await page.setViewportSize({ width: 1600, height: 700 });
  await valuation.open();
  await scrollButtonsToChat(page);
  await expect(page.locator('html')).not.toHaveAttribute('data-hide-chat');
  await chat.toggle.click({ trial: true });
});

test('the hidden chat appears when it gets the focus', async ({ page, valuation, chat }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await valuation.open('/dundee');
  await scrollButtonsToChat(page);
  const panel = page.locator('aside details');
  await expect(panel).toHaveCSS('opacity', '0');
  await valuation.form.getByRole('button', { name: 'Continue' }).focus();
  await page.keyboard.press('Tab');
  await expect(chat.toggle).toBeFocused();
  await expect(panel).toHaveCSS('opacity', '1');
});

test('the confirmation of the chat does not cover the buttons either', async ({ page, chat }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await chat.send();
  await expect(chat.sentRegion).toHaveCSS('opacity', '1');
  await scrollButtonsToChat(page);
  await page.evaluate(() => {
    window.scrollBy({ top: 90, behavior: 'instant' });
  });
  await expect(chat.sentRegion).toHaveCSS('opacity', '0');
  expect(await buttonAtEnd(page)).toBe('Continue');
});
