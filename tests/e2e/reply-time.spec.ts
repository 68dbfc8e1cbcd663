import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectNoViolations, setVisibility, waitForWebFonts } from './page-checks.ts';

const SATURDAY = '2026-11-21T15:10:00Z';
const PROMISE =
  'It is Saturday 15:10. You will hear from us by Monday 13:00: 24 hours, not counting closed days.';
const STATIC = 'We answer Mon–Fri 09:00–18:00, Sat 09:00–14:00.';

const replyTime = (page: Page) => page.locator('main [data-reply-time]');

test('the hero shows by when a visitor hears from us, without a layout shift', async ({ page }) => {
  await page.clock.setFixedTime(SATURDAY);
  await page.goto('/');
  await expect(replyTime(page)).toHaveText(STATIC);
  await waitForWebFonts(page);
  const height = () =>
    page
      .locator('main > section')
      .first()
      .evaluate((hero) => hero.clientHeight);
  const before = await height();
  await page.locator('h1').hover();
  await expect(replyTime(page)).toHaveText(PROMISE);
  expect(await height()).toBe(before);
  await expect(page.getByText('Cash Offer Within 24 Hours', { exact: true })).toBeVisible();
  await expectNoViolations(page);
  const gapToNote = await replyTime(page).evaluate(
    (sentence) =>
      (sentence.nextElementSibling?.getBoundingClientRect().top ?? NaN) -
      sentence.getBoundingClientRect().bottom,
  );
  expect(gapToNote).toBeGreaterThanOrEqual(8);
  // The text is not a live region, because it changes every minute.
  expect(await replyTime(page).evaluate((part) => part.closest('output, [aria-live], [role]'))).toBeNull();
});

test('the reply time is updated every minute, but only while the page is visible', async ({ page }) => {
  await page.clock.install({ time: SATURDAY });
  await page.goto('/');
  await page.locator('h1').hover();
  await expect(replyTime(page)).toHaveText(/^It is Saturday 15:1\d\./);
  await page.clock.pauseAt('2026-11-24T16:00:30Z');
  await page.clock.runFor(60_000);
  await expect(replyTime(page)).toHaveText('It is Tuesday 16:01. You will hear from us by Wednesday 16:01.');

  await setVisibility(page, 'hidden');
  await page.clock.runFor(300_000);
  await expect(replyTime(page)).toHaveText('It is Tuesday 16:01. You will hear from us by Wednesday 16:01.');
  await setVisibility(page, 'visible');
  await expect(replyTime(page)).toHaveText('It is Tuesday 16:06. You will hear from us by Wednesday 16:06.');
});

test('the chat and both confirmations show the reply time too', async ({ page, valuation, chat }) => {
  await page.clock.setFixedTime(SATURDAY);
  await valuation.send();
  await expect(valuation.sentRegion.locator('[data-reply-promise]')).toHaveText(PROMISE);
  await chat.open();
  await expect(chat.form.locator('..').locator('[data-reply-time]')).toHaveText(PROMISE);
  await chat.fill();
  await chat.submit();
  await expect(chat.sentRegion.locator('[data-reply-promise]')).toHaveText(PROMISE);
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('the reply time is in Scottish time, and its sentence says so', async ({ page }) => {
    await page.clock.setFixedTime(SATURDAY);
    await page.goto('/');
    await page.locator('h1').hover();
    await expect(replyTime(page)).toHaveText(
      'It is Saturday 15:10 UK time. You will hear from us by Monday 13:00: 24 hours, not counting closed days.',
    );
  });
});
