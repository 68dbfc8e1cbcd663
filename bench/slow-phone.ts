import type { Browser } from 'puppeteer-core';
import { openUnwatchedTab } from './unwatched-tab.ts';

export type SlowVisit = { paintMs: number; shownMs: number; scriptKib: number };

type Options = { cpuSlowdown: number; browserContextId?: string | undefined };

const hasPerformanceEntry = (name: string) =>
  `performance.getEntriesByName(${JSON.stringify(name)}).length > 0`;

/**
 * Opens a page as on a slow phone, whose CPU is slowed down. The slow line is `slow-line.ts`.
 *
 * @param shown a selector of what the visitor waits for
 * @returns when the browser first painted something, when it showed `shown`, and the size of the scripts loaded by then
 */
export async function openOnSlowPhone(
  browser: Browser,
  url: string,
  shown: string,
  options: Options,
): Promise<SlowVisit> {
  const tab = await openUnwatchedTab(browser, options);
  await tab.page().send('Page.addScriptToEvaluateOnNewDocument', {
    source: `{
      const markWhenShown = () => {
        if (document.querySelector(${JSON.stringify(shown)})) performance.mark('shown');
        else requestAnimationFrame(markWhenShown);
      };
      requestAnimationFrame(markWhenShown);
    }`,
  });
  await tab.goto(url);
  await tab.waitFor(['shown', 'first-contentful-paint'].map(hasPerformanceEntry).join(' && '));
  const visit = await tab.evaluate<SlowVisit>(`(() => {
    const timeOf = (name) => performance.getEntriesByName(name)[0].startTime;
    const shownMs = timeOf('shown');
    // A file from the cache has a transfer size of 0 and is not counted.
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name, startTime, transferSize }) => name.endsWith('.js') && startTime < shownMs && transferSize > 0);
    const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { paintMs: timeOf('first-contentful-paint'), shownMs, scriptKib: bytes / 1024 };
  })()`);
  // Waits for the files that the page loads later, so that the next visit has them in the cache.
  await tab.waitUntilLoaded();
  await tab.close();
  return visit;
}
