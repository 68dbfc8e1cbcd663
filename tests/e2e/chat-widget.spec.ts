import { CHAT_LEAD } from '../support/leads.ts';
import { expect, test } from './fixtures.ts';

const { name, message } = CHAT_LEAD;

test('a visitor leaves a message: the lead is stored as typed, and the firm has one mail', async ({
  page,
  product,
  chatWidget,
  phone,
}) => {
  await chatWidget.open();
  await chatWidget.fill({ name, phone, message });
  await chatWidget.submit();

  await expect(page.getByText('Message sent!').first()).toBeVisible();
  await expect(page.getByText("We'll get back to you shortly.").first()).toBeVisible();
  await expect(chatWidget.form).toBeHidden();
  expect(await product.findLeads(phone)).toEqual([
    {
      ...CHAT_LEAD,
      phone,
      email: null,
      postcode: null,
      address: null,
      property_type: null,
      bedrooms: null,
      property_condition: null,
    },
  ]);
  const { mail, deliveries } = await product.waitForMail(phone);
  expect(deliveries).toBe(1);
  expect(mail).not.toMatch(/^reply-to:/im);

  const sent = page.locator('#chat-sent');
  await expect(sent).toBeVisible();
  await chatWidget.toggle.click();
  await expect(chatWidget.field('message')).toHaveValue('');
  await expect(sent).toBeHidden();
});

test('what says that a message was sent can be dismissed, and the focus stays at the chat', async ({
  page,
  chatWidget,
  phone,
}) => {
  await chatWidget.open();
  await chatWidget.fill({ name, phone, message });
  await chatWidget.submit();
  const sent = page.locator('#chat-sent');
  await sent.getByRole('button', { name: 'Dismiss' }).click();
  await expect(sent).toBeHidden();
  await expect(chatWidget.toggle).toBeFocused();
});

test('each of the four suggested questions fills the message box', async ({ chatWidget }) => {
  await chatWidget.open();
  const suggestions = chatWidget.form.locator('button[type="button"]');
  await expect(suggestions).toHaveCount(4);
  for (const suggestion of await suggestions.all()) {
    await suggestion.click();
    await expect(chatWidget.field('message')).toHaveValue(await suggestion.innerText());
  }
});

test('the toggle opens and closes the panel, and Escape closes it and returns the focus', async ({
  page,
  chatWidget,
}) => {
  await chatWidget.open();
  await expect(chatWidget.form).toBeVisible();
  await chatWidget.toggle.click();
  await expect(chatWidget.form).toBeHidden();
  await chatWidget.toggle.click();
  await chatWidget.field('name').focus();
  await page.keyboard.press('Escape');
  await expect(chatWidget.form).toBeHidden();
  await expect(chatWidget.toggle).toBeFocused();
});

for (const [width, height] of [
  [390, 844],
  [360, 740],
  [1024, 768],
] as const) {
  test(`at ${width} by ${height} pixels the open panel shows its Send button without scrolling`, async ({
    page,
    chatWidget,
  }) => {
    await page.setViewportSize({ width, height });
    await chatWidget.open();
    await expect(chatWidget.submitButton).toBeInViewport({ ratio: 1 });
  });
}

test('while it is being sent the button reads Sending...', async ({ page, chatWidget, phone }) => {
  const { promise: held, resolve: answer } = Promise.withResolvers<undefined>();
  await page.route('**/rest/v1/leads', async (route) => {
    await held;
    await route.continue();
  });
  await chatWidget.open();
  await chatWidget.fill({ name, phone, message });
  await chatWidget.submit();
  await expect(chatWidget.submitButton).toHaveText('Sending...');
  answer(undefined);
  await expect(chatWidget.form).toBeHidden();
});

test.describe('when the message cannot be stored', () => {
  test.use({ expectedConsoleErrors: /Lead insert failed|Failed to load resource/ });

  test('the specified toast shows, the panel stays open with the answers, and a retry works', async ({
    page,
    product,
    chatWidget,
    phone,
  }) => {
    await chatWidget.open();
    await chatWidget.fill({ name, phone, message });
    await page.route('**/rest/v1/leads', (route) => route.fulfill({ status: 500, json: { code: 'XX000' } }));
    await chatWidget.submit();
    await expect(page.getByText('Submission failed').first()).toBeVisible();
    await expect(page.getByText('Please try again or call us directly.').first()).toBeVisible();
    await expect(chatWidget.field('message')).toHaveValue(message);

    await page.unroute('**/rest/v1/leads');
    await chatWidget.submit();
    await expect(chatWidget.form).toBeHidden();
    expect(await product.findLeads(phone)).toHaveLength(1);
  });
});
