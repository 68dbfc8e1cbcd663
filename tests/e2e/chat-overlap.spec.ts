import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { waitForWebFonts } from './page-checks.ts';

const formButtons = (page: Page) => page.locator('#valuation-form [data-form-actions]:visible').last();

/** Scrolls the row of buttons to the bottom of the screen, where the chat floats. */
const scrollButtonsToChat = (page: Page) =>
  formButtons(page).evaluate((row) => {
    const { bottom } = row.getBoundingClientRect();
    window.scrollBy({ top: bottom - window.innerHeight + 20, behavior: 'instant' });
  });

/** The text, label or tag of the element that a tap at the right end of the row's last button would hit. */
const nameOfTapTarget = (page: Page) =>
  formButtons(page).evaluate((row) => {
    const { right, top, height } = (row.lastElementChild ?? row).getBoundingClientRect();
    const hit = document.elementFromPoint(right - 8, top + height / 2);
    return hit?.closest('button')?.textContent ?? hit?.closest('aside')?.ariaLabel ?? hit?.tagName;
  });

for (const width of [320, 390, 768, 1024]) {
  test(`at ${width} pixels the chat covers no button of the form's steps`, async ({ page, valuation }) => {
    await page.setViewportSize({ width, height: 700 });
    await valuation.open();
    for (const label of ['Continue', 'Continue', 'Get My Cash Offer']) {
      // Scrolls again on each try, because content that loads late above the form moves its buttons.
      await expect(async () => {
        await scrollButtonsToChat(page);
        expect(await nameOfTapTarget(page)).toBe(label);
      }).toPass();
      if (label === 'Continue') await valuation.continue();
    }
  });
}

test('on a wide screen, the chat stays beside the form’s buttons', async ({ page, valuation, chat }) => {
  await page.setViewportSize({ width: 1600, height: 700 });
  await valuation.open();
  await scrollButtonsToChat(page);
  await expect(page.locator('html')).not.toHaveAttribute('data-hide-chat');
  await chat.toggle.click({ trial: true });
});

for (const [width, height] of [
  [360, 640],
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1280, 900],
  [1440, 900],
  [1536, 864],
] as const) {
  test(`at ${width} by ${height} pixels the chat’s button covers no hero figure`, async ({ page, chat }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await waitForWebFonts(page);
    await expect(page.locator('html')).not.toHaveAttribute('data-hide-chat');
    await expect(chat.toggle).toHaveCSS('opacity', '1');
    await chat.toggle.click({ trial: true });
    const figure = await page.locator('main > section:first-child dl').boundingBox();
    const toggle = await chat.toggle.boundingBox();
    const isApart =
      figure !== null &&
      toggle !== null &&
      (figure.y + figure.height <= toggle.y || figure.x + figure.width <= toggle.x || figure.y >= height);
    expect(isApart, JSON.stringify({ figure, toggle })).toBe(true);
  });
}

test('the chat, hidden where it covers buttons, appears on focus', async ({ page, valuation, chat }) => {
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

test('the chat’s confirmation does not cover the form’s buttons', async ({ page, chat }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await chat.send();
  await expect(chat.sentRegion).toHaveCSS('opacity', '1');
  await scrollButtonsToChat(page);
  await page.evaluate(() => window.scrollBy({ top: 90, behavior: 'instant' }));
  await expect(chat.sentRegion).toHaveCSS('opacity', '0');
  expect(await nameOfTapTarget(page)).toBe('Continue');
});

for (const width of [390, 640, 1023]) {
  test(`at ${width} pixels the chat’s toggle is a bar across the screen’s bottom`, async ({ page, chat }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/privacy-policy');
    await expect.poll(() => chat.toggle.boundingBox()).toEqual({ x: 0, y: 796, width, height: 48 });

    await test.step('at the end of the page it covers no text of the footer', async () => {
      // Scrolls again on each try, because sections that are laid out late make the page longer.
      await expect(async () => {
        await page.evaluate(() => {
          window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
        });
        const footer = await page.getByRole('contentinfo').boundingBox();
        // The browser scrolls by whole pixels, so the footer can end a fraction of a pixel below the bar's upper edge.
        expect((footer?.y ?? NaN) + (footer?.height ?? NaN)).toBeLessThan(797);
      }).toPass();
    });
  });
}
