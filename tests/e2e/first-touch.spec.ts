import type { Page } from '@playwright/test';
import { CHAT_LEAD, VALUATION_ANSWERS, VALUATION_LEAD } from '../support/leads.ts';
import { expect, test } from './fixtures.ts';

/** What only a visitor who touches an island is to load. */
const ISLAND_CODE = /\/_astro\/(?:hydrate|ValuationForm|ChatWidget)/;
const SENDING_CODE = /\/_astro\/(?:supabase|toaster)/;

/** Holds the islands' code back until it is released. */
async function holdIslandCode(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  await page.route(ISLAND_CODE, async (route) => {
    await held;
    await route.continue();
  });
  return () => {
    release(undefined);
  };
}

function recordScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  return scripts;
}

for (const path of ['/', '/glasgow', '/blog/scottish-property-law-guide']) {
  test(`${path} makes at most five requests before it is touched, one of them a script`, async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(requests.length).toBeLessThanOrEqual(5);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(requests.filter((url) => url.endsWith('.js'))).toHaveLength(1);
    // The form's pictures come when the form is near.
    const others = requests.filter((url) => !new URL(url).pathname.startsWith('/property-types/'));
    expect(others.length).toBeLessThanOrEqual(5);
  });
}

test('the code for sending is loaded at the last step, before the button is pressed', async ({
  page,
  valuationForm,
}) => {
  const scripts = recordScripts(page);
  const sending = () => scripts.filter((url) => SENDING_CODE.test(url));
  await valuationForm.open();
  await valuationForm.fillProperty(VALUATION_ANSWERS);
  await valuationForm.continue();
  await valuationForm.choose('condition', VALUATION_ANSWERS.condition);
  expect(sending()).toEqual([]);
  await valuationForm.continue();
  await expect.poll(() => sending().length).toBe(2);
});

test.describe('before the code of an island is there', () => {
  test('Continue is kept, and leads on when it is', async ({ page, valuationForm }) => {
    const release = await holdIslandCode(page);
    await valuationForm.open();
    await valuationForm.field('postcode').fill(VALUATION_ANSWERS.postcode);
    await valuationForm.continueButton.dblclick();
    release();
    await expect(valuationForm.form).toHaveAttribute('data-step', '2');
    await expect(page.getByRole('heading', { name: 'Its condition' })).toBeFocused();
    expect(await page.evaluate(() => sessionStorage.getItem('valuation_form'))).toContain(
      VALUATION_ANSWERS.postcode,
    );
  });

  test('Enter in a field is kept as the Continue that it means, and choices stay', async ({
    page,
    valuationForm,
  }) => {
    const release = await holdIslandCode(page);
    await valuationForm.open();
    await valuationForm.choose('bedrooms', '3');
    await valuationForm.field('postcode').press('Enter');
    release();
    await expect(valuationForm.form).toHaveAttribute('data-step', '2');
    await expect(valuationForm.form.locator('[name="bedrooms"]:checked')).toHaveValue('3');
  });

  test('a suggested question and the press of Send are kept, in their order', async ({
    page,
    product,
    chatWidget,
    phone,
  }) => {
    const release = await holdIslandCode(page);
    await chatWidget.open();
    await chatWidget.field('name').fill(CHAT_LEAD.name);
    await chatWidget.field('phone').fill(phone);
    await chatWidget.form.getByRole('button', { name: 'Are there any fees?' }).click();
    await chatWidget.submit();
    release();
    await expect(chatWidget.toast('Message sent!')).toBeVisible();
    const leads = await product.findLeads(phone);
    expect(leads.map(({ message }) => message)).toEqual(['Are there any fees?']);
  });

  test('Escape is kept, and closes the chat', async ({ page, chatWidget }) => {
    const release = await holdIslandCode(page);
    await chatWidget.open();
    await page.keyboard.press('Escape');
    await expect(chatWidget.form).toBeVisible();
    release();
    await expect(chatWidget.form).toBeHidden();
  });
});

test.describe('when the code of the form never comes', () => {
  test.use({ expectedConsoleErrors: /Failed to load resource/ });

  test('all steps show, and the form goes without it', async ({ page, product, valuationForm, phone }) => {
    await page.route(ISLAND_CODE, (route) => route.abort('internetdisconnected'));
    await valuationForm.open();
    await valuationForm.fillProperty(VALUATION_ANSWERS);
    await valuationForm.choose('condition', VALUATION_ANSWERS.condition);
    await valuationForm.fillContact({ ...VALUATION_ANSWERS, phone });
    await valuationForm.submit();
    await expect(valuationForm.sentRegion).toBeVisible();
    expect(await product.findLeads(phone)).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
  });
});

test('the menu opens and closes before any script is there', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/*.js', () => new Promise(() => undefined));
  await page.goto('/', { waitUntil: 'commit' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
});
