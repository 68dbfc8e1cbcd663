import type { ChatField } from '../../supabase/functions/_shared/lead/chat.ts';
import type { ValuationField } from '../../supabase/functions/_shared/lead/valuation.ts';
import { CHAT_ANSWERS, VALUATION_ANSWERS } from '../support/leads.ts';
import { expect, test } from './fixtures.ts';

/** The rows of the specification's section 5, in its order: the answer that breaks the rule, the message. */
const VALUATION_ROWS: [field: ValuationField, answer: string, message: string][] = [
  ['postcode', ' G1 1 ', 'Postcode is required'],
  ['postcode', 'EH1 1AA 2BB', 'Invalid postcode'],
  ['address', '12 A', 'Address is required'],
  ['address', 'a'.repeat(201), 'Address too long'],
  ['propertyType', '', 'Property type is required'],
  ['bedrooms', '', 'Number of bedrooms is required'],
  ['condition', '', 'Property condition is required'],
  ['firstName', '   ', 'First name is required'],
  ['firstName', 'a'.repeat(51), 'First name too long'],
  ['lastName', '', 'Last name is required'],
  ['lastName', 'a'.repeat(51), 'Last name too long'],
  ['email', 'mairi@example', 'Invalid email address'],
  ['email', `${'a'.repeat(250)}@example.com`, 'Email too long'],
  ['phone', '0131 496', 'Phone number must be at least 10 digits'],
  ['phone', '0131 496 0123 ext 4567', 'Phone number too long'],
];

const CHAT_ROWS: [field: ChatField, answer: string, message: string][] = [
  ['name', ' ', 'Name is required'],
  ['name', 'a'.repeat(101), 'Name must be less than 100 characters'],
  ['phone', '0131 496', 'Phone number must be at least 10 digits'],
  ['phone', '0131 496 0123 ext 4567', 'Phone number must be less than 20 digits'],
  ['message', '', 'Message is required'],
  ['message', 'a'.repeat(1001), 'Message must be less than 1000 characters'],
];

for (const [field, answer, message] of VALUATION_ROWS) {
  test(`valuation form: "${message}" is shown, marked and linked, and nothing is sent`, async ({
    page,
    valuationForm,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(request.url());
    });
    await valuationForm.open();
    await valuationForm.fill({ ...VALUATION_ANSWERS, [field]: answer });
    await valuationForm.submit();

    await expect(valuationForm.toast('Validation Error')).toBeVisible();
    await expect(valuationForm.toast(message)).toBeVisible();
    await expect(valuationForm.error(field)).toHaveText(message);
    await expect(valuationForm.field(field).first()).toBeFocused();
    await expect(valuationForm.form.getByRole('link', { name: message })).toBeVisible();
    expect(calls).toEqual([]);
  });
}

test('valuation form, all empty: the toast has the first message only, the summary every fault in order', async ({
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

  await test.step('a link of the summary leads to its field, on whatever step', async () => {
    await valuationForm.form.getByRole('link', { name: 'Last name is required' }).click();
    await expect(valuationForm.field('lastName')).toBeFocused();
  });

  await test.step('a fault goes when its field is changed', async () => {
    await valuationForm.field('lastName').fill('Smith');
    await expect(valuationForm.error('lastName')).toBeHidden();
  });
});

for (const [field, answer, message] of CHAT_ROWS) {
  test(`chat: "${message}" is shown and marked, and nothing is sent`, async ({ page, chatWidget }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(request.url());
    });
    await chatWidget.open();
    await chatWidget.fill({ ...CHAT_ANSWERS, [field]: answer });
    await chatWidget.submit();

    await expect(chatWidget.toast('Validation Error')).toBeVisible();
    await expect(chatWidget.toast(message)).toBeVisible();
    await expect(chatWidget.error(field)).toHaveText(message);
    await expect(chatWidget.field(field)).toBeFocused();
    expect(calls).toEqual([]);
  });
}
