import type { BrowserContext } from '@playwright/test';

const ROUND_TRIP_MS = 150;
const BYTES_PER_SECOND = 1_600_000 / 8;

export type SlowVisit = { paintMs: number; shownMs: number; scriptKib: number };

/**
 * Opens a page as on a slow phone: 1.6 Mbit/s, round trips of 150 ms, and a slowed CPU, as in Lighthouse's mobile
 * preset.
 *
 * @param shown a selector of what the visitor waits for
 * @returns when the browser first painted something, when it showed `shown`, and the size of the scripts loaded by then
 */
export async function openOnSlowPhone(
  context: BrowserContext,
  url: string,
  shown: string,
  cpuSlowdown: number,
): Promise<SlowVisit> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript((selector) => {
    const markWhenShown = () => {
      if (document.querySelector(selector)) performance.mark('shown');
      else requestAnimationFrame(markWhenShown);
    };
    requestAnimationFrame(markWhenShown);
  }, shown);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() =>
    ['shown', 'first-contentful-paint'].every((name) => performance.getEntriesByName(name).length > 0),
  );
  const figures = await page.evaluate(() => {
    const shownMs = performance.getEntriesByName('shown')[0]?.startTime ?? Number.NaN;
    // A file from the cache has a transfer size of 0 and is not counted.
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      (entry) => entry.name.endsWith('.js') && entry.startTime < shownMs && entry.transferSize > 0,
    );
    return {
      paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      shownMs,
      scriptKib: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024,
    };
  });
  // Waits for the files that the page loads later, so that the next visit has them in the cache.
  await page.waitForLoadState('networkidle');
  await page.close();
  return figures;
}
