import type { Page } from '@playwright/test';
import { holdRequests } from '../support/browser/lead-form-page.ts';
import { expect, test } from './fixtures.ts';
import { waitForFirstPaint, waitForLayout, waitForWebFonts } from './page-checks.ts';

const STYLES = /\/_astro\/styles\./;
const SCRIPTS = /\/_astro\/.*\.js$/;
const FONTS = /\.woff2$/;

/** The background that a section below the home page's first screen has once the style sheet has loaded. */
const SLATE = 'rgb(34, 50, 58)';

async function expectStylesAndFonts(page: Page) {
  await expect(page.locator('#why-us')).toHaveCSS('background-color', SLATE);
  await expect(page.locator('h1')).toHaveCSS('font-family', /^"?Besley"?,/);
  await waitForWebFonts(page);
}

test('the first screen is painted with its styles before the style sheet loads', async ({ page }) => {
  const release = await holdRequests(page, STYLES);
  await page.goto('/', { waitUntil: 'commit' });
  await waitForFirstPaint(page);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(246, 241, 230)');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toHaveCSS('position', 'absolute');
  release();
  await expectStylesAndFonts(page);
});

test('the fonts are requested by a script, so the first paint does not wait for them', async ({ page }) => {
  const releaseScript = await holdRequests(page, SCRIPTS);
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.woff2')) fonts.push(request.url());
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('#why-us')).toHaveCSS('background-color', SLATE);
  expect(fonts).toEqual([]);
  const releaseFonts = await holdRequests(page, FONTS);
  releaseScript();
  await expect.poll(() => fonts.length).toBe(2);
  releaseFonts();
  await expectStylesAndFonts(page);
});

for (const path of [
  '/',
  '/glasgow',
  '/blog/scottish-property-law-guide',
  '/blog/cash-buyers-vs-estate-agents',
]) {
  test(`${path} makes at most five requests before an interaction, one for a script`, async ({ page }) => {
    // In headless Chromium the pointer is over the page, so a `pointerover` event would count as the first interaction.
    await page.addInitScript(() => {
      const ignore = (event: Event) => event.stopImmediatePropagation();
      addEventListener('pointerover', ignore, true);
    });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(requests.length, requests.join(' ')).toBeLessThanOrEqual(5);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 })));
    expect(requests.filter((url) => url.endsWith('.js'))).toHaveLength(1);
    // The form's pictures are left out, because they load as soon as the form is near the screen.
    const others = requests.filter((url) => !new URL(url).pathname.startsWith('/property-types/'));
    expect(others.length, others.join(' ')).toBeLessThanOrEqual(5);
  });
}

test('in a browser that is never idle, the fonts load and the sections are laid out', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = (callback, { timeout } = {}) =>
      timeout === undefined
        ? 0
        : window.setTimeout(() => callback({ didTimeout: true, timeRemaining: () => 0 }), timeout);
  });
  await page.goto('/');
  await waitForWebFonts(page);
  await waitForLayout(page);
});

test('the home page has its styles and fonts when loaded, opened by a link or reloaded', async ({ page }) => {
  await page.goto('/#faq');
  await expectStylesAndFonts(page);
  await page.goto('/terms-and-conditions');
  await page.locator('header').getByRole('link', { name: 'Gable & Wynd' }).click();
  await page.waitForURL('/');
  await expectStylesAndFonts(page);
  await page.reload();
  await expectStylesAndFonts(page);
});

test.describe('on a connection that fails', () => {
  test.use({ expectedConsoleErrors: /ERR_FAILED/ });

  for (const path of ['/', '/#faq']) {
    test(`the styles of ${path} are requested again until they load`, async ({ page }) => {
      let requests = 0;
      await page.route(STYLES, async (route) => {
        requests += 1;
        await (requests < 3 ? route.abort() : route.continue());
      });
      await page.goto(path);
      await expectStylesAndFonts(page);
      expect(requests).toBe(3);
    });
  }

  test('when one font fails to load, the other is still used', async ({ page }) => {
    await page.route(/besley/, (route) => route.abort());
    await page.goto('/');
    await page.waitForFunction(() =>
      Array.from(document.fonts).some(({ family }) => /^"?Figtree"?$/.test(family)),
    );
    await waitForLayout(page);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page loads all its styles and fonts', async ({ page }) => {
    const fonts = [page.waitForRequest(/besley/), page.waitForRequest(/figtree/)];
    await page.goto('/');
    await Promise.all(fonts);
    const [first, second] = await page
      .locator('#valuation-form label:has([type="radio"])')
      .evaluateAll((choices) => choices.map((choice) => choice.getBoundingClientRect().top));
    expect(second).toBe(first);
  });
});
