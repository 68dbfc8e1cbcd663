import { expect, test } from './fixtures.ts';

test.use({
  launchOptions: [
    // Playwright disables the back/forward cache by default, because it cannot access a restored page.
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    },
    { scope: 'worker' },
  ],
});

/** @see https://web.dev/articles/bfcache */
test('the browser restores a page from the back/forward cache', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      sessionStorage.setItem('kept', String(persisted));
    });
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Dundee' }).click();
  await expect(page).toHaveURL('/dundee');
  // A restored page fires no load event.
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL('/');
  // Playwright cannot access the restored page, so the result is read on another page.
  await page.goto('/glasgow');
  expect(await page.evaluate(() => sessionStorage.getItem('kept'))).toBe('true');
});
