import { CHAT_ANSWERS, VALUATION_ANSWERS, VALUATION_LEAD } from '../support/leads.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from '../support/lead-form-page.ts';

// Browsers log the server's response to an invalid form (422) as an error.
test.use({ expectedConsoleErrors: /status of 422/ });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form shows all steps and stores the lead', async ({ page, valuationForm, phone, sent }) => {
    await page.goto('/');
    await valuationForm.fillAllSteps();
    await valuationForm.submit();

    await expect(page).toHaveURL(/\/#valuation-sent$/);
    await expect(valuationForm.sentRegion).toBeVisible();
    expect(await sent.leads()).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
    expect((await sent.mail()).deliveries).toBe(1);
  });

  test('an invalid form comes back with every answer and a linked error', async ({
    page,
    valuationForm,
    sent,
  }) => {
    await page.goto('/');
    await valuationForm.fillAllSteps({ postcode: 'EH1 1AA 2BB' });
    await valuationForm.submit();

    await expect(valuationForm.form.getByRole('alert')).toContainText('Validation Error');
    await expect(valuationForm.error('postcode')).toHaveText('Invalid postcode');
    await expect(valuationForm.field('postcode')).toBeFocused();
    await expect(valuationForm.field('address')).toHaveValue(VALUATION_ANSWERS.address);
    await expect(valuationForm.chosen('bedrooms')).toHaveValue('5+');
    expect(await sent.leads()).toEqual([]);

    await valuationForm.field('postcode').fill(VALUATION_ANSWERS.postcode);
    await valuationForm.submit();
    await expect(valuationForm.sentRegion).toBeVisible();
    expect(await sent.leads()).toHaveLength(1);
  });

  test('the chat opens and stores the message', async ({ page, chatWidget, sent }) => {
    await page.goto('/');
    await chatWidget.toggle.click();
    await chatWidget.fill();
    await chatWidget.submit();

    await expect(page).toHaveURL(/\/#chat-sent$/);
    await expect(chatWidget.sentRegion).toBeVisible();
    expect((await sent.leads()).map(({ message }) => message)).toEqual([CHAT_ANSWERS.message]);
  });
});

test('hydration keeps what was typed before it', async ({ page, valuationForm }) => {
  const release = await holdRequests(page, '**/_astro/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await valuationForm.field('postcode').fill('EH6 6QQ');
  await valuationForm.choose('propertyType', 'bungalow');
  await valuationForm.field('phone').fill('0131 496 0999');
  release();
  await valuationForm.waitForScript();

  await expect(valuationForm.field('postcode')).toHaveValue('EH6 6QQ');
  await expect(valuationForm.chosen('propertyType')).toHaveValue('bungalow');
  await valuationForm.continue();
  await valuationForm.continue();
  await expect(valuationForm.field('phone')).toHaveValue('0131 496 0999');
});

test('a form that was posted before hydration can be corrected after it', async ({
  page,
  valuationForm,
  phone,
  sent,
}) => {
  const release = await holdRequests(page, '**/_astro/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await valuationForm.fillAllSteps({ email: 'mairi@example' });
  await valuationForm.submit();
  await expect(valuationForm.error('email')).toHaveText('Invalid email address');
  release();

  await expect(valuationForm.field('postcode')).toBeHidden();
  await expect(valuationForm.error('email')).toHaveText('Invalid email address');
  await valuationForm.field('email').fill(VALUATION_ANSWERS.email);
  await valuationForm.submit();
  await expect(valuationForm.sentRegion).toBeVisible();
  expect(await sent.leads()).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
});
