import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { expect, test } from './fixtures.ts';

test.use({ expectedConsoleErrors: /A broken island|Failed to load resource/ });

for (const [name, file, path] of [
  ['calculator', 'Calculator', '/blog/cash-buyers-vs-estate-agents'],
  ['checker', 'Checker', '/blog/scottish-property-law-guide'],
] as const) {
  test(`if the ${name} throws, an error takes its place and speaks of no form`, async ({ page }) => {
    await page.route(`**/_astro/${file}.island.*.js`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export function ${file}() { throw new Error("A broken island"); }`,
      }),
    );
    await page.goto(path);
    const island = page.locator(`[data-island="${name}"]`);
    await island.locator('input').first().focus();
    await expect(island.getByRole('alert')).toHaveText(
      'Unexpected Application Error!This part of the page has stopped working. Reload the page to try it again.',
    );
    await expect(island.locator('input')).toHaveCount(0);
  });
}

test('a form whose script throws keeps its answers and is sent', async ({ page, valuation, phone, sent }) => {
  await page.route('**/_astro/ValuationForm.island.*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export function ValuationForm() { throw new Error("A broken island"); }',
    }),
  );
  await page.goto('/');
  await valuation.field('postcode').fill('EH6 6QQ');
  await expect(page.getByRole('alert').filter({ hasText: 'Unexpected Application Error!' })).toBeVisible();
  await expect(valuation.field('postcode')).toHaveValue('EH6 6QQ');
  await expect(valuation.form).not.toHaveAttribute('data-step');

  await valuation.fillAllSteps();
  await valuation.submit();
  await expect(valuation.sentRegion).toBeVisible();
  expect(await sent.leads()).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
});

test('a form whose script cannot be loaded works as without scripts', async ({ page, valuation }) => {
  await page.route('**/_astro/ValuationForm*.js', (route) => route.abort());
  await page.goto('/');
  await valuation.waitForScript();
  await valuation.form.dispatchEvent('pointerdown');
  await expect(valuation.form).not.toHaveAttribute('novalidate');
  await expect(valuation.form).toHaveAttribute('method', 'post');
  await expect(valuation.form.locator('[data-form-step]:visible')).toHaveCount(3);
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
});
