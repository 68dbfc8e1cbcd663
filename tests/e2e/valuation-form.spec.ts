import type { Page } from '@playwright/test';
import { VALUATION_ANSWERS, VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { expect, test } from './fixtures.ts';
import { waitForLayout } from './page-checks.ts';

const INSERT = '**/rest/v1/leads';

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

const ON_TWO_LINES = 'Flat 2/1\n14 Main Street';

for (const [way, putIn] of Object.entries({
  'pasted on two lines': async (page: Page) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), ON_TWO_LINES);
    await page.keyboard.press('ControlOrMeta+v');
  },
  'set on two lines by a script': (page: Page) =>
    page.evaluate((text) => {
      const field = document.activeElement as HTMLTextAreaElement;
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, ON_TWO_LINES),
})) {
  test(`an address ${way} keeps flat and house apart`, async ({ page, context, valuation, sent }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await valuation.open();
    await valuation.fillProperty({ address: '' });
    await valuation.field('address').focus();
    await putIn(page);
    await page.keyboard.press('Enter');
    await expect(valuation.form).toHaveAttribute('data-step', '2');
    await valuation.fillCondition();
    await valuation.continue();
    await valuation.fillContact();
    await valuation.submit();
    await expect(valuation.sentRegion).toBeVisible();
    expect(await sent.leads()).toMatchObject([{ address: 'Flat 2/1 14 Main Street' }]);
  });
}

test('the confirmation is printed alone', async ({ page, valuation, phone }) => {
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await valuation.send('/blog/how-to-sell-house-fast-scotland');
  await expect(valuation.sentRegion.locator('[data-reference]')).toHaveText(/^[0-9A-F]{4}-[0-9A-F]{4}$/);

  await valuation.sentRegion.getByRole('button', { name: 'Print or save this' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(valuation.sentRegion.getByText(phone)).toBeVisible();
  await expect(page.locator('h1')).toBeHidden();
  for (const button of await valuation.sentRegion.getByRole('button').all())
    await expect(button).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(valuation.sentRegion).toBeHidden();
  await expect(page.locator('h1')).toBeVisible();
});

test('"Send another" closes a confirmation that the URL has opened', async ({ page, valuation }) => {
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

test('a new step of the form does not move after its first frame', async ({ page, valuation }) => {
  await valuation.open('/dundee');
  // The form may move by a part of a pixel when a section above it is laid out.
  await waitForLayout(page);
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

test("the hero's postcode is required, and its button scrolls to the form", async ({ page, valuation }) => {
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
