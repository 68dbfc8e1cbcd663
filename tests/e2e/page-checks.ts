import { expect, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';

/** axe's rules about colours. All other rules find the same in both schemes, because only the colours differ. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Fails with the rule and the HTML of every accessibility problem that axe finds on the page. */
export async function expectNoViolations(page: Page, rules?: readonly string[]): Promise<void> {
  // A section that is laid out late moves what is below it, and axe would compare the colours at the wrong places.
  await waitForLayout(page);
  // Runs axe itself, because its wrapper @axe-core/playwright takes four times as long: the wrapper also looks for
  // frames, and no page has any.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (options) => (await (window as unknown as { axe: typeof axe }).axe.run(options)).violations,
    rules ? { runOnly: [...rules] } : {},
  );
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found).toEqual([]);
}

/** Checks all rules in the light scheme and the colour rules in the dark one. Leaves the page in the light scheme. */
export async function expectNoViolationsInBothSchemes(page: Page): Promise<void> {
  // With reduced motion, the colours change at once, without a transition that axe could catch half-way.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoViolations(page, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNoViolations(page);
}

/** Lets the page behave as if its tab were in the background, or in front again. */
export const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
    Object.defineProperty(document, 'hidden', { value: visibilityState === 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/** Resolves once every section and the footer are laid out (`content-visibility`), as after the visitor's first scroll. */
export const waitForLayout = (page: Page) =>
  page.waitForFunction(() => {
    window.dispatchEvent(new Event('scroll'));
    return Array.from(document.querySelectorAll('section, footer')).every(
      (section) => getComputedStyle(section).contentVisibility !== 'auto',
    );
  });

/** Clicks a link in the footer once the sections above it are laid out. Until then it moves by up to 28 pixels, even during a press. */
export async function clickInFooter(page: Page, name: string): Promise<void> {
  await waitForLayout(page);
  await page.getByRole('contentinfo').getByRole('link', { name }).click();
}

export const waitForFirstPaint = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);

/** Resolves once what has changed by now is laid out and painted. */
export const waitForFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Resolves once the page is laid out with the web fonts. */
export async function waitForWebFonts(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    ['Besley', 'Figtree'].every((family) =>
      Array.from(document.fonts).some(
        (font) => font.family.replaceAll('"', '') === family && font.status === 'loaded',
      ),
    ),
  );
  await waitForFrames(page);
}

/** The number of pixels by which the page is wider than the window. */
export const horizontalOverflowPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Waits until an element is on the screen and nothing covers its top, its middle or its bottom. */
export async function expectInFront(what: Locator): Promise<void> {
  await expect(async () => {
    const covering = await what.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [2, height / 2, height - 2]
        .map((y) => document.elementFromPoint(left + Math.min(width / 2, 60), top + y))
        .filter((hit) => !hit || !(element.contains(hit) || hit.contains(element)))
        .map((hit) => hit?.outerHTML.slice(0, 120) ?? 'the edge of the screen');
    });
    expect(covering).toEqual([]);
  }).toPass();
}
