import type { Page } from '@playwright/test';
import { findChromium, launchOptions } from '../../scripts/ensure-chromium.ts';
import { expect, test } from './fixtures.ts';
import { clickInFooter } from './page-checks.ts';

test.use({
  launchOptions: {
    // The full Chromium, because its headless shell has no back/forward cache.
    ...launchOptions(findChromium()),
    // Playwright disables the cache by default.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

/**
 * Goes back to the home page, which the browser restores from the cache. Playwright cannot access a restored page, so
 * the page writes what a test must know to the session storage, and another page is opened to read it.
 */
async function visitRestoredHome(page: Page) {
  // A restored page fires no load event, for which Playwright would wait.
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL('/');
  await page.goto('/aberdeen');
}

/** @see https://web.dev/articles/bfcache */
test('the browser restores a page from the back/forward cache', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => sessionStorage.setItem('persisted', String(persisted)));
  });
  await clickInFooter(page, 'Dundee');
  await expect(page).toHaveURL('/dundee');
  await visitRestoredHome(page);
  expect(await page.evaluate(() => sessionStorage.getItem('persisted'))).toBe('true');
});

test('a restored form is empty if its answers were sent meanwhile', async ({ page, valuation, phone }) => {
  await valuation.open();
  await valuation.fill();
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      const form = document.querySelector<HTMLFormElement>('form[data-lead-form="valuation_form"]');
      if (!persisted || !form) return;
      // Looks only after all listeners of the page have run and rendered.
      setTimeout(() => {
        const answers = [...new FormData(form).values()]
          .map(String)
          .filter((value) => value !== form.dataset.leadForm);
        sessionStorage.setItem('seen', JSON.stringify([answers.join(''), form.dataset.step]));
      });
    });
  });
  await page.goto('/glasgow');
  await expect(valuation.field('phone')).toHaveValue(phone);
  await valuation.submit();
  await expect(valuation.sentRegion).toBeVisible();
  await visitRestoredHome(page);
  expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBe('["","1"]');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(phone);
});
