import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectNoViolations, waitForLayout } from './page-checks.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 390, height: 844 } });

/**
 * The button beside the home page's first claim (a figure that needs a source), and its note: a popover that
 * explains the figure.
 */
const noteOf = (page: Page) => ({
  button: page.getByRole('button', { name: 'Note on 75–85% of market value' }),
  note: page.locator('#note-offer-share-of-value'),
});

test('an opened note takes the focus, and Escape gives it back to the note’s button', async ({ page }) => {
  await page.goto('/');
  const { button, note } = noteOf(page);
  await expect(note).toBeHidden();
  await button.press('Enter');
  await expect(note).toBeVisible();
  await expect(note).toBeFocused();
  await expect(note).toContainText('75–85% of market value:');
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();
  await expect(button).toBeFocused();
});

test('an open note fits the screen and hides the chat, and a click elsewhere closes it', async ({ page }) => {
  await page.goto('/glasgow');
  const chat = page.locator('aside[aria-label="Message us"] summary');
  await expect(chat).toBeVisible();
  const buttons = await page.locator('main [popovertarget]:visible').all();
  expect(buttons.length).toBeGreaterThan(1);
  for (const button of buttons) {
    // The lower edge of the screen is where the chat floats.
    await button.evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }));
    await button.click();
    const note = page.locator('[popover]:popover-open');
    await expect(note).toBeInViewport({ ratio: 1 });
    await expect(chat).toBeHidden();
    await page.mouse.click(4, 4);
    await expect(note).toHaveCount(0);
  }
  await expect(chat).toBeVisible();
});

test('punctuation after a note’s button is not wrapped onto the next line', async ({ page }) => {
  for (const path of ['/', '/blog/selling-inherited-property-scotland']) {
    await page.goto(path);
    await waitForLayout(page);
    for (let width = 320; width < 420; width += 4) {
      await page.setViewportSize({ width, height: 844 });
      const apart = await page.locator('main [popovertarget]').evaluateAll((buttons) =>
        buttons
          .filter(({ nextSibling }) => nextSibling instanceof Text && /^[.,;:?!)]/.test(nextSibling.data))
          .map((button) => {
            const mark = document.createRange();
            mark.setStart(button.nextSibling as Text, 0);
            mark.setEnd(button.nextSibling as Text, 1);
            return { button: button.getBoundingClientRect(), mark: mark.getBoundingClientRect() };
          })
          .filter(({ button, mark }) => mark.top > button.bottom || mark.left < button.left),
      );
      expect(apart, `${path} at ${width} pixels`).toEqual([]);
    }
  }
});

test('with forced colours a note has a border', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const { button, note } = noteOf(page);
  await button.click();
  await expect(note).toHaveCSS('border-top-style', 'solid');
});

test('every note is printed, but no button that opens one', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/blog/selling-inherited-property-scotland');
  const notes = await page.locator('main [popover]').all();
  expect(notes.length).toBeGreaterThan(3);
  for (const note of notes) await expect(note).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Notes to the figures' })).toBeVisible();
  await expect(page.locator('main [popovertarget]:visible')).toHaveCount(0);
});
