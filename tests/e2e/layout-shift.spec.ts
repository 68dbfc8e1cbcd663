import { holdRequests } from '../support/browser/lead-form-page.ts';
import { expect, test } from './fixtures.ts';
import { waitForFirstPaint, waitForFrames, waitForWebFonts } from './page-checks.ts';

type Shift = { value: number; elements: string[] };

/** Chromium's `layout-shift` entry, which TypeScript's DOM types do not have. */
type LayoutShift = PerformanceEntry & {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

/**
 * The highest total layout-shift score that is allowed. Lines and blocks must not move. A word may move a little within
 * its line, because the fallback font cannot match the width of every word. Chromium ignores moves of up to three
 * pixels.
 */
const MAX_SHIFT = { phone: 0.0001, desktop: 0.0005 };

for (const path of [
  '/',
  '/glasgow',
  '/blog',
  '/blog/how-to-sell-house-fast-scotland',
  '/blog/cash-buyers-vs-estate-agents',
  '/blog/scottish-property-law-guide',
  '/blog/selling-inherited-property-scotland',
  '/terms-and-conditions',
  '/no-such-page',
]) {
  test.describe(path, () => {
    test.use({ expectedConsoleErrors: /404/ });

    test('the page does not move when its styles, fonts and script are late', async ({ page, isMobile }) => {
      const release = await holdRequests(page, /\/_astro\/.*\.(?:css|woff2|js)$/);
      await page.addInitScript(() => {
        const shifts: Shift[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as LayoutShift[]) {
            const elements = entry.sources.map(({ node, previousRect: from, currentRect: to }) =>
              [
                node?.textContent?.slice(0, 40) ?? '',
                `${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`,
              ].join(' '),
            );
            shifts.push({ value: entry.value, elements });
          }
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        Object.assign(window, { shifts, observer });
      });
      const styles = page.waitForRequest(/\.css$/);
      await page.goto(path, { waitUntil: 'commit' });
      await styles;
      // The first screen has been painted with the fallback fonts. From here on, only the held files can cause shifts.
      await waitForFirstPaint(page);
      await waitForFrames(page);
      await page.evaluate(() => {
        const { shifts, observer } = window as unknown as { shifts: Shift[]; observer: PerformanceObserver };
        observer.takeRecords();
        shifts.length = 0;
      });
      release();
      await expect(page.locator('form[novalidate]').first()).toBeAttached();
      await page.waitForLoadState('networkidle');
      await waitForWebFonts(page);
      const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, JSON.stringify(shifts)).toBeLessThanOrEqual(
        isMobile ? MAX_SHIFT.phone : MAX_SHIFT.desktop,
      );
    });
  });
}
