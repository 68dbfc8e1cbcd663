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

test('a restored page is empty and holds no answer that was sent from another page', async ({
  page,
  valuation,
  phone,
}) => {
  await valuation.open();
  await valuation.fill();
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      const form = document.querySelector<HTMLFormElement>('form[data-lead-form="valuation_form"]');
      if (!persisted || !form) return;
      // After every listener of the page, and what they render.
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
  // A restored page fires no load event.
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL('/');
  // Playwright cannot access the restored page, so the result is read on another page.
  await page.goto('/dundee');
  expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBe('["","1"]');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(phone);
});
