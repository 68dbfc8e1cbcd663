import { openSampleEnquiry } from '../support/browser/open-sample-enquiry.ts';
import { OFFERED_ENQUIRY } from '../support/seller/sample-enquiry.ts';
import { expect, test } from './fixtures.ts';

test('the header and the FAQ have the recorded accessibility tree', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expect(page.getByRole('banner')).toMatchAriaSnapshot({ name: 'header.aria.yml' });
  await page.locator('#faq summary').first().click();
  await expect(page.locator('#faq ul').first()).toMatchAriaSnapshot({ name: 'faq.aria.yml' });
});

test('each step of the form, and its errors, have the recorded accessibility tree', async ({ valuation }) => {
  const { form } = valuation;
  await valuation.open();
  await expect(form).toMatchAriaSnapshot({ name: 'form-property.aria.yml' });
  await valuation.continue();
  await expect(form).toMatchAriaSnapshot({ name: 'form-condition.aria.yml' });
  await valuation.continue();
  await expect(form).toMatchAriaSnapshot({ name: 'form-contact.aria.yml' });
  await valuation.submit();
  await expect(form).toMatchAriaSnapshot({ name: 'form-errors.aria.yml' });
});

test('the open chat has the recorded accessibility tree', async ({ page, chat }) => {
  await chat.open();
  await expect(page.getByRole('complementary', { name: 'Message us' })).toMatchAriaSnapshot({
    name: 'chat.aria.yml',
  });
});

test('the calculator, also with an error, has the recorded accessibility tree', async ({ page }) => {
  await page.goto('/blog/cash-buyers-vs-estate-agents#calculator');
  const calculator = page.getByRole('form', { name: 'Calculator' });
  await expect(calculator).toMatchAriaSnapshot({ name: 'calculator.aria.yml' });
  await calculator.getByText('Change the other figures').click();
  const costs = page.getByLabel('What the home costs you each month (£)');
  await costs.fill('-5');
  await costs.blur();
  await expect(calculator).toMatchAriaSnapshot({ name: 'calculator-error.aria.yml' });
});

test('the checker’s question, result and list have the recorded accessibility tree', async ({ page }) => {
  await page.goto('/blog/scottish-property-law-guide#checker');
  const checker = page.getByRole('form', { name: 'What your sale needs' });
  await expect(checker).toMatchAriaSnapshot({ name: 'checker-question.aria.yml' });
  const choose = (question: string, answer: string) =>
    checker.locator(`input[name="${question}"][value="${answer}"]`).check();
  await choose('mortgage', 'court');
  await expect(checker).toMatchAriaSnapshot({ name: 'checker-help.aria.yml' });
  await choose('seller', 'owner');
  await choose('occupied', 'vacant');
  await choose('listed', 'never');
  await choose('epc', 'old');
  await choose('register', 'land-register');
  await choose('alterations', 'none');
  await choose('building', 'house');
  await choose('factor', 'none');
  await expect(checker).toMatchAriaSnapshot({ name: 'checker-list.aria.yml' });
});

test('the seller’s own page, with everything unfolded, has the recorded accessibility tree', async ({
  page,
}) => {
  await openSampleEnquiry(page, OFFERED_ENQUIRY);
  await page.locator('main details').evaluateAll((all: HTMLDetailsElement[]) => {
    for (const details of all) details.open = true;
  });
  await expect(page.locator('[data-your-enquiry]')).toMatchAriaSnapshot({ name: 'enquiry.aria.yml' });
});
