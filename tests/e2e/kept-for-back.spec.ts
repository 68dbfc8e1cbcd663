import { expect, test } from './fixtures.ts';

test.use({
  launchOptions: [
    // Playwright turns the back/forward cache off: it loses sight of a page that comes back from there.
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    },
    { scope: 'worker' },
  ],
});

/** @see https://web.dev/articles/bfcache */
test('the browser keeps a page for Back', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      sessionStorage.setItem('kept', String(persisted));
    });
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Dundee' }).click();
  await expect(page).toHaveURL('/dundee');
  // A page that comes back has been loaded before.
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL('/');
  // Read from another page of the site, which can be seen again.
  await page.goto('/glasgow');
  expect(await page.evaluate(() => sessionStorage.getItem('kept'))).toBe('true');
});
