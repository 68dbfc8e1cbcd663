import { VALUATION_ANSWERS, VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from '../support/browser/lead-form-page.ts';

// The server responds to an invalid form with 422, which browsers log as an error.
test.use({ expectedConsoleErrors: /status of 422/ });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('buttons that need JavaScript are not shown', async ({ page, valuation, chat }) => {
    await page.goto('/');
    await expect(valuation.form.getByRole('button')).toHaveText(['Get My Cash Offer']);
    await chat.toggle.click();
    await expect(chat.form.getByRole('button')).toHaveText(['Send message']);
    await page.goto('/#chat-sent');
    await expect(chat.sentRegion).toBeVisible();
    await expect(chat.sentRegion.getByRole('button')).toHaveCount(0);
  });

  test('the form shows all steps and stores the lead', async ({ page, valuation, phone, sent }) => {
    await page.goto('/');
    await valuation.fillAllSteps();
    await valuation.submit();

    await expect(valuation.sentRegion).toBeVisible();
    await expect(valuation.sentRegion).toBeInViewport();
    await expect(valuation.sentRegion).toContainText(
      "Valuation Request Submitted! We'll contact you within 24 hours with your cash offer.",
    );
    await expect(valuation.sentRegion.locator('[data-reference]')).toHaveText(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
    await expect(valuation.sentRegion.locator('[data-reply-promise]')).toHaveText(
      /You will hear from us by /,
    );
    await expect(valuation.ownPageLink).toHaveAttribute('href', /\/your-enquiry#k=[A-Za-z0-9_-]{43}$/);
    expect(await sent.leads()).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
    expect((await sent.mail()).deliveries).toBe(1);
  });

  test('the chat stores the message and confirms it with the reference', async ({ page, chat, sent }) => {
    await page.goto('/');
    await chat.toggle.click();
    await chat.fill();
    await chat.submit();

    await expect(chat.sentRegion).toContainText("Message sent! We'll get back to you shortly.");
    await expect(chat.sentRegion.locator('[data-reference]')).toHaveText(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
    await expect(chat.sentRegion.locator('[data-reply-promise]')).toHaveText(/You will hear from us by /);
    expect(await sent.leads()).toHaveLength(1);
  });

  test('a page with a tool says that its fields need JavaScript', async ({ page }) => {
    await page.goto('/blog/cash-buyers-vs-estate-agents');
    await expect(page.getByText('The fields of the calculator need JavaScript')).toBeVisible();
  });

  test('an invalid form is shown again with its answers and errors', async ({ page, valuation, sent }) => {
    await page.goto('/');
    await valuation.fillAllSteps({ postcode: 'EH1 1AA 2BB' });
    await valuation.submit();

    await expect(valuation.form.getByRole('alert')).toContainText('Validation Error');
    await expect(valuation.error('postcode')).toHaveText('Invalid postcode');
    await expect(valuation.field('postcode')).toBeFocused();
    await expect(valuation.field('address')).toHaveValue(VALUATION_ANSWERS.address);
    await expect(valuation.chosen('bedrooms')).toHaveValue('5+');
    expect(await sent.leads()).toEqual([]);

    await valuation.field('postcode').fill(VALUATION_ANSWERS.postcode);
    await valuation.submit();
    await expect(valuation.sentRegion).toBeVisible();
    expect(await sent.leads()).toHaveLength(1);
  });
});

test('a form that hydrates keeps its answers, and shows the focused step', async ({ page, valuation }) => {
  const release = await holdRequests(page, '**/_astro/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await valuation.field('postcode').fill('EH6 6QQ');
  await valuation.choose('propertyType', 'bungalow');
  await valuation.field('phone').fill('0131 496 0999');
  release();
  await valuation.waitForScript();

  await expect(valuation.form).toHaveAttribute('data-step', '3');
  await expect(valuation.field('phone')).toBeFocused();
  await expect(valuation.field('phone')).toHaveValue('0131 496 0999');
  await valuation.back();
  await valuation.back();
  await expect(valuation.field('postcode')).toHaveValue('EH6 6QQ');
  await expect(valuation.chosen('propertyType')).toHaveValue('bungalow');
});

test('a form sent before its script loads returns with errors', async ({ page, valuation, phone, sent }) => {
  const release = await holdRequests(page, '**/_astro/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await valuation.fillAllSteps({ email: 'mairi@example' });
  await valuation.submit();
  await expect(valuation.error('email')).toHaveText('Invalid email address');
  release();

  await expect(valuation.field('postcode')).toBeHidden();
  await expect(valuation.error('email')).toHaveText('Invalid email address');
  await valuation.field('email').fill(VALUATION_ANSWERS.email);
  await valuation.submit();
  await expect(valuation.sentRegion).toBeVisible();
  expect(await sent.leads()).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
});

test('a confirmation that the server has filled in stays as it is', async ({ page, valuation }) => {
  const release = await holdRequests(page, '**/_astro/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await valuation.fillAllSteps();
  await valuation.submit();
  const reference = valuation.sentRegion.locator('[data-reference]');
  await expect(reference).toHaveText(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
  const before = await valuation.sentRegion.textContent();
  release();
  // A button that needs the script.
  await expect(valuation.sentRegion.getByRole('button').first()).toBeVisible();
  await expect(reference).toHaveText(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
  await expect(valuation.sentRegion).toContainText('Valuation Request Submitted!');
  expect(before).toContain((await reference.textContent()) ?? '-');
});
