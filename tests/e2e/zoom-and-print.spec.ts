import type { Page } from '@playwright/test';
import { PATHS } from '../support/site/built-pages.ts';
import { holdRequests } from '../support/browser/lead-form-page.ts';
import { DEFAULT_DETAILS } from '#src/site.ts';
import { expect, test } from './fixtures.ts';
import { waitForFirstPaint, waitForLayout, horizontalOverflowPx } from './page-checks.ts';

test.use({ expectedConsoleErrors: /status of 404/, contextOptions: { reducedMotion: 'reduce' } });

/**
 * The interactive elements smaller than 24 by 24 CSS pixels. Links inside a sentence are exempt.
 *
 * @see https://www.w3.org/TR/WCAG22/#target-size-minimum
 */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, summary, input:not([type="hidden"]), textarea')]
      .filter((target) => target.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter(
        (target) => getComputedStyle(target).display !== 'inline' && !target.closest('[aria-hidden="true"]'),
      )
      .map((target) => target.closest('label') ?? target)
      .filter((target) => {
        const { width, height } = target.getBoundingClientRect();
        // The skip link is one pixel wide, and no target, until it has the focus.
        return (width < 24 || height < 24) && width > 1;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );

for (const path of PATHS) {
  test(`${path} fits at 200 % and 400 % zoom, and its click targets are large enough`, async ({ page }) => {
    await page.goto(path);
    for (const width of [320, 640]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await horizontalOverflowPx(page)).toBe(0);
      expect(await smallTargets(page)).toEqual([]);
    }
  });
}

test('no page is wider than a phone’s screen at a text size of 200 %', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const path of PATHS) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    await waitForLayout(page);
    expect(await horizontalOverflowPx(page), path).toBe(0);
  }
});

test('no page is wider than a phone’s screen before its style sheet loads', async ({ page }) => {
  for (const path of PATHS) {
    const release = await holdRequests(page, /\/_astro\/styles\./);
    await page.goto(path, { waitUntil: 'commit' });
    await waitForFirstPaint(page);
    expect(await horizontalOverflowPx(page), path).toBe(0);
    release();
  }
});

for (const path of ['/', '/blog', '/blog/cash-buyers-vs-estate-agents', '/privacy-policy', '/glasgow']) {
  test(`${path} is printed with the firm's name, phone number, address, the date and the time`, async ({
    page,
  }) => {
    await page.clock.setFixedTime('2026-03-05T12:00:00Z');
    await page.goto(path);
    await expect(page.locator('form[novalidate]').first()).toBeAttached();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const footer = page.locator('body > footer');
    for (const text of [DEFAULT_DETAILS.brand, DEFAULT_DETAILS.phone, DEFAULT_DETAILS.address]) {
      await expect(footer.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(page.locator('body > header').getByText(DEFAULT_DETAILS.brand)).toBeVisible();
    const date = await footer.evaluate((element) => getComputedStyle(element, '::after').content);
    expect(date).toBe('"Printed on 5 March 2026 at 12:00"');
    await expect(footer.getByText(DEFAULT_DETAILS.agencyCredit)).toBeHidden();
    // The width of A4 without our margins. The time stands in line with the text above it.
    await page.setViewportSize({ width: 673, height: 1032 });
    const [ofTime, ofText] = await footer.evaluate((element) =>
      [getComputedStyle(element, '::after'), getComputedStyle(element.children[0] ?? element)].map(
        ({ paddingLeft }) => paddingLeft,
      ),
    );
    expect(ofTime).toBe(ofText);
  });
}

for (const path of ['/glasgow', '/blog/selling-inherited-property-scotland', '/cookie-policy']) {
  test(`the tables of ${path} and their stacked cells fit a phone, and each cell has its heading`, async ({
    page,
  }) => {
    await page.goto(path);
    const cells = page.locator('table td[data-head]');
    if (path !== '/glasgow') expect(await cells.count()).toBeGreaterThan(0);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const tables = await page.locator('main table').all();
      expect(tables.length).toBeGreaterThan(0);
      for (const table of tables) {
        const { right } = await table.evaluate((element) => element.getBoundingClientRect());
        expect(right).toBeLessThanOrEqual(width);
      }
      const misplacedCells = await cells.evaluateAll((all) =>
        all
          .filter((cell) => cell.checkVisibility())
          .filter((cell) => {
            const { left, right } = cell.getBoundingClientRect();
            const head = getComputedStyle(cell, '::before').content;
            return left < 0 || right > window.innerWidth || !head.includes(cell.dataset.head ?? ' ');
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
      );
      expect(misplacedCells).toEqual([]);
    }
  });
}

test('a table whose cells are stacked on a phone is still a table for screen readers', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/blog/selling-inherited-property-scotland');
  const table = page.getByRole('table').first();
  await expect(table.getByRole('columnheader')).toHaveText([
    'Stage',
    'What happens',
    'Who does it',
    'How long',
  ]);
  await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveCount(4);
});

test('on a screen of 320 by 256 pixels the chat does not cover the headline', async ({ page, chat }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of ['/', '/glasgow', '/blog/broken-property-chain-guide']) {
    await page.goto(path);
    await chat.waitForScript();
    await expect(chat.toggle).not.toBeInViewport();
    await chat.toggle.scrollIntoViewIfNeeded();
    await chat.toggle.click();
    await expect(chat.field('name')).toBeVisible();
  }
});

for (const path of ['/blog/cash-buyers-vs-estate-agents', '/privacy-policy', '/glasgow']) {
  test(`${path} is printed as dark text on white, without interactive parts`, async ({ page }) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.goto(path);
    for (const part of await page.locator('nav[aria-label="Main"], nav[aria-label="Footer"], aside').all()) {
      await expect(part).toBeHidden();
    }
    await expect(page.locator('body > header').getByRole('button')).toHaveCount(0);
    for (const part of await page.locator('form[data-lead-form], main a[href="/#valuation-form"]').all()) {
      await expect(part).toBeHidden();
    }
    for (const heading of await page.locator('h1, h2:visible').all()) {
      await expect(heading).toHaveCSS('color', 'rgb(29, 42, 49)');
    }
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  });
}

test('a printed article shows the URLs of links to other sites', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/blog/cash-buyers-vs-estate-agents');
  const link = page.locator('[data-prose] a[href^="https"]').first();
  expect(await link.evaluate((a) => getComputedStyle(a, '::after').content)).toContain('https://');
});

test.describe('with forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

  test('the form’s frame, choices, buttons and progress bar are still visible', async ({ valuation }) => {
    await valuation.open();
    await valuation.choose('propertyType', 'flat');
    const choice = (value: string) =>
      valuation.form
        .locator(`label:has([value="${value}"])`)
        .evaluate((label) => getComputedStyle(label).borderColor);
    expect(await choice('flat')).not.toBe(await choice('bungalow'));
    await expect(valuation.form.locator('xpath=ancestor::div[not(@data-island)][1]')).toHaveCSS(
      'border-top-style',
      'solid',
    );
    await expect(valuation.form.getByRole('progressbar')).toHaveCSS('forced-color-adjust', 'none');
    await expect(valuation.form.getByRole('button', { name: 'Continue' })).toHaveCSS(
      'border-top-style',
      'solid',
    );
  });
});

const TWICE_THE_SIZE = 'html { font-size: 200% !important }';

/** @see https://www.w3.org/TR/WCAG22/#text-spacing */
const WIDE_SPACING =
  '* { letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important } p { margin-bottom: 2em !important }';

/** Headings and parts of the header whose text is cut off, and the header's links and buttons that are covered. */
const hiddenParts = (page: Page) =>
  page.evaluate(() => {
    const inHeader = [...document.querySelectorAll('header:has(nav) :not(svg, svg *, dialog, dialog *)')];
    const headings = [...document.querySelectorAll('main :is(h1, h2, h3)')];
    // Text for screen readers only is one pixel wide and always cut off.
    const isCut = (part: Element) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth;
    const isCovered = (part: Element) => {
      const { left, top, width, height } = part.getBoundingClientRect();
      return !part.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    return [...inHeader, ...headings]
      .filter((part) => part.checkVisibility())
      .filter((part) => isCut(part) || (part.matches('a, button') && isCovered(part)))
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
  });

test.describe("with the reader's own styles", () => {
  // The page's content security policy does not apply to a reader's own styles, but it would apply to the style tags
  // that stand for them here.
  test.use({ bypassCSP: true });

  for (const width of [320, 390]) {
    test(`at ${width} pixels, wide text spacing makes no figure overlap its label`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      await page.addStyleTag({ content: WIDE_SPACING });
      const overlapping = await page
        .getByRole('region', { name: 'The promises in figures' })
        .locator('dl > div')
        .evaluateAll((rows) =>
          rows
            .filter((row) => {
              const [label, figure] = ['dt', 'dd'].map((name) => {
                const part = row.querySelector(name) ?? row;
                const text = document.createRange();
                text.selectNodeContents(part);
                const { left, right } = text.getBoundingClientRect();
                // The element's height, because a text range has the font's height, which is more than the line's.
                const { top, bottom } = part.getBoundingClientRect();
                return { left, right, top, bottom };
              });
              if (!label || !figure) return true;
              const isApart =
                figure.right <= label.left || figure.bottom <= label.top || label.bottom <= figure.top;
              return !isApart || figure.right > window.innerWidth;
            })
            .map(({ textContent }) => textContent),
        );
      expect(overlapping).toEqual([]);
    });
  }

  for (const [what, content, widths] of [
    ['text of twice the size', TWICE_THE_SIZE, [390, 640, 1280]],
    ['wide text spacing', WIDE_SPACING, [390]],
  ] as const) {
    test(`${what} hides nothing`, async ({ page }) => {
      for (const path of PATHS) {
        await page.goto(path);
        await page.addStyleTag({ content });
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          expect(await hiddenParts(page), `${path} at ${width} pixels`).toEqual([]);
          // On a phone, a long word of twice the size may be wider than the screen.
          if (content === WIDE_SPACING || width > 390) expect(await horizontalOverflowPx(page), path).toBe(0);
        }
      }
    });
  }
});
