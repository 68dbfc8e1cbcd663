import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../e2e/fixtures.ts';
import { waitForWebFonts } from '../e2e/page-checks.ts';
import { openSpecimens } from '../support/site/build-specimens.ts';
import { openSampleEnquiry } from '../support/browser/open-sample-enquiry.ts';
import { OFFERED_ENQUIRY } from '../support/seller/sample-enquiry.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

test.use({ expectedConsoleErrors: /status of (?:404|500)|Lead insert failed/ });

// Fixes the time, because what the pages say about the time of a reply depends on it.
test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime('2026-11-21T15:10:00Z');
});

/** Compares with the reference picture, after the web fonts have loaded. The masked parts are not compared. */
async function expectMatchesReference(
  what: Page | Locator,
  name: string,
  mask: Locator[] = [],
): Promise<void> {
  const page = 'page' in what ? what.page() : what;
  await waitForWebFonts(page);
  // Playwright stops animations, hides the caret and waits for two identical screenshots.
  if ('page' in what) await expect(what).toHaveScreenshot(`${name}.png`, { mask });
  else await expect(what).toHaveScreenshot(`${name}.png`, { mask });
}

for (const [name, path, viewport, colorScheme] of [
  ['home-390', '/', PHONE, 'light'],
  ['home-390-dark', '/', PHONE, 'dark'],
  ['home-1440', '/', DESKTOP, 'light'],
  ['city-390', '/glasgow', PHONE, 'light'],
  ['city-1440', '/glasgow', DESKTOP, 'light'],
  ['article-390', '/blog/selling-inherited-property-scotland', PHONE, 'light'],
  ['article-1440', '/blog/selling-inherited-property-scotland', DESKTOP, 'light'],
  ['not-found-1440', '/no-such-close', DESKTOP, 'light'],
] as const) {
  test(`${name}: the top of ${path}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await page.goto(path);
    await expectMatchesReference(page, name);
  });
}

/** The form. The tests use a tall viewport, in which neither header nor chat covers it. */
const card = (page: Page) => page.locator('#valuation-form form');

for (const width of [390, 1440]) {
  test(`form-1-${width}: the first step with answers`, async ({ page, valuation }) => {
    await page.setViewportSize({ width, height: 2400 });
    await valuation.open('/dundee');
    await valuation.fillProperty();
    await valuation.field('postcode').focus();
    await expectMatchesReference(card(page), `form-1-${width}`);
  });
}

test('form-errors-390: the last step with errors', async ({ page, valuation }) => {
  await page.setViewportSize({ width: 390, height: 2400 });
  await valuation.open('/dundee');
  await valuation.fillProperty();
  await valuation.continue();
  await valuation.choose('condition', 'poor');
  await valuation.continue();
  await valuation.submit();
  await valuation.toast('Validation Error').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expectMatchesReference(card(page), 'form-errors-390');
});

/** Every request that sends a lead gets status 500. */
const refuseLeads = (page: Page) =>
  page.route('**/rest/v1/leads', (route) => route.fulfill({ status: 500, json: { code: 'XX000' } }));

for (const [name, colorScheme, viewport] of [
  ['form-failed-390', 'light', PHONE],
  ['form-failed-390-dark', 'dark', PHONE],
  ['form-failed-1440', 'light', DESKTOP],
] as const) {
  test(`${name}: the screen after a lead could not be stored`, async ({ page, valuation }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await refuseLeads(page);
    await valuation.send('/dundee');
    await valuation.toast('Submission failed').waitFor();
    // Masks the phone number, because each test has its own.
    await expectMatchesReference(page, name, [valuation.field('phone')]);
  });
}

test('chat-failed-390: the panel after a message could not be stored', async ({ page, chat }) => {
  await page.setViewportSize(PHONE);
  await refuseLeads(page);
  await chat.open('/privacy-policy');
  await chat.fill();
  await chat.submit();
  await chat.toast('Submission failed').waitFor();
  await expectMatchesReference(page, 'chat-failed-390', [chat.field('phone')]);
});

test('form-sent-390: the confirmation', async ({ page, valuation }) => {
  await page.setViewportSize({ width: 390, height: 2400 });
  await valuation.send('/dundee');
  await valuation.sentRegion.waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  // Masks the enquiry's reference and the phone number on which it depends, because each test has its own number.
  const { sentRegion } = valuation;
  const phone = sentRegion.locator('[data-sent-answers] > :last-child dd');
  await expectMatchesReference(sentRegion, 'form-sent-390', [sentRegion.locator('[data-reference]'), phone]);
});

test('chat-390: the open panel', async ({ page, chat }) => {
  await page.setViewportSize(PHONE);
  await chat.open('/privacy-policy');
  await expectMatchesReference(chat.form, 'chat-390');
});

for (const [name, viewport, colorScheme] of [
  ['enquiry-390', PHONE, 'light'],
  ['enquiry-390-dark', PHONE, 'dark'],
  ['enquiry-1440', DESKTOP, 'light'],
] as const) {
  test(`${name}: the seller's own page with an offer`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ ...viewport, height: 4400 });
    await openSampleEnquiry(page, OFFERED_ENQUIRY);
    await page.locator('main summary').first().click();
    await expectMatchesReference(page.locator('main'), name);
  });
}

test('menu-390: the open menu', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expectMatchesReference(page.getByRole('dialog', { name: 'Menu' }), 'menu-390');
});

for (const title of ['Button', 'TextField', 'ChoiceField']) {
  test(`${title} in all its states`, async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await openSpecimens(page);
    await expectMatchesReference(
      page.getByRole('region', { name: title, exact: true }),
      `component-${title}`,
    );
  });
}
