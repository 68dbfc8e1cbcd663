import { VALUATION_LEAD } from '../support/sample-leads.ts';
import { expect, test } from './fixtures.ts';

test.use({ expectedConsoleErrors: /A broken island/ });

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
