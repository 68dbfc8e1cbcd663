import { PATHS } from '../support/site/built-pages.ts';
import { openSpecimens } from '../support/site/build-specimens.ts';
import { expectNoViolationsInBothSchemes, horizontalOverflowPx } from './page-checks.ts';
import { expect, test } from './fixtures.ts';

test.use({
  // Without animations, because axe would measure a wrong contrast in the middle of a fade.
  contextOptions: { reducedMotion: 'reduce' },
  expectedConsoleErrors: /status of (?:404|500)|Lead insert failed/,
});

/**
 * One page of each layout. Together they have every chart and tool, so the other pages need no test on a wide screen.
 */
const LAYOUTS = [
  '/',
  '/glasgow',
  '/blog',
  '/blog/broken-property-chain-guide',
  '/blog/cash-buyers-vs-estate-agents',
  '/blog/scottish-property-law-guide',
  '/privacy-policy',
  '/404',
];

for (const path of PATHS) {
  const tag = LAYOUTS.includes(path) ? [] : '@phone-only';
  test(`${path} passes axe and does not scroll horizontally`, { tag }, async ({ page }) => {
    await page.goto(path);
    await expectNoViolationsInBothSchemes(page);
    expect(await horizontalOverflowPx(page)).toBe(0);
  });
}

test('the components pass axe in the states that no page shows', async ({ page }) => {
  await openSpecimens(page);
  await expect(page.getByRole('region', { name: 'TextField' })).toBeVisible();
  await expectNoViolationsInBothSchemes(page);
});

test('each step of the form, its errors and its confirmation pass axe', async ({ page, valuation }) => {
  await valuation.open();
  await valuation.continue();
  await expectNoViolationsInBothSchemes(page);
  await valuation.continue();
  await valuation.submit();
  await expect(valuation.toast('Validation Error')).toBeVisible();
  await expectNoViolationsInBothSchemes(page);
  await valuation.continue();
  await expectNoViolationsInBothSchemes(page);
  await valuation.continue();
  await expectNoViolationsInBothSchemes(page);

  await valuation.back();
  await valuation.back();
  await valuation.fill();
  await valuation.submit();
  await expect(valuation.sentRegion).toBeVisible();
  await expect(valuation.toast('Valuation Request Submitted!')).toBeVisible();
  await expectNoViolationsInBothSchemes(page);
});

test('a form that is being sent, and one that failed, pass axe', async ({ page, valuation }) => {
  const { promise: held, resolve: fail } = Promise.withResolvers<undefined>();
  await page.route('**/rest/v1/leads', async (route) => {
    await held;
    await route.fulfill({ status: 500, json: { code: 'XX000' } });
  });
  await valuation.send();
  await expect(valuation.submitButton).toHaveText('Submitting...');
  await expectNoViolationsInBothSchemes(page);
  fail(undefined);
  await expect(valuation.toast('Submission failed')).toBeVisible();
  await expectNoViolationsInBothSchemes(page);
});

test('an open question of the FAQ and the open menu pass axe', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/glasgow');
  await page.locator('#faq summary').first().click();
  await expectNoViolationsInBothSchemes(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectNoViolationsInBothSchemes(page);
});

test('the chat with errors, and its confirmation, pass axe', async ({ page, chat }) => {
  await chat.open('/privacy-policy');
  await chat.form.getByRole('button', { name: 'Are there any fees?' }).click();
  // When the question has been copied into the message field, the form's script has loaded.
  await expect(chat.field('message')).not.toHaveValue('');
  await chat.submit();
  await expect(chat.error('name')).toBeVisible();
  await expectNoViolationsInBothSchemes(page);
  await chat.fill();
  await chat.submit();
  await expect(chat.sentRegion).toBeVisible();
  await expectNoViolationsInBothSchemes(page);
});
