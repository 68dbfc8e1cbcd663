import { PATHS } from '../support/built-pages.ts';
import { expect, test } from './fixtures.ts';

test.use({ expectedConsoleErrors: /status of (?:404|422)|ERR_FAILED|Executing inline script/ });

/*
 * A violation of the policy fails any browser test, because the browser logs it as a console error, and fixtures.ts
 * fails a test that logs one. These tests check that each page has the policy, and submit every form once.
 */

for (const path of PATHS) {
  test(`${path} has a content security policy, which neither it nor its forms violate`, async ({ page }) => {
    const violations: unknown[] = [];
    await page.exposeFunction('reportViolation', (violation: unknown) => violations.push(violation));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        const { reportViolation } = window as unknown as { reportViolation: (violation: unknown) => void };
        reportViolation({ violatedDirective, blockedURI, sample });
      });
    });
    await page.goto(path);
    const policy = page.locator('meta[http-equiv="content-security-policy"]');
    await expect(policy).toHaveAttribute('content', /default-src 'none';script-src 'self' /);
    expect(await policy.getAttribute('content')).not.toContain('unsafe');

    // Each form hydrates, and shows its errors because it is submitted empty.
    const forms = await page.locator('form[data-lead-form]').all();
    for (const form of forms) {
      await form.dispatchEvent('pointerover', { bubbles: true });
      await form.evaluate((element: HTMLFormElement) => {
        element.closest('details')?.setAttribute('open', '');
        element.requestSubmit();
      });
      await expect(form).toHaveJSProperty('noValidate', true);
    }
    if (forms.length > 0) await expect(page.getByText('Validation Error')).toBeVisible();
    expect(violations).toEqual([]);
  });
}

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
