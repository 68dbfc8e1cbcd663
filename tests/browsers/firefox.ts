import { launch } from 'puppeteer-core';
import { LIMIT_MS, VIEWPORT, type TestedBrowser } from './tested-browser.ts';

export async function openFirefox(executablePath: string): Promise<TestedBrowser> {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  await page.setViewport(VIEWPORT);
  page.setDefaultTimeout(LIMIT_MS);
  return {
    open: async (url) => {
      await page.goto(url);
    },
    click: (selector) => page.locator(selector).click(),
    type: async (selector, text) => {
      await page.locator(selector).click();
      await page.keyboard.type(text);
    },
    waitFor: async (selector) => {
      await page.waitForSelector(selector, { visible: true });
    },
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}
