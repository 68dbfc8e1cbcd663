import { CHAT_LEAD, VALUATION_ANSWERS, VALUATION_LEAD } from '../support/leads.ts';
import { expect, test } from './fixtures.ts';

// A browser reports the answer to a faulty form (422) in its console.
test.use({ expectedConsoleErrors: /status of 422/ });

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('all three steps show, and the form stores the lead as typed', async ({
    page,
    product,
    valuationForm,
    phone,
  }) => {
    await page.goto('/');
    await valuationForm.fillProperty(VALUATION_ANSWERS);
    await valuationForm.choose('condition', VALUATION_ANSWERS.condition);
    await valuationForm.fillContact({ ...VALUATION_ANSWERS, phone });
    await valuationForm.submit();

    await expect(page).toHaveURL(/\/#valuation-sent$/);
    await expect(valuationForm.sentRegion).toBeVisible();
    expect(await product.findLeads(phone)).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
    expect((await product.waitForMail(phone)).deliveries).toBe(1);
  });

  test('a faulty answer brings the page back with every answer kept and the fault marked and linked', async ({
    page,
    product,
    valuationForm,
    phone,
  }) => {
    await page.goto('/');
    await valuationForm.fillProperty({ ...VALUATION_ANSWERS, postcode: 'EH1 1AA 2BB' });
    await valuationForm.choose('condition', VALUATION_ANSWERS.condition);
    await valuationForm.fillContact({ ...VALUATION_ANSWERS, phone });
    await valuationForm.submit();

    await expect(valuationForm.form.getByRole('alert')).toContainText('Validation Error');
    await expect(valuationForm.error('postcode')).toHaveText('Invalid postcode');
    await expect(valuationForm.field('postcode')).toBeFocused();
    await expect(valuationForm.field('address')).toHaveValue(VALUATION_ANSWERS.address);
    await expect(valuationForm.form.locator('[name="bedrooms"]:checked')).toHaveValue('5+');
    expect(await product.findLeads(phone)).toEqual([]);

    await valuationForm.field('postcode').fill(VALUATION_ANSWERS.postcode);
    await valuationForm.submit();
    await expect(valuationForm.sentRegion).toBeVisible();
    expect(await product.findLeads(phone)).toHaveLength(1);
  });

  test('the chat opens and stores the message', async ({ page, product, chatWidget, phone }) => {
    await page.goto('/');
    await chatWidget.toggle.click();
    await chatWidget.fill({ name: CHAT_LEAD.name, phone, message: CHAT_LEAD.message });
    await chatWidget.submit();

    await expect(page).toHaveURL(/\/#chat-sent$/);
    await expect(page.locator('#chat-sent')).toBeVisible();
    const leads = await product.findLeads(phone);
    expect(leads.map((lead) => lead.message)).toEqual([CHAT_LEAD.message]);
  });
});

test('what is typed before the scripts arrive is kept when they do', async ({ page, valuationForm }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await valuationForm.field('postcode').fill('EH6 6QQ');
  await valuationForm.choose('propertyType', 'bungalow');
  await valuationForm.field('phone').fill('0131 496 0999');
  release(undefined);
  await valuationForm.waitForScript();

  await expect(valuationForm.field('postcode')).toHaveValue('EH6 6QQ');
  await expect(valuationForm.form.locator('[name="propertyType"]:checked')).toHaveValue('bungalow');
  await valuationForm.continue();
  await valuationForm.continue();
  await expect(valuationForm.field('phone')).toHaveValue('0131 496 0999');
});

test('a form that was sent before its script arrived works with it afterwards', async ({
  page,
  product,
  valuationForm,
  phone,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await valuationForm.fillProperty(VALUATION_ANSWERS);
  await valuationForm.choose('condition', VALUATION_ANSWERS.condition);
  await valuationForm.fillContact({ ...VALUATION_ANSWERS, phone, email: 'mairi@example' });
  await valuationForm.submit();
  await expect(valuationForm.error('email')).toHaveText('Invalid email address');
  release(undefined);

  await expect(valuationForm.field('postcode')).toBeHidden();
  await expect(valuationForm.error('email')).toHaveText('Invalid email address');
  await valuationForm.field('email').fill(VALUATION_ANSWERS.email);
  await valuationForm.submit();
  await expect(valuationForm.sentRegion).toBeVisible();
  expect(await product.findLeads(phone)).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
});
