import type { Page, Route } from '@playwright/test';
import { VALUATION_ANSWERS, VALUATION_LEAD } from '../support/leads.ts';
import { expect, test } from './fixtures.ts';
import type { ValuationFormPage } from '../support/valuation-form-page.ts';

const INSERT = '**/rest/v1/leads';
const SEND_EMAIL = '**/functions/v1/send-email';

/** The request arrives and is served; its answer never comes back. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('timedout');
}

/** The form is sent and stored, and the network is gone before the answer is there. */
async function sendAndLoseNetwork(
  page: Page,
  valuationForm: ValuationFormPage,
  phone: string,
): Promise<void> {
  await valuationForm.open();
  await valuationForm.fill({ ...VALUATION_ANSWERS, phone });
  await page.route(
    INSERT,
    async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort('timedout');
    },
    { times: 1 },
  );
  await valuationForm.submit();
  await expect(page.getByText('Submission failed').first()).toBeVisible();
}

test('a seller asks for a valuation: the lead is stored as typed, and the firm has one mail', async ({
  page,
  product,
  valuationForm,
  phone,
}) => {
  await valuationForm.open();
  await valuationForm.fill({ ...VALUATION_ANSWERS, phone });
  await valuationForm.submit();

  await expect(page.getByText('Valuation Request Submitted!').first()).toBeVisible();
  await expect(
    page.getByText("We'll contact you within 24 hours with your cash offer.").first(),
  ).toBeVisible();
  await expect(valuationForm.sentRegion).toBeVisible();
  expect(await product.findLeads(phone)).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
  expect((await product.waitForMail(phone)).deliveries).toBe(1);

  await test.step('the form is empty again, at its first step, and nothing is kept', async () => {
    await expect(valuationForm.field('postcode')).toBeVisible();
    await expect(valuationForm.field('postcode')).toHaveValue('');
    await expect(valuationForm.form.locator(':checked')).toHaveCount(0);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(phone);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  await test.step('what was said about it goes when the next one moves on', async () => {
    await valuationForm.field('postcode').fill('EH1 1AA');
    await expect(valuationForm.sentRegion).toBeVisible();
    await valuationForm.continue();
    await expect(valuationForm.sentRegion).toBeHidden();
  });
});

test('the three steps show one at a time, Continue never blocks, and the progress bar counts thirds', async ({
  valuationForm,
}) => {
  await valuationForm.open();
  const progress = valuationForm.form.getByRole('progressbar');
  await expect(progress).toHaveAttribute('max', '3');

  await expect(valuationForm.field('postcode')).toBeVisible();
  await expect(progress).toHaveAttribute('value', '1');
  await valuationForm.continue();
  await expect(valuationForm.field('condition').first()).toBeVisible();
  await expect(valuationForm.field('postcode')).toBeHidden();
  await expect(progress).toHaveAttribute('value', '2');
  await valuationForm.continue();
  await expect(valuationForm.field('phone')).toBeVisible();
  await expect(progress).toHaveAttribute('value', '3');
  await valuationForm.back();
  await valuationForm.back();
  await expect(valuationForm.field('postcode')).toBeVisible();
});

test('a double click and an impatient Enter send one lead', async ({
  page,
  product,
  valuationForm,
  phone,
}) => {
  let inserts = 0;
  await page.route(INSERT, async (route) => {
    inserts += 1;
    await route.continue();
  });
  await valuationForm.open();
  await valuationForm.fill({ ...VALUATION_ANSWERS, phone });
  await valuationForm.submitButton.dblclick();

  await expect(valuationForm.sentRegion).toBeVisible();
  expect(inserts).toBe(1);
  expect(await product.findLeads(phone)).toHaveLength(1);
  expect((await product.waitForMail(phone)).deliveries).toBe(1);
});

test('while it is being sent the button reads Submitting...', async ({ page, valuationForm, phone }) => {
  const { promise: held, resolve: answer } = Promise.withResolvers<undefined>();
  await page.route(INSERT, async (route) => {
    await held;
    await route.continue();
  });
  await valuationForm.open();
  await valuationForm.fill({ ...VALUATION_ANSWERS, phone });
  await valuationForm.submit();

  await expect(valuationForm.submitButton).toHaveText('Submitting...');
  answer(undefined);
  await expect(valuationForm.sentRegion).toBeVisible();
});

test('Back, Forward and a reload keep the answers and the step', async ({ page, valuationForm, phone }) => {
  await valuationForm.open();
  await valuationForm.fill({ ...VALUATION_ANSWERS, phone });

  await page.goBack();
  await expect(valuationForm.field('condition').first()).toBeVisible();
  await expect(valuationForm.form.locator('[name="condition"]:checked')).toHaveValue('poor');
  await page.goBack();
  await expect(valuationForm.field('postcode')).toHaveValue(VALUATION_ANSWERS.postcode);
  await page.goForward();
  await page.goForward();
  await expect(valuationForm.field('phone')).toHaveValue(phone);

  await page.reload();
  await expect(valuationForm.field('phone')).toBeVisible();
  await expect(valuationForm.field('phone')).toHaveValue(phone);
  await valuationForm.submit();
  await expect(valuationForm.sentRegion).toBeVisible();
});

test('the hero box blocks an empty submit, and otherwise only scrolls: its postcode goes nowhere', async ({
  page,
  valuationForm,
}) => {
  await valuationForm.open();
  const box = page.getByRole('textbox', { name: /postcode/i }).first();
  const button = page.getByRole('button', { name: 'Get My Offer' });

  await button.click();
  expect(await box.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);

  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await box.fill('EH1 1AA');
  await button.click();
  await expect(page.locator('#valuation-form')).toBeInViewport();
  await expect(valuationForm.field('postcode')).toHaveValue('');
  expect(requests.filter((url) => url.includes('EH1'))).toEqual([]);
});

test.describe('when the lead cannot be stored', () => {
  test.use({ expectedConsoleErrors: /Lead insert failed|Failed to load resource/ });

  test('the network is gone: the specified toast, every answer kept, and a retry that works', async ({
    page,
    product,
    valuationForm,
    phone,
  }) => {
    await valuationForm.open();
    await valuationForm.fill({ ...VALUATION_ANSWERS, phone });
    await page.context().setOffline(true);
    await valuationForm.submit();

    await expect(page.getByText('Submission failed').first()).toBeVisible();
    await expect(page.getByText('Please try again or contact us directly.').first()).toBeVisible();
    await expect(valuationForm.field('phone')).toHaveValue(phone);

    await page.context().setOffline(false);
    const { promise: held, resolve: answer } = Promise.withResolvers<undefined>();
    await page.route(INSERT, async (route) => {
      await held;
      await route.continue();
    });
    await valuationForm.submit();
    await expect(valuationForm.submitButton).toHaveText('Submitting...');
    await expect(valuationForm.toast('Submission failed')).toHaveCount(0);
    answer(undefined);
    await expect(valuationForm.sentRegion).toBeVisible();
    expect(await product.findLeads(phone)).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
    await expect(valuationForm.toast('Valuation Request Submitted!')).toBeVisible();
    await expect(valuationForm.toast('Submission failed')).toHaveCount(0);
  });

  test('the answer is lost but the first try did arrive: the page asks again, one lead and one mail', async ({
    page,
    product,
    valuationForm,
    phone,
  }) => {
    await valuationForm.open();
    await valuationForm.fill({ ...VALUATION_ANSWERS, phone });
    await page.route(INSERT, loseAnswer, { times: 1 });
    await valuationForm.submit();
    await expect(valuationForm.sentRegion).toBeVisible();
    await expect(page.getByText('Submission failed')).toHaveCount(0);
    expect(await product.findLeads(phone)).toHaveLength(1);
    expect((await product.waitForMail(phone)).deliveries).toBe(1);
  });

  test('the network is lost with the answer: after a reload the retry is one lead and one mail', async ({
    page,
    product,
    valuationForm,
    phone,
  }) => {
    await sendAndLoseNetwork(page, valuationForm, phone);
    expect(await product.findLeads(phone)).toHaveLength(1);

    await page.context().setOffline(false);
    await page.reload();
    await valuationForm.waitForScript();
    await expect(valuationForm.field('phone')).toHaveValue(phone);
    await valuationForm.submit();
    await expect(valuationForm.sentRegion).toBeVisible();
    expect(await product.findLeads(phone)).toHaveLength(1);
    expect((await product.waitForMail(phone)).deliveries).toBe(1);
  });

  test('a correction after a failed try is sent as its own lead, never swallowed as a replay', async ({
    page,
    product,
    valuationForm,
    phone,
  }) => {
    await sendAndLoseNetwork(page, valuationForm, phone);

    await page.context().setOffline(false);
    await valuationForm.field('email').fill('corrected@example.com');
    await valuationForm.submit();
    await expect(valuationForm.sentRegion).toBeVisible();
    const leads = await product.findLeads(phone);
    expect(leads.map(({ email }) => email)).toEqual([VALUATION_ANSWERS.email, 'corrected@example.com']);
  });
});

test.describe('when the e-mail function fails', () => {
  test.use({ expectedConsoleErrors: /Failed to load resource/ });

  test('the visitor still sees success, and the mail is sent all the same', async ({
    page,
    product,
    valuationForm,
    phone,
  }) => {
    await page.route(SEND_EMAIL, (route) =>
      route.fulfill({ status: 500, json: { message: 'out of order' } }),
    );
    await valuationForm.open();
    await valuationForm.fill({ ...VALUATION_ANSWERS, phone });
    await valuationForm.submit();

    await expect(page.getByText('Valuation Request Submitted!').first()).toBeVisible();
    expect((await product.waitForMail(phone)).deliveries).toBe(1);
  });
});
