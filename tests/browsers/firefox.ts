import { launch } from 'puppeteer-core';
import { WAIT_LIMIT_MS } from '../support/runner/time-limits.ts';
import { VIEWPORT, type TestedBrowser } from './tested-browser.ts';

export async function openFirefox(executablePath: string): Promise<TestedBrowser> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: WAIT_LIMIT_MS,
  });
  // Uses the tab that Firefox starts with, because a click in a new tab has once hung.
  const [page] = await browser.pages();
  if (!page) throw new Error('Firefox has started without a tab.');
  await page.setViewport(VIEWPORT);
  page.setDefaultTimeout(WAIT_LIMIT_MS);
  return {
    open: async (url) => {
      const response = await page.goto(url);
      if (!response?.ok()) throw new Error(`${url} returned status ${response?.status() ?? 'none'}`);
    },
    click: (selector) => page.locator(selector).click(),
    type: async (selector, text) => {
      const field = await page.waitForSelector(selector, { visible: true });
      await field?.type(text);
    },
    waitFor: async (selector) => {
      await page.waitForSelector(selector, { visible: true });
    },
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}
