import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { waitForFonts } from './patient-page.ts';

const isStyles = (url: string) => url.includes('/_astro/styles.');
const isFont = (url: string) => url.endsWith('.woff2');

/** A part of the home page far below its first screen, as the whole style sheet has it. */
const SLATE = 'rgb(34, 50, 58)';

/** When the page was painted first, and when its files were asked for and there: in ms since the visit began. */
const timesOf = (page: Page) =>
  page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    files: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, startTime, responseEnd }) => ({ name, asked: startTime, there: responseEnd }),
    ),
  }));

/** The page has its styles and fonts, and the browser leaves no part of it out. */
async function expectWhole(page: Page) {
  await expect(page.locator('#why-us')).toHaveCSS('background-color', SLATE);
  await expect(page.locator('h1')).toHaveCSS('font-family', /^"?Besley"?,/);
  await expect
    .poll(() => page.evaluate(() => document.fonts.check('1em Besley') && document.fonts.status))
    .toBe('loaded');
  await expect
    .poll(() =>
      page
        .locator('section')
        .evaluateAll((parts) =>
          parts.every((part) => getComputedStyle(part).contentVisibility === 'visible'),
        ),
    )
    .toBe(true);
}

test('the first page of a visit is painted before its other styles and its fonts are asked for', async ({
  page,
}) => {
  await waitForFonts(page);
  await page.goto('/');
  await expectWhole(page);
  const { painted, files } = await timesOf(page);
  const later = files.filter(({ name }) => isStyles(name) || isFont(name));
  expect(later).toHaveLength(3);
  for (const { name, asked } of later) expect(asked, name).toBeGreaterThanOrEqual(painted);
});

test.describe('has its styles before it is painted', () => {
  test.beforeEach(({ page }) => waitForFonts(page));

  async function expectStyledFromTheFirst(page: Page) {
    await expectWhole(page);
    const { painted, files } = await timesOf(page);
    const styles = files.filter(({ name }) => isStyles(name));
    expect(styles).toHaveLength(1);
    for (const { there } of styles) expect(there).toBeLessThanOrEqual(painted);
  }

  test('the next page', async ({ page }) => {
    await page.goto('/terms-and-conditions');
    await page.locator('header').getByRole('link', { name: 'Gable & Wynd' }).click();
    await page.waitForURL('/');
    await expectStyledFromTheFirst(page);
  });

  test('a page that is loaded again', async ({ page }) => {
    await page.goto('/');
    await page.reload();
    await expectStyledFromTheFirst(page);
  });

  test('a page that is opened further down', async ({ page }) => {
    await page.goto('/#faq');
    await expectStyledFromTheFirst(page);
  });

  test('a window that is taller than a first screen', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 1366 });
    await page.goto('/');
    await expectStyledFromTheFirst(page);
  });
});

test.describe('on a line that fails', () => {
  test.use({ expectedConsoleErrors: /ERR_FAILED/ });

  for (const path of ['/', '/#faq']) {
    test(`the styles of ${path} are asked for again until they come`, async ({ page }) => {
      await waitForFonts(page);
      let requests = 0;
      await page.route(
        ({ href }) => isStyles(href),
        async (route) => {
          requests += 1;
          await (requests < 3 ? route.abort() : route.continue());
        },
      );
      await page.goto(path);
      await expectWhole(page);
      expect(requests).toBe(3);
    });
  }

  test('a font that does not come keeps nothing else back', async ({ page }) => {
    await page.route(
      ({ href }) => isFont(href),
      (route) => route.abort(),
    );
    await page.goto('/');
    await expect(page.locator('#why-us')).toHaveCSS('background-color', SLATE);
    await expect(page.locator('#faq')).toHaveCSS('content-visibility', 'visible');
  });
});

test('fonts that do not come in time wait for the next page, and nothing else waits with them', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  await page.route(
    ({ href }) => isFont(href),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  // What is loading may keep the page's load event back.
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('#faq')).toHaveCSS('content-visibility', 'visible');
  release(undefined);
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  await expect(page.locator('h1')).toHaveCSS('font-family', /^"?Besley Fallback"?,/);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page has all its styles, and its fonts', async ({ page }) => {
    const fonts = [page.waitForRequest(/besley/), page.waitForRequest(/atkinson/)];
    await page.goto('/');
    await Promise.all(fonts);
    const [first, second] = await page
      .locator('#valuation-form label:has([type="radio"])')
      .evaluateAll((choices) => choices.map((choice) => choice.getBoundingClientRect().top));
    expect(second).toBe(first);
  });
});
