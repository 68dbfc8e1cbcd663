import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { clickInFooter, waitForFrames, waitForLayout, waitForWebFonts } from './page-checks.ts';

test('a link to a section of the home page scrolls to it, from another page too', async ({ page }) => {
  await page.goto('/');
  await clickInFooter(page, 'Why Choose Us');
  await expect(page).toHaveURL('/#why-us');
  await expect(page.locator('#why-us h2').first()).toBeInViewport();

  await page.goto('/glasgow');
  await clickInFooter(page, 'Testimonials');
  await expect(page).toHaveURL('/#testimonials');
  await expect(page.locator('#testimonials h2').first()).toBeInViewport();
});

for (const hash of ['valuation', 'valuation-form', 'faq', 'how-it-works']) {
  test(`a URL with #${hash} shows that section below the header`, async ({ page }) => {
    await page.goto(`/#${hash}`);
    const heading = page.locator(hash === 'valuation' ? '#valuation-form h2' : `#${hash} h2`).first();
    await expect(heading).toBeInViewport();
    const header = page.getByRole('banner');
    await expect(async () => {
      const [headingBox, headerBox] = [await heading.boundingBox(), await header.boundingBox()];
      expect(headingBox?.y ?? 0).toBeGreaterThanOrEqual(headerBox?.height ?? Infinity);
    }).toPass();
  });
}

/** Waits until an element is where a link to it scrolls: at the page's scroll padding. */
const expectScrolledTo = (target: Locator) =>
  expect
    .poll(() =>
      target.evaluate((element) => {
        const padding = getComputedStyle(document.documentElement).scrollPaddingTop;
        return Math.abs(Math.round(element.getBoundingClientRect().top - parseFloat(padding)));
      }),
    )
    .toBe(0);

for (const [path, hashes] of [
  ['/', ['valuation-form', 'how-it-works', 'why-us', 'testimonials']],
  ['/glasgow', ['valuation-form']],
  ['/privacy-policy', ['changes-since']],
] as const) {
  for (const hash of hashes) {
    test(`a link to #${hash} within ${path} scrolls exactly to it, laid out or not`, async ({ page }) => {
      await page.goto(path);
      const link = page.locator(`a[href$="#${hash}"]`).filter({ visible: true }).first();
      await link.click();
      await expect(page).toHaveURL(new RegExp(`#${hash}$`));
      await expectScrolledTo(page.locator(`#${hash}`));

      const scrollY = () => page.evaluate(() => window.scrollY);
      const before = await scrollY();
      await page.mouse.wheel(0, -300);
      await expect.poll(scrollY).toBe(before - 300);
      await page.evaluate(() => document.body.append(document.createElement('p')));
      await waitForFrames(page);
      expect(await scrollY(), 'the page stays where the visitor has scrolled').toBe(before - 300);
    });
  }
}

test('the browser scrolls to a link that Tab focuses as if all was laid out', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const topOfFocusedLink = async () => {
    await page.getByLabel('Postcode of the property').focus();
    const link = page.locator('main a[href="/glasgow"]:focus');
    for (let presses = 0; presses < 10 && (await link.count()) === 0; presses += 1)
      await page.keyboard.press('Tab');
    await waitForLayout(page);
    return link.evaluate((element) => element.getBoundingClientRect().top);
  };
  await page.goto('/');
  await waitForWebFonts(page);
  const top = await topOfFocusedLink();
  await page.evaluate(() => {
    window.scrollTo(0, 0);
  });
  expect(Math.abs((await topOfFocusedLink()) - top), 'pixels').toBeLessThan(20);
});

type Position = { y: number; at: number };

/**
 * Opens the questions of the home page from another page, and returns where the page was at each scroll event, and when, and
 * when the browser had the script.
 */
async function openAtQuestions(page: Page): Promise<{ positions: Position[]; receivedAt: number }> {
  await page.addInitScript(() => {
    const positions: Position[] = [];
    window.addEventListener('scroll', () => {
      positions.push({ y: window.scrollY, at: performance.now() });
    });
    Object.assign(window, { positions });
  });
  // The browser begins to scroll by itself. Here it has the script already, which ends that.
  await page.goto('/glasgow');
  await page.goto('/#faq');
  await expectScrolledTo(page.locator('#faq'));
  await waitForWebFonts(page);
  await expectScrolledTo(page.locator('#faq'));
  return page.evaluate(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const script = resources.find(({ name }) => name.includes('/_astro/BaseLayout'));
    const { positions } = window as unknown as { positions: Position[] };
    return { positions, receivedAt: script?.responseEnd ?? NaN };
  });
}

/** The positions in the upper half of the way: a page that opens at its target has none. */
const upperHalf = (positions: Position[]) =>
  positions.filter(({ y }) => y > 0 && y < (positions.at(-1)?.y ?? 0) / 2);

test('a URL with a fragment scrolls smoothly to its target after 100 ms, and exactly', async ({ page }) => {
  const { positions, receivedAt } = await openAtQuestions(page);
  const leftTop = positions.find(({ y }) => y > 100)?.at ?? NaN;
  expect(leftTop - receivedAt).toBeGreaterThanOrEqual(100);
  expect(upperHalf(positions)).not.toEqual([]);
});

test('for a visitor who wants less motion, a page opens at its URL’s fragment', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(upperHalf((await openAtQuestions(page)).positions)).toEqual([]);
});

test('a link to a text, as search engines make them, opens the page there', async ({ page }) => {
  await page.goto('/#:~:text=Areas%20We%20Cover');
  await expectScrolledTo(page.locator('#areas-title'));
});

test('the hero’s form scrolls exactly to the valuation form', async ({ page }) => {
  await page.goto('/');
  // Typing and pressing Enter would scroll a small screen to the field first.
  const sectionsWithoutHeight = await page.locator('form[action="#valuation-form"]').evaluate(
    (form: HTMLFormElement) =>
      new Promise<number>((resolve) => {
        const count = () => {
          const sections = [...document.querySelectorAll('section, footer')];
          resolve(
            sections.filter((section) => getComputedStyle(section).contentVisibility !== 'visible').length,
          );
        };
        window.addEventListener('scroll', count, { once: true });
        form.querySelector('input')?.setAttribute('value', 'EH6 6QQ');
        form.requestSubmit();
      }),
  );
  expect(sectionsWithoutHeight, 'at the first scroll event').toBe(0);
  await expectScrolledTo(page.locator('#valuation-form'));
});

test('a link opens a page at its top, and Back restores the scroll position', async ({ page }) => {
  await page.goto('/');
  await clickInFooter(page, 'Dundee');
  await expect(page).toHaveURL('/dundee');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
});

test('a reload keeps the scroll position', async ({ page }) => {
  await page.goto('/');
  const heading = page.locator('#faq h2');
  await heading.scrollIntoViewIfNeeded();
  // The footer is the last part to be laid out (`content-visibility`). Before that, layout may still move the heading.
  await expect(page.locator('main ~ footer')).toHaveCSS('content-visibility', 'visible');
  await heading.scrollIntoViewIfNeeded();
  await expect(heading).toBeInViewport();
  await page.reload();
  await expect(heading).toBeInViewport();
});

test('on a narrow screen the side menu is a dialog that closes after any choice', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Open menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });

  await opener.click();
  await expect(menu).toBeVisible();
  await expect(menu.getByRole('link', { name: /0131/ })).toBeVisible();

  await test.step('the focus stays in the menu', async () => {
    for (let presses = 0; presses < 12; presses += 1) await page.keyboard.press('Tab');
    expect(
      await menu.evaluate(
        (dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body,
      ),
    ).toBe(true);
  });

  await test.step('Escape closes the menu and restores the focus', async () => {
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step('a choice closes the menu', async () => {
    await opener.click();
    await menu.getByRole('link', { name: 'FAQ' }).click();
    await expect(menu).toBeHidden();
    await expect(page.locator('#faq h2')).toBeInViewport();
  });
});

test('the FAQ shows one answer at a time, and an arrow key moves to the next question', async ({ page }) => {
  await page.goto('/#faq');
  const questions = page.locator('#faq summary');
  const open = page.locator('#faq details[open]');
  await expect(questions).not.toHaveCount(0);

  await questions.nth(0).click();
  await expect(open).toHaveCount(1);
  await questions.nth(3).click();
  await expect(open).toHaveCount(1);
  await expect(page.locator('#faq details').nth(3)).toHaveAttribute('open', '');
  await questions.nth(3).click();
  await expect(open).toHaveCount(0);

  await page.keyboard.press('ArrowDown');
  await expect(questions.nth(4)).toBeFocused();
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the page does not scroll smoothly, and the questions do not fade in', async ({ page }) => {
    await page.goto('/');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
    await page.locator('#faq').scrollIntoViewIfNeeded();
    for (const item of await page.locator('#faq li').all()) await expect(item).toHaveCSS('opacity', '1');
  });
});

test.describe('an unknown URL', () => {
  test.use({ expectedConsoleErrors: /status of 404/ });

  test('shows the not-found page and is logged in browser and server', async ({ page, product }) => {
    const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
    const response = await page.goto('/no-such-close');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
    expect((await warning).text()).toContain('/no-such-close');
    await expect
      .poll(() => product.server.log)
      .toContainEqual(expect.objectContaining({ msg: 'page not found', path: '/no-such-close' }));
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL('/');
  });
});
