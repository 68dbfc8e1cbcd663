import type { Page } from '@playwright/test';
import { CHAT_LEAD } from '../support/leads.ts';
import { expect, test } from './fixtures.ts';

const FORM_BUTTONS = '#valuation-form [data-form-actions]';

/** Scrolls until the last of the elements that match is where the chat floats. */
async function bringToTheFoot(page: Page, selector: string): Promise<void> {
  await page.evaluate((rows) => {
    const row = [...document.querySelectorAll(rows)].findLast((element) => element.checkVisibility());
    const { bottom = 0 } = row?.getBoundingClientRect() ?? {};
    window.scrollBy({ top: bottom - window.innerHeight + 20, behavior: 'instant' });
  }, selector);
}

/** What a finger meets at the right end of a form's row of buttons. */
const atTheEndOf = (page: Page, selector: string) =>
  page.evaluate((rows) => {
    const row = [...document.querySelectorAll(rows)].findLast((element) => element.checkVisibility());
    if (!row) return 'no row';
    const { right, top, height } = row.getBoundingClientRect();
    const met = document.elementFromPoint(right - 8, top + height / 2);
    return met?.closest('button')?.textContent ?? met?.closest('aside')?.ariaLabel ?? met?.tagName;
  }, selector);

for (const width of [320, 390, 768, 1024]) {
  test(`at ${width} pixels the chat leaves the form's buttons free, on each step`, async ({
    page,
    valuationForm,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await valuationForm.open();
    for (const label of ['Continue', 'Continue', 'Get My Cash Offer']) {
      // Together: what arrives late above the form moves it.
      await expect(async () => {
        await bringToTheFoot(page, FORM_BUTTONS);
        expect(await atTheEndOf(page, FORM_BUTTONS)).toBe(label);
      }).toPass();
      if (label === 'Continue') await valuationForm.continue();
    }
  });
}

test('where there is room for both, the chat stays', async ({ page, valuationForm, chatWidget }) => {
  await page.setViewportSize({ width: 1600, height: 700 });
  await valuationForm.open();
  await bringToTheFoot(page, FORM_BUTTONS);
  await expect(page.locator('html')).not.toHaveAttribute('data-chat-aside');
  await chatWidget.toggle.click({ trial: true });
});

test('stepped aside, the chat comes back for the keyboard', async ({ page, valuationForm, chatWidget }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await valuationForm.open('/dundee');
  await bringToTheFoot(page, FORM_BUTTONS);
  const chat = page.locator('aside details');
  await expect(chat).toHaveCSS('opacity', '0');
  await valuationForm.form.getByRole('button', { name: 'Continue' }).focus();
  await page.keyboard.press('Tab');
  await expect(chatWidget.toggle).toBeFocused();
  await expect(chat).toHaveCSS('opacity', '1');
});

test('what says that a message was sent keeps clear of the buttons too', async ({
  page,
  chatWidget,
  phone,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await chatWidget.open();
  await chatWidget.fill({ name: CHAT_LEAD.name, message: CHAT_LEAD.message, phone });
  await chatWidget.submit();
  const sent = page.locator('#chat-sent');
  await expect(sent).toHaveCSS('opacity', '1');
  await bringToTheFoot(page, FORM_BUTTONS);
  await page.evaluate(() => {
    window.scrollBy({ top: 90, behavior: 'instant' });
  });
  await expect(sent).toHaveCSS('opacity', '0');
  expect(await atTheEndOf(page, FORM_BUTTONS)).toBe('Continue');
});
