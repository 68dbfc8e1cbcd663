import type { Browser } from 'puppeteer-core';
import { openUnwatchedTab, type TabOptions } from './unwatched-tab.ts';

/**
 * Opens a page as on a slow phone, whose CPU is slowed down. The slow line is `slow-line.ts`.
 *
 * @param shown a selector of what the visitor waits for
 * @returns when the browser first painted something, when it showed `shown`, and the size of the scripts loaded by then
 */
export async function openOnSlowPhone(browser: Browser, url: string, shown: string, options: TabOptions) {
  const tab = await openUnwatchedTab(browser, options);
  await tab.addInitScript((selector) => {
    const markWhenShown = () => {
      if (document.querySelector(selector)) performance.mark('shown');
      else requestAnimationFrame(markWhenShown);
    };
    requestAnimationFrame(markWhenShown);
  }, shown);
  await tab.goto(url);
  await tab.waitForFunction(() =>
    ['shown', 'first-contentful-paint'].every((name) => performance.getEntriesByName(name).length > 0),
  );
  const visit = await tab.evaluate(() => {
    const shownMs = performance.getEntriesByName('shown')[0]?.startTime ?? Number.NaN;
    // A file from the cache has a transfer size of 0 and is not counted.
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      (entry) => entry.name.endsWith('.js') && entry.startTime < shownMs && entry.transferSize > 0,
    );
    return {
      'first paint, ms': performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      'content shown, ms': shownMs,
      'scripts until then, KiB':
        scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024,
    };
  });
  // Waits for the files that the page loads later, so that the next visit has them in the cache.
  await tab.waitUntilLoaded();
  await tab.close();
  return visit;
}
