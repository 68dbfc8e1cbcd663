import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const isStyles = (url: string) => url.includes('/_astro/styles.');
const isFont = (url: string) => url.endsWith('.woff2');

/** The background of a section below the first screen of the home page, once the style sheet is there. */
const SLATE = 'rgb(34, 50, 58)';

/** Holds requests back until they are released. */
async function hold(page: Page, isHeld: (url: string) => boolean): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  await page.route(
    ({ href }) => isHeld(href),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return () => {
    release(undefined);
  };
}

const hasPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0;

async function expectWhole(page: Page) {
  await expect(page.locator('#why-us')).toHaveCSS('background-color', SLATE);
  await expect(page.locator('h1')).toHaveCSS('font-family', /^"?Besley"?,/);
  await expect
    .poll(() => page.evaluate(() => document.fonts.check('1em Besley') && document.fonts.status))
    .toBe('loaded');
}

test('the first screen is painted with its styles before the style sheet arrives', async ({ page }) => {
  const release = await hold(page, isStyles);
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(hasPainted);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(246, 241, 230)');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toHaveCSS('position', 'absolute');
  release();
  await expectWhole(page);
});

test('fonts are requested after the first paint and keep nothing back', async ({ page }) => {
  const releaseStyles = await hold(page, isStyles);
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (isFont(request.url())) fonts.push(request.url());
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(hasPainted);
  expect(fonts).toEqual([]);
  const releaseFonts = await hold(page, isFont);
  releaseStyles();
  await expect(page.locator('#why-us')).toHaveCSS('background-color', SLATE);
  await expect.poll(() => fonts.length).toBe(2);
  releaseFonts();
  await expectWhole(page);
});

test('the sections below the first screen are laid out before anybody scrolls', async ({ page }) => {
  await page.goto('/');
  const skipped = () =>
    page
      .locator('section')
      .evaluateAll(
        (all) => all.filter((section) => getComputedStyle(section).contentVisibility === 'auto').length,
      );
  await expect.poll(skipped).toBe(0);
});

for (const [name, open] of [
  [
    'the next page',
    async (page: Page) => {
      await page.goto('/terms-and-conditions');
      await page.locator('header').getByRole('link', { name: 'Gable & Wynd' }).click();
      await page.waitForURL('/');
    },
  ],
  [
    'a page that is loaded again',
    async (page: Page) => {
      await page.goto('/');
      await page.reload();
    },
  ],
  ['a page that is opened further down', (page: Page) => page.goto('/#faq')],
] as const) {
  test(`${name} has its styles and fonts`, async ({ page }) => {
    await open(page);
    await expectWhole(page);
  });
}

test.describe('on a connection that fails', () => {
  test.use({ expectedConsoleErrors: /ERR_FAILED/ });

  for (const path of ['/', '/#faq']) {
    test(`the styles of ${path} are requested again until they arrive`, async ({ page }) => {
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

  test('a font that fails keeps nothing else back', async ({ page }) => {
    await page.route(
      ({ href }) => isFont(href),
      (route) => route.abort(),
    );
    await page.goto('/');
    await expect(page.locator('#why-us')).toHaveCSS('background-color', SLATE);
    await expect(page.locator('h1')).toBeVisible();
  });
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
