/**
 * Pages that the browser prerenders while a link to them is hovered over. The tests use Puppeteer, because Playwright's
 * browser does not prerender.
 */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { launchPuppeteer } from '../support/browser/chromium.ts';
import { startProduct } from '../support/server/product.ts';
import { WAIT_LIMIT_MS } from '../support/runner/time-limits.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

const POSTCODE = '#valuation-form [name="postcode"]';

let page: Page;
/** The paths that the page, and the pages prerendered for it, have requested. */
let requested: string[];

const product = await startProduct();
afterAll(product.close);
const browser = await launchPuppeteer();
afterAll(() => browser.close());
beforeEach(async () => {
  page = await browser.newPage();
  page.setDefaultTimeout(WAIT_LIMIT_MS);
  await page.goto(product.server.url);
  await page.waitForSelector('script[type="speculationrules"]');
  requested = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
});

/** Adds a link to the top of the page, and hovers over it until the page that it leads to has requested a file. */
async function prerender(href: string, file: RegExp): Promise<void> {
  await page.evaluate((address) => {
    const link = Object.assign(document.createElement('a'), {
      id: 'link',
      href: address,
      textContent: 'Next',
    });
    Object.assign(link.style, { position: 'fixed', top: 0, left: 0, zIndex: 99 });
    document.body.prepend(link);
  }, href);
  await page.hover('#link');
  await waitUntil(`${href} is prerendered`, () => Promise.resolve(requested.some((path) => file.test(path))));
}

/** Opens the page by a click on the link, and checks that it was prerendered. */
async function open(path: string): Promise<void> {
  await page.$eval('#link', (link) => {
    (link as HTMLElement).click();
  });
  // Not `waitForFunction`, which fails when the prerendered page replaces the page.
  await waitUntil(`${path} is open`, async () => path === (await page.evaluate(() => location.pathname)));
  const activatedAt = await page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation');
    return (visit as PerformanceNavigationTiming & { activationStart: number }).activationStart;
  });
  expect(activatedAt, 'the page was prerendered').toBeGreaterThan(0);
}

test('a page is prerendered, and its form has what was typed on the previous page in the meantime', async () => {
  await prerender('/glasgow', /\/_astro\/BaseLayout/);
  await page.type(POSTCODE, 'EH1 1YZ');
  await page.waitForFunction(() => sessionStorage.getItem('valuation_form') !== null);

  await open('/glasgow');

  await page.waitForFunction(
    (selector) => document.querySelector<HTMLInputElement>(selector)?.value === 'EH1 1YZ',
    {},
    POSTCODE,
  );
});
