import type { Page } from '@playwright/test';
import { CHAT_RULES, VALUATION_RULES } from '../support/lead-rules.ts';
import { expect, test } from './fixtures.ts';
import type { LeadFormPage } from '../support/lead-form-page.ts';

/** Submits a form with one invalid answer. The error must be shown in the toast and at the field, and nothing sent. */
async function expectError<Field extends string>(
  page: Page,
  form: LeadFormPage<Field>,
  field: Field,
  message: string,
): Promise<void> {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  await form.submit();

  await expect(form.toast('Validation Error')).toBeVisible();
  await expect(form.toast(message)).toBeVisible();
  await expect(form.error(field)).toHaveText(message);
  await expect(form.field(field).first()).toBeFocused();
  await expect(form.form.getByRole('link', { name: message })).toBeVisible();
  expect(posts).toEqual([]);
}

for (const [field, rule, invalid, message] of VALUATION_RULES) {
  test(`valuation form, ${field}, ${rule}: "${message}"`, async ({ page, valuationForm }) => {
    await valuationForm.open();
    await valuationForm.fill({ [field]: invalid });
    await expectError(page, valuationForm, field, message);
  });
}

for (const [field, rule, invalid, message] of CHAT_RULES) {
  test(`chat, ${field}, ${rule}: "${message}"`, async ({ page, chatWidget }) => {
    await chatWidget.open();
    await chatWidget.fill({ [field]: invalid });
    await expectError(page, chatWidget, field, message);
  });
}

test('an empty valuation form: the toast has the first message, the summary all in order', async ({
  page,
  valuationForm,
}) => {
  await valuationForm.open();
  await valuationForm.continue();
  await valuationForm.continue();
  await valuationForm.submit();

  await expect(valuationForm.toast('Validation Error')).toBeVisible();
  await expect(page.getByRole('region', { name: /notification/i })).not.toContainText('Address is required');
  await expect(valuationForm.form.locator('[data-error-summary] li')).toHaveText([
    'Postcode is required',
    'Address is required',
    'Property type is required',
    'Number of bedrooms is required',
    'Property condition is required',
    'First name is required',
    'Last name is required',
    'Invalid email address',
    'Phone number must be at least 10 digits',
  ]);

  await test.step('a link in the summary leads to its field, on any step', async () => {
    await valuationForm.form.getByRole('link', { name: 'Last name is required' }).click();
    await expect(valuationForm.field('lastName')).toBeFocused();
  });

  await test.step('an error disappears when its field changes', async () => {
    await valuationForm.field('lastName').fill('Smith');
    await expect(valuationForm.error('lastName')).toBeHidden();
  });
});
