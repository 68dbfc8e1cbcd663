import type { Locator, Page } from '@playwright/test';
import { VALUATION_ANSWERS } from '../support/leads/sample-leads.ts';
import { expect, test } from './fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Says what is wrong with the focused element, if anything: it has no visible outline, or is completely covered. */
const focusProblem = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    // A radio button is covered by its label, which has the outline.
    const drawn = (focused instanceof HTMLInputElement ? focused.closest('label') : null) ?? focused;
    const name = `${focused.tagName} ${focused.textContent || focused.id}`;
    if (getComputedStyle(drawn).outlineStyle === 'none') return `${name}: no outline`;
    const { left, top, width, height } = drawn.getBoundingClientRect();
    const isFree = [0.1, 0.5, 0.9].some((share) => {
      const hit = document.elementFromPoint(left + width * share, top + height * share);
      return hit !== null && (drawn.contains(hit) || hit.contains(drawn));
    });
    return isFree ? undefined : `${name}: hidden`;
  });

/** Presses Tab (or `key`) until an element has the focus, and checks that the focus is visible at each element on the way. */
async function tabTo(page: Page, goal: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    expect(await focusProblem(page)).toBeUndefined();
    if (await goal.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`60 presses of ${key} did not move the focus to the element.`);
}

test('the form works by keyboard; the focus is always visible', async ({ page, valuation, phone, sent }) => {
  const { keyboard } = page;
  const button = (name: string) => valuation.form.getByRole('button', { name });
  const fill = async (text: string) => {
    await keyboard.type(text);
    await keyboard.press('Tab');
  };
  await valuation.open('/');

  await test.step('the first link skips the header', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Skip to the content' }));
    await keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Postcode of the property'));
  });

  await test.step('after an empty form is sent, the summary links to the first error', async () => {
    await tabTo(page, button('Continue'));
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Its condition' })).toBeFocused();
    await tabTo(page, button('Continue'));
    await keyboard.press('Space');
    await expect(page.getByRole('heading', { name: 'Where to send the offer' })).toBeFocused();
    await tabTo(page, button('Get My Cash Offer'));
    await keyboard.press('Enter');
    await expect(valuation.field('postcode')).toBeFocused();
    await tabTo(page, valuation.form.getByRole('link', { name: 'Postcode is required' }), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(valuation.field('postcode')).toBeFocused();
  });

  await test.step('the three steps can be filled in and sent', async () => {
    await keyboard.type(VALUATION_ANSWERS.postcode);
    // The postcode hint's link to the city page comes before the address field in the tab order.
    await tabTo(page, valuation.field('address'));
    await fill(VALUATION_ANSWERS.address);
    await keyboard.press('ArrowDown');
    await expect(valuation.form.getByLabel('Semi-detached')).toBeChecked();
    await keyboard.press('Tab');
    await keyboard.press('ArrowRight');
    expect(await focusProblem(page)).toBeUndefined();
    await tabTo(page, button('Continue'));
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Its condition' })).toBeFocused();
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await expect(valuation.form.getByLabel('Excellent')).toBeChecked();
    await tabTo(page, button('Continue'));
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Where to send the offer' })).toBeFocused();
    await tabTo(page, valuation.field('firstName'));
    await fill(VALUATION_ANSWERS.firstName);
    await fill(VALUATION_ANSWERS.lastName);
    await fill(VALUATION_ANSWERS.email);
    await keyboard.type(phone);
    await tabTo(page, button('Get My Cash Offer'));
    await keyboard.press('Enter');
  });

  await expect(valuation.sentRegion).toBeFocused();
  expect(await sent.leads()).toHaveLength(1);
});
