import { expect, test } from './fixtures.ts';

test.use({ expectedConsoleErrors: /status of 422|ERR_FAILED|Executing inline script/ });

/*
 * The browser logs a violation of the policy as a console error, and fixtures.ts fails every test whose page logs one.
 * accessibility.spec.ts opens each page, and tests/site/observatory.test.ts checks the policy of each page.
 */

test('a violation of the policy is blocked and logged as a console error', async ({ page }) => {
  await page.goto('/');
  const refused = page.waitForEvent('console', (message) =>
    message.text().includes('Content Security Policy'),
  );
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "run"';
    document.body.append(script);
  });
  expect((await refused).type()).toBe('error');
  await expect(page).not.toHaveTitle('run');
});

test('the server’s page for an invalid form has the policy too', async ({ page, valuation }) => {
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/');
  await valuation.fillAllSteps({ postcode: 'EH1 1AA 2BB' });
  await valuation.submit();
  await expect(valuation.error('postcode')).toHaveText('Invalid postcode');
  await expect(page.locator('meta[http-equiv="content-security-policy"]')).toHaveAttribute(
    'content',
    /sha256-/,
  );
  await expect(valuation.error('postcode')).toHaveCSS('font-weight', '600');
});
