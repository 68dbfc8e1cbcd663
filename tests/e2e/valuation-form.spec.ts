import type { Page } from '@playwright/test';
import { VALUATION_ANSWERS, VALUATION_LEAD } from '../support/leads.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from '../support/lead-form-page.ts';
import type { ValuationFormPage } from '../support/valuation-form-page.ts';

const INSERT = '**/rest/v1/leads';
const SEND_EMAIL = '**/functions/v1/send-email';

/** The server stores the next lead, but its response never arrives. */
async function loseResponse(page: Page, { offline = false } = {}): Promise<void> {
  await page.route(
    INSERT,
    async (route) => {
      await route.fetch();
      await page.context().setOffline(offline);
      await route.abort('timedout');
    },
    { times: 1 },
  );
}

async function sendAndLoseNetwork(page: Page, valuationForm: ValuationFormPage): Promise<void> {
  await valuationForm.open();
  await valuationForm.fill();
  await loseResponse(page, { offline: true });
  await valuationForm.submit();
  await expect(page.getByText('Submission failed').first()).toBeVisible();
}

test('a valuation request is stored as typed and mailed once', async ({
  page,
  valuationForm,
  phone,
  sent,
}) => {
  await valuationForm.open();
  await valuationForm.fill();
  await valuationForm.submit();

  await expect(page.getByText('Valuation Request Submitted!').first()).toBeVisible();
  await expect(
    page.getByText("We'll contact you within 24 hours with your cash offer.").first(),
  ).toBeVisible();
  await expect(valuationForm.sentRegion).toBeVisible();
  expect(await sent.leads()).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
  expect((await sent.mail()).deliveries).toBe(1);

  await test.step('the form is empty again, at its first step, and nothing is stored in the browser', async () => {
    await expect(valuationForm.field('postcode')).toBeVisible();
    await expect(valuationForm.field('postcode')).toHaveValue('');
    await expect(valuationForm.form.locator(':checked')).toHaveCount(0);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(phone);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  await test.step('the confirmation disappears when the next request continues', async () => {
    await valuationForm.field('postcode').fill('EH1 1AA');
    await expect(valuationForm.sentRegion).toBeVisible();
    await valuationForm.continue();
    await expect(valuationForm.sentRegion).toBeHidden();
  });
});

test('one step shows at a time, Continue never blocks, and the progress bar counts thirds', async ({
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

test('a double click on the submit button sends one lead', async ({ page, valuationForm, sent }) => {
  let inserts = 0;
  await page.route(INSERT, async (route) => {
    inserts += 1;
    await route.continue();
  });
  await valuationForm.open();
  await valuationForm.fill();
  await valuationForm.submitButton.dblclick();

  await expect(valuationForm.sentRegion).toBeVisible();
  expect(inserts).toBe(1);
  expect(await sent.leads()).toHaveLength(1);
  expect((await sent.mail()).deliveries).toBe(1);
});

test('while submitting the button reads Submitting...', async ({ page, valuationForm }) => {
  const release = await holdRequests(page, INSERT);
  await valuationForm.open();
  await valuationForm.fill();
  await valuationForm.submit();

  await expect(valuationForm.submitButton).toHaveText('Submitting...');
  release();
  await expect(valuationForm.sentRegion).toBeVisible();
});

test('Back, Forward and a reload keep the answers and the step', async ({ page, valuationForm, phone }) => {
  await valuationForm.open();
  await valuationForm.fill();

  await page.goBack();
  await expect(valuationForm.field('condition').first()).toBeVisible();
  await expect(valuationForm.chosen('condition')).toHaveValue('poor');
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

test("the hero's postcode box blocks an empty submit, else only scrolls to the form", async ({
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

  test('because the browser is offline, the answers stay and a retry works', async ({
    page,
    valuationForm,
    phone,
    sent,
  }) => {
    await valuationForm.open();
    await valuationForm.fill();
    await page.context().setOffline(true);
    await valuationForm.submit();

    await expect(page.getByText('Submission failed').first()).toBeVisible();
    await expect(page.getByText('Please try again or contact us directly.').first()).toBeVisible();
    await expect(valuationForm.field('phone')).toHaveValue(phone);

    await page.context().setOffline(false);
    const release = await holdRequests(page, INSERT);
    await valuationForm.submit();
    await expect(valuationForm.submitButton).toHaveText('Submitting...');
    await expect(valuationForm.toast('Submission failed')).toHaveCount(0);
    release();
    await expect(valuationForm.sentRegion).toBeVisible();
    expect(await sent.leads()).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
    await expect(valuationForm.toast('Valuation Request Submitted!')).toBeVisible();
    await expect(valuationForm.toast('Submission failed')).toHaveCount(0);
  });

  test('because the response is lost, the page retries: one lead, one mail', async ({
    page,
    valuationForm,
    sent,
  }) => {
    await valuationForm.open();
    await valuationForm.fill();
    await loseResponse(page);
    await valuationForm.submit();
    await expect(valuationForm.sentRegion).toBeVisible();
    await expect(page.getByText('Submission failed')).toHaveCount(0);
    expect(await sent.leads()).toHaveLength(1);
    expect((await sent.mail()).deliveries).toBe(1);
  });

  test('because response and network are lost, a retry after a reload gives one lead, one mail', async ({
    page,
    valuationForm,
    phone,
    sent,
  }) => {
    await sendAndLoseNetwork(page, valuationForm);
    expect(await sent.leads()).toHaveLength(1);

    await page.context().setOffline(false);
    await page.reload();
    await valuationForm.waitForScript();
    await expect(valuationForm.field('phone')).toHaveValue(phone);
    await valuationForm.submit();
    await expect(valuationForm.sentRegion).toBeVisible();
    expect(await sent.leads()).toHaveLength(1);
    expect((await sent.mail()).deliveries).toBe(1);
  });

  test('a corrected retry is a lead of its own', async ({ page, valuationForm, sent }) => {
    await sendAndLoseNetwork(page, valuationForm);

    await page.context().setOffline(false);
    await valuationForm.field('email').fill('corrected@example.com');
    await valuationForm.submit();
    await expect(valuationForm.sentRegion).toBeVisible();
    const emails = (await sent.leads()).map(({ email }) => email);
    expect(emails).toEqual([VALUATION_ANSWERS.email, 'corrected@example.com']);
  });
});

test.describe('when the e-mail function fails', () => {
  test.use({ expectedConsoleErrors: /Failed to load resource/ });

  test('the visitor sees success, and the mail is sent anyway', async ({ page, valuationForm, sent }) => {
    await page.route(SEND_EMAIL, (route) =>
      route.fulfill({ status: 500, json: { message: 'out of order' } }),
    );
    await valuationForm.open();
    await valuationForm.fill();
    await valuationForm.submit();

    await expect(page.getByText('Valuation Request Submitted!').first()).toBeVisible();
    expect((await sent.mail()).deliveries).toBe(1);
  });
});
