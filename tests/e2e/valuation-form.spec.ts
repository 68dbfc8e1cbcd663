import type { Page } from '@playwright/test';
import { VALUATION_ANSWERS, VALUATION_LEAD } from '../support/leads.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from '../support/lead-form-page.ts';
import type { ValuationFormPage } from '../support/valuation-form-page.ts';

const INSERT = '**/rest/v1/leads';
const SEND_EMAIL = '**/functions/v1/send-email';
const CLIENT = '**/_astro/supabase*';

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

async function sendAndLoseNetwork(page: Page, valuation: ValuationFormPage): Promise<void> {
  await loseResponse(page, { offline: true });
  await valuation.send();
  await expect(page.getByText('Submission failed').first()).toBeVisible();
}

test('a valuation request is stored as typed and mailed once', async ({ page, valuation, phone, sent }) => {
  await valuation.send();

  await expect(page.getByText('Valuation Request Submitted!').first()).toBeVisible();
  await expect(
    page.getByText("We'll contact you within 24 hours with your cash offer.").first(),
  ).toBeVisible();
  await expect(valuation.sentRegion).toBeVisible();
  expect(await sent.leads()).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
  expect((await sent.mail()).deliveries).toBe(1);

  await test.step('the confirmation says what was sent, in place of the form', async () => {
    await expect(valuation.sentRegion).toBeFocused();
    await expect(valuation.form).toBeHidden();
    await expect(valuation.sentRegion.locator('[data-sent-answers] dd')).toHaveText([
      `${VALUATION_LEAD.address}, ${VALUATION_LEAD.postcode}`,
      'Flat, 5+ bedrooms, poor condition',
      VALUATION_LEAD.name,
      VALUATION_LEAD.email,
      phone,
    ]);
  });

  await test.step('the form is empty again, at its first step, and nothing is stored in the browser', async () => {
    await valuation.sentRegion.getByRole('button', { name: 'Send another' }).click();
    await expect(valuation.sentRegion).toBeHidden();
    await expect(valuation.sentRegion).not.toContainText(phone);
    await expect(valuation.form).toHaveAttribute('data-step', '1');
    await expect(valuation.form.getByRole('heading', { name: 'The property' })).toBeFocused();
    await expect(valuation.field('postcode')).toBeVisible();
    await expect(valuation.field('postcode')).toHaveValue('');
    await expect(valuation.form.locator(':checked')).toHaveCount(0);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(phone);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });
});

test('the confirmation has a reference, is printed alone, and does not come back', async ({
  page,
  valuation,
  phone,
}) => {
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await valuation.send('/blog/how-to-sell-house-fast-scotland');
  await expect(valuation.sentRegion.locator('[data-reference]')).toHaveText(/^[0-9A-F]{4}-[0-9A-F]{4}$/);

  await test.step('printed', async () => {
    await valuation.sentRegion.getByRole('button', { name: 'Print or save this' }).click();
    await page.emulateMedia({ media: 'print' });
    await expect(valuation.sentRegion.getByText(phone)).toBeVisible();
    await expect(page.locator('h1')).toBeHidden();
    for (const button of await valuation.sentRegion.getByRole('button').all())
      await expect(button).toBeHidden();
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(valuation.sentRegion).toBeHidden();
    await expect(page.locator('h1')).toBeVisible();
    await page.emulateMedia({ media: null });
  });

  await test.step('reloaded', async () => {
    await page.reload();
    await valuation.waitForScript();
    await expect(valuation.sentRegion).toBeHidden();
    await expect(
      page.getByRole('heading', { name: 'We have your details', includeHidden: true }),
    ).toBeHidden();
    await expect(valuation.field('postcode')).toBeVisible();
  });
});

test('a confirmation by the server goes with "Send another", and a reload does not show it again', async ({
  page,
  valuation,
}) => {
  await page.goto('/glasgow#valuation-sent');
  await expect(valuation.sentRegion).toBeVisible();
  await expect(valuation.form).toBeHidden();
  await valuation.sentRegion.getByRole('button', { name: 'Send another' }).click();
  await expect(valuation.sentRegion).toBeHidden();
  await expect(valuation.field('postcode')).toBeVisible();
  await page.reload();
  await expect(valuation.sentRegion).toBeHidden();
  await expect(valuation.field('postcode')).toBeVisible();
});

test('a new step is at the top of the screen in its first frame', async ({ page, valuation }) => {
  await valuation.open('/dundee');
  const heading = page.locator('#valuation-step-2');
  await page.evaluate(() => {
    const tops: number[] = [];
    Object.assign(window, { tops });
    const look = () => {
      const box = document.getElementById('valuation-step-2')?.getBoundingClientRect();
      if (box && box.height > 0) tops.push(Math.round(box.top));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await valuation.continue();
  await expect(heading).toBeFocused();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { tops: number[] }).tops.length))
    .toBeGreaterThan(5);
  const tops = await page.evaluate(() => (window as unknown as { tops: number[] }).tops);
  expect(new Set(tops).size, tops.join()).toBe(1);
});

test('one step shows at a time, and Continue never blocks', async ({ valuation }) => {
  await valuation.open();
  const progress = valuation.form.getByRole('progressbar');
  await expect(progress).toHaveAttribute('max', '3');

  await expect(valuation.field('postcode')).toBeVisible();
  await expect(progress).toHaveAttribute('value', '1');
  await valuation.continue();
  await expect(valuation.field('condition').first()).toBeVisible();
  await expect(valuation.field('postcode')).toBeHidden();
  await expect(progress).toHaveAttribute('value', '2');
  await valuation.continue();
  await expect(valuation.field('phone')).toBeVisible();
  await expect(progress).toHaveAttribute('value', '3');
  await valuation.back();
  await valuation.back();
  await expect(valuation.field('postcode')).toBeVisible();
});

test('a double click on the submit button sends one lead', async ({ page, valuation, sent }) => {
  let inserts = 0;
  await page.route(INSERT, async (route) => {
    inserts += 1;
    await route.continue();
  });
  await valuation.open();
  await valuation.fill();
  await valuation.submitButton.dblclick();

  await expect(valuation.sentRegion).toBeVisible();
  expect(inserts).toBe(1);
  expect(await sent.leads()).toHaveLength(1);
  expect((await sent.mail()).deliveries).toBe(1);
});

test('Back, Forward and a reload keep the answers and the step', async ({ page, valuation, phone }) => {
  await valuation.open();
  await valuation.fill();

  await page.goBack();
  await expect(valuation.field('condition').first()).toBeVisible();
  await expect(valuation.chosen('condition')).toHaveValue('poor');
  await page.goBack();
  await expect(valuation.field('postcode')).toHaveValue(VALUATION_ANSWERS.postcode);
  await page.goForward();
  await page.goForward();
  await expect(valuation.field('phone')).toHaveValue(phone);

  await page.reload();
  await expect(valuation.field('phone')).toBeVisible();
  await expect(valuation.field('phone')).toHaveValue(phone);
  await valuation.submit();
  await expect(valuation.sentRegion).toBeVisible();
});

test("the hero's postcode box is required, and only scrolls to the form", async ({ page, valuation }) => {
  await valuation.open();
  const box = page.getByRole('textbox', { name: /postcode/i }).first();
  const button = page.getByRole('button', { name: 'Get My Offer' });

  await button.click();
  expect(await box.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);

  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await box.fill('EH1 1AA');
  await button.click();
  await expect(page.locator('#valuation-form')).toBeInViewport();
  await expect(valuation.field('postcode')).toHaveValue('');
  expect(requests.filter((url) => url.includes('EH1'))).toEqual([]);
});

test.describe('when the lead cannot be stored', () => {
  test.use({ expectedConsoleErrors: /Lead insert failed|Failed to load resource/ });

  test('because the browser is offline, a retry works', async ({ page, valuation, phone, sent }) => {
    await valuation.open();
    await valuation.fill();
    await page.context().setOffline(true);
    await valuation.submit();

    await expect(page.getByText('Submission failed').first()).toBeVisible();
    await expect(page.getByText('Please try again or contact us directly.').first()).toBeVisible();
    await expect(valuation.field('phone')).toHaveValue(phone);
    const note = valuation.form.getByRole('status');
    await expect(note).toContainText('Not sent yet. Your answers are safe.');
    await expect(note).toContainText('no internet connection');
    await expect(note).toBeInViewport({ ratio: 1 });
    await expect(valuation.submitButton).toBeInViewport({ ratio: 1 });

    await page.context().setOffline(false);
    const release = await holdRequests(page, INSERT);
    await valuation.submit();
    await expect(valuation.submitButton).toHaveText('Submitting...');
    await expect(valuation.toast('Submission failed')).toHaveCount(0);
    release();
    await expect(valuation.sentRegion).toBeVisible();
    expect(await sent.leads()).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
    await expect(valuation.toast('Valuation Request Submitted!')).toBeVisible();
    await expect(valuation.toast('Submission failed')).toHaveCount(0);
  });

  test('because the response is lost, a retry gives one lead, one mail', async ({
    page,
    valuation,
    sent,
  }) => {
    await loseResponse(page);
    await valuation.send();
    await expect(valuation.sentRegion).toBeVisible();
    await expect(page.getByText('Submission failed')).toHaveCount(0);
    expect(await sent.leads()).toHaveLength(1);
    expect((await sent.mail()).deliveries).toBe(1);
  });

  test('because the code for sending did not arrive, it is loaded again', async ({
    page,
    valuation,
    sent,
  }) => {
    await page.route(CLIENT, (route) => route.abort('connectionreset'));
    await valuation.send();
    await expect(valuation.submitButton).toHaveText('Submitting...');
    await page.waitForEvent('requestfailed', (request) => request.url().includes('/_astro/supabase'));
    await page.unroute(CLIENT);
    await expect(valuation.sentRegion).toBeVisible();
    expect(await sent.leads()).toHaveLength(1);
  });

  test('because the code for sending never arrives, the form says so after 20 seconds', async ({
    page,
    valuation,
    phone,
    sent,
  }) => {
    await page.clock.install();
    const release = await holdRequests(page, CLIENT);
    await valuation.open();
    await valuation.fill();
    await valuation.submit();
    await expect(valuation.submitButton).toHaveText('Submitting...');
    const now = () => page.evaluate(() => Date.now());
    const begin = await now();
    await expect(async () => {
      await page.clock.runFor(1_000);
      await expect(valuation.toast('Submission failed')).toBeVisible({ timeout: 1 });
    }).toPass();
    expect((await now()) - begin).toBeGreaterThanOrEqual(19_000);
    await expect(valuation.submitButton).toHaveText('Get My Cash Offer');
    await expect(valuation.form.getByRole('status')).toContainText('Not sent yet. Your answers are safe.');
    await expect(valuation.field('phone')).toHaveValue(phone);

    release();
    await valuation.submit();
    await expect(valuation.sentRegion).toBeVisible();
    expect(await sent.leads()).toHaveLength(1);
  });

  test('because the network is lost, a retry after a reload works', async ({
    page,
    valuation,
    phone,
    sent,
  }) => {
    await sendAndLoseNetwork(page, valuation);
    expect(await sent.leads()).toHaveLength(1);

    await page.context().setOffline(false);
    await page.reload();
    await valuation.waitForScript();
    await expect(valuation.field('phone')).toHaveValue(phone);
    await valuation.submit();
    await expect(valuation.sentRegion).toBeVisible();
    expect(await sent.leads()).toHaveLength(1);
    expect((await sent.mail()).deliveries).toBe(1);
  });

  test('after three seconds the form says that it is still trying', async ({ page, valuation, phone }) => {
    await page.clock.install();
    await page.route(INSERT, (route) => route.fulfill({ status: 503, json: {} }));
    await valuation.open();
    await valuation.fill();
    await valuation.submit();
    const note = valuation.form.getByRole('status');
    await expect(note).toHaveText('');
    await page.clock.runFor(3_500);
    await expect(note).toHaveText('Still trying to send this. Your answers are safe.');
    await expect(valuation.field('phone')).toHaveValue(phone);
    await expect(valuation.toast('Submission failed')).toHaveCount(0);
    await expect(async () => {
      await page.clock.runFor(1_000);
      await expect(valuation.toast('Submission failed')).toBeVisible({ timeout: 1 });
    }).toPass();
    await expect(note).toContainText('Not sent yet. Your answers are safe.');
    await expect(note.getByRole('link')).toHaveAttribute('href', /^tel:\d+$/);

    await test.step('this stays when the toast has gone, until an answer changes', async () => {
      await page.clock.runFor(30_000);
      await expect(valuation.toast('Submission failed')).toHaveCount(0);
      await expect(note).toContainText('Not sent yet. Your answers are safe.');
      await page.reload();
      await valuation.waitForScript();
      await expect(note).toContainText('Not sent yet. Your answers are safe.');
      await valuation.field('firstName').fill('Mhairi');
      await expect(note).toHaveCount(0);
    });
  });

  test('because no reply came, the form does not say that it is not sent', async ({ page, valuation }) => {
    await sendAndLoseNetwork(page, valuation);
    const note = valuation.form.getByRole('status');
    await expect(note).toContainText('we cannot tell whether they reached us');
    await expect(note).not.toContainText('Not sent yet');
    await page.context().setOffline(false);
    await valuation.submit();
    await expect(valuation.sentRegion).toBeVisible();
  });

  test('a corrected retry is a lead of its own', async ({ page, valuation, sent }) => {
    await sendAndLoseNetwork(page, valuation);

    await page.context().setOffline(false);
    await valuation.field('email').fill('corrected@example.com');
    await valuation.submit();
    await expect(valuation.sentRegion).toBeVisible();
    const emails = (await sent.leads()).map(({ email }) => email);
    expect(emails).toEqual([VALUATION_ANSWERS.email, 'corrected@example.com']);
  });
});

test.describe('when the e-mail function fails', () => {
  test.use({ expectedConsoleErrors: /Failed to load resource/ });

  test('the visitor sees success, and the mail is sent anyway', async ({ page, valuation, sent }) => {
    await page.route(SEND_EMAIL, (route) =>
      route.fulfill({ status: 500, json: { message: 'out of order' } }),
    );
    await valuation.send();

    await expect(page.getByText('Valuation Request Submitted!').first()).toBeVisible();
    expect((await sent.mail()).deliveries).toBe(1);
  });
});
