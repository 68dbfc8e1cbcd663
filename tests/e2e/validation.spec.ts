import type { Page } from '@playwright/test';
import { CHAT_RULES, firstErrors, VALUATION_RULES, type Rule } from '../support/lead-rules.ts';
import { expect, test } from './fixtures.ts';
import { expectInFront } from './page-checks.ts';
import type { LeadFormPage } from '../support/lead-form-page.ts';

/** Submits a form with one invalid answer. The error must be shown in the toast and at the field, and nothing sent. */
async function expectError<Field extends string>(
  page: Page,
  form: LeadFormPage<Field>,
  [field, , invalid, message]: Rule<Field>,
): Promise<void> {
  await form.open();
  await form.fill({ [field]: invalid } as Record<Field, string>);
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

for (const rule of VALUATION_RULES) {
  const [field, what, , message] = rule;
  test(`in the valuation form, the field ${field} gets the error "${message}" if its value violates "${what}"`, async ({
    page,
    valuation,
  }) => {
    await expectError(page, valuation, rule);
  });
}

for (const rule of CHAT_RULES) {
  const [field, what, , message] = rule;
  test(`in the chat, the field ${field} gets the error "${message}" if its value violates "${what}"`, async ({
    page,
    chat,
  }) => {
    await expectError(page, chat, rule);
  });
}

test('an empty valuation form shows every error in its summary', async ({ page, valuation }) => {
  await valuation.open();
  await valuation.continue();
  await valuation.continue();
  await valuation.submit();

  await expect(valuation.toast('Validation Error')).toBeVisible();
  await expect(page.getByRole('region', { name: /notification/i })).not.toContainText('Address is required');
  await expect(valuation.form.locator('[data-error-summary] li')).toHaveText(
    firstErrors(VALUATION_RULES).map(({ message }) => message),
  );

  await test.step('a link in the summary leads to its field, on any step', async () => {
    await valuation.form.getByRole('link', { name: 'Last name is required' }).click();
    await expect(valuation.field('lastName')).toBeFocused();
  });

  await test.step('an error disappears when its field changes', async () => {
    await valuation.field('lastName').fill('Smith');
    await expect(valuation.error('lastName')).toBeHidden();
  });
});

for (const size of ['390x844', '390x664']) {
  test(`at ${size} pixels the toast covers neither the error summary nor the field’s error`, async ({
    page,
    valuation,
  }) => {
    const [width = 0, height = 0] = size.split('x').map(Number);
    await page.setViewportSize({ width, height });
    await valuation.open();
    await valuation.fill({ firstName: ' ' });
    await valuation.submit();
    await expect(valuation.toast('First name is required')).toBeVisible();
    await expectInFront(valuation.error('firstName'));
    await expect(async () => {
      const toast = await page.locator('[data-toasts]').boundingBox();
      const summary = await valuation.form.locator('[data-error-summary]').boundingBox();
      if (!toast || !summary) throw new Error('The page shows no toast or no error summary.');
      const isApart = toast.y + toast.height <= summary.y || summary.y + summary.height <= toast.y;
      expect(isApart, JSON.stringify({ toast, summary })).toBe(true);
    }).toPass();

    await test.step('the toast disappears when the field changes', async () => {
      await valuation.field('firstName').fill('Mairi');
      await expect(valuation.toast('Validation Error')).toHaveCount(0);
    });
  });
}
