import type { Locator, Page } from '@playwright/test';
import { firstErrors, VALUATION_RULES } from '../support/leads/lead-rules.ts';
import { expect, test } from './fixtures.ts';
import { expectInFront } from './page-checks.ts';

test('an invalid chat message is shown in the toast and at its field, not sent', async ({ page, chat }) => {
  const message = 'Message must be less than 1000 characters';
  await chat.open();
  await chat.fill({ message: 'a'.repeat(1001) });
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  await chat.submit();

  await expect(chat.toast('Validation Error')).toBeVisible();
  await expect(chat.toast(message)).toBeVisible();
  await expect(chat.error('message')).toHaveText(message);
  await expect(chat.field('message')).toBeFocused();
  await expect(chat.form.getByRole('link', { name: message })).toBeVisible();
  expect(posts).toEqual([]);
});

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

/** Waits until the toast covers none of the elements, of which each is visible. */
async function expectApartFromToast(page: Page, others: Locator[]) {
  await expect(async () => {
    const toast = await page.locator('[data-toasts]').boundingBox();
    for (const other of others) {
      const box = await other.boundingBox();
      if (!toast || !box) throw new Error(`The page shows no toast or no ${other.toString()}.`);
      const isApart = toast.y + toast.height <= box.y || box.y + box.height <= toast.y;
      expect(isApart, JSON.stringify({ other: other.toString(), toast, box })).toBe(true);
    }
  }).toPass();
}

for (const size of ['390x844', '390x664', '320x568']) {
  for (const wrong of [['name'], ['phone'], ['message'], ['name', 'phone', 'message']] as const) {
    test(`at ${size} pixels, nothing covers error or buttons: ${wrong.join()}`, async ({ page, chat }) => {
      const [width = 0, height = 0] = size.split('x').map(Number);
      await page.setViewportSize({ width, height });
      await chat.open();
      await chat.fill(Object.fromEntries(wrong.map((name) => [name, ''])));
      await chat.submit();
      await expect(chat.toast('Validation Error')).toBeVisible();
      const [first] = wrong;
      await expect(chat.field(first)).toBeFocused();
      await expectApartFromToast(page, [
        chat.error(first),
        chat.field(first),
        chat.submitButton,
        chat.toggle,
      ]);
      await expectInFront(chat.error(first));
      await expectInFront(chat.field(first));
      // The errors are a list at the top of the panel, which scrolls. Nothing of the panel lies over it.
      await chat.form.locator('[data-error-summary]').evaluate((summary) => {
        summary.scrollIntoView({ block: 'start', behavior: 'instant' });
      });
      await page.getByRole('button', { name: 'Dismiss' }).first().click();
      await expectInFront(chat.form.locator('[data-error-summary]'));
    });
  }

  test(`at ${size} pixels, the toast covers neither summary nor error`, async ({ page, valuation }) => {
    const [width = 0, height = 0] = size.split('x').map(Number);
    await page.setViewportSize({ width, height });
    await valuation.open();
    await valuation.fill({ firstName: ' ' });
    await valuation.submit();
    await expect(valuation.toast('First name is required')).toBeVisible();
    await expectInFront(valuation.error('firstName'));
    await expectApartFromToast(page, [valuation.form.locator('[data-error-summary]')]);

    await test.step('the toast disappears when the field changes', async () => {
      await valuation.field('firstName').fill('Mairi');
      await expect(valuation.toast('Validation Error')).toHaveCount(0);
    });
  });
}

test('only a phone number with few digits is questioned; it is not refused', async ({ valuation, page }) => {
  const question = valuation.form.getByText('Is this your whole phone number?');
  await valuation.open();
  await valuation.fill({ phone: '+44 (0)7700 900123' });
  await valuation.field('email').focus();
  await expect(valuation.form.getByText('So that we can talk the offer through.')).toBeVisible();
  await valuation.field('phone').fill('07700 900');
  await valuation.field('email').focus();
  await expect(question).toBeVisible();
  await valuation.field('phone').fill('abcdefghij');
  await valuation.field('email').focus();
  await expect(question).toBeVisible();
  const sent = page.waitForRequest('**/rest/v1/leads');
  await valuation.submit();
  expect((await sent).postDataJSON()).toMatchObject({ phone: 'abcdefghij' });
  await expect(valuation.sentRegion).toBeVisible();
});
