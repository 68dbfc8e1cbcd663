import { holdRequests } from '../support/lead-form-page.ts';
import { expect, test } from './fixtures.ts';
import { firstPaint } from './page-checks.ts';

type Shift = { value: number; elements: string[] };

/** Chromium's `layout-shift` entry, which TypeScript's DOM types do not have. */
type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

/**
 * No line and no block may move. Chromium ignores movements of up to three pixels. Within a line, a word after bold
 * words may move by one pixel more, because a stretched fallback font cannot have the width of every word.
 */
const MOST = 0.0005;

for (const path of [
  '/',
  '/glasgow',
  '/blog',
  '/blog/cash-buyers-vs-estate-agents',
  '/blog/scottish-property-law-guide',
  '/blog/selling-inherited-property-scotland',
  '/terms-and-conditions',
  '/no-such-page',
]) {
  test.describe(path, () => {
    test.use({ expectedConsoleErrors: /404/ });

    test('does not move when its style sheet, its fonts and its script come late', async ({ page }) => {
      const release = await holdRequests(page, /\/_astro\/.*\.(?:css|woff2|js)$/);
      await page.addInitScript(() => {
        const shifts: Shift[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as LayoutShift[]) {
            const elements = entry.sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? '');
            shifts.push({ value: entry.value, elements });
          }
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        Object.assign(window, { shifts, observer });
      });
      const styles = page.waitForRequest(/\.css$/);
      await page.goto(path, { waitUntil: 'commit' });
      await styles;
      // The first screen is painted with the local fonts. Late files cause every movement from here on.
      await firstPaint(page);
      await page.evaluate(async () => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const { shifts, observer } = window as unknown as { shifts: Shift[]; observer: PerformanceObserver };
        observer.takeRecords();
        shifts.length = 0;
      });
      release();
      await expect(page.locator('form[novalidate]').first()).toBeAttached();
      await page.waitForLoadState('networkidle');
      await page.evaluate(async () => {
        await document.fonts.ready;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      });
      expect(await page.evaluate(() => document.fonts.check('1em "Atkinson Hyperlegible Next"'))).toBe(true);
      const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, JSON.stringify(shifts)).toBeLessThanOrEqual(MOST);
    });
  });
}
