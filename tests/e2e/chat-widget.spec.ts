import { CHAT_ANSWERS, CHAT_LEAD, NOT_ASKED } from '../support/leads.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from '../support/lead-form-page.ts';

const INSERT = '**/rest/v1/leads';

test('a chat message is stored as typed and mailed once', async ({ page, chatWidget, phone, sent }) => {
  await chatWidget.open();
  await chatWidget.fill();
  await chatWidget.submit();

  await expect(page.getByText('Message sent!').first()).toBeVisible();
  await expect(page.getByText("We'll get back to you shortly.").first()).toBeVisible();
  await expect(chatWidget.form).toBeHidden();
  expect(await sent.leads()).toEqual([{ ...NOT_ASKED, ...CHAT_LEAD, phone }]);
  const { mail, deliveries } = await sent.mail();
  expect(deliveries).toBe(1);
  expect(mail).not.toMatch(/^reply-to:/im);

  await expect(chatWidget.sentRegion).toBeVisible();
  await chatWidget.toggle.click();
  await expect(chatWidget.field('message')).toHaveValue('');
  await expect(chatWidget.sentRegion).toBeHidden();
});

test('dismissing the confirmation moves the focus to the toggle', async ({ chatWidget }) => {
  await chatWidget.open();
  await chatWidget.fill();
  await chatWidget.submit();
  await chatWidget.sentRegion.getByRole('button', { name: 'Dismiss' }).click();
  await expect(chatWidget.sentRegion).toBeHidden();
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

test('the toggle opens and closes the panel; Escape closes it and restores the focus', async ({
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

for (const size of ['390x844', '360x740', '1024x768']) {
  test(`at ${size} pixels the open panel shows its Send button`, async ({ page, chatWidget }) => {
    const [width = 0, height = 0] = size.split('x').map(Number);
    await page.setViewportSize({ width, height });
    await chatWidget.open();
    await expect(chatWidget.submitButton).toBeInViewport({ ratio: 1 });
  });
}

test('while submitting the button reads Sending...', async ({ page, chatWidget }) => {
  const release = await holdRequests(page, INSERT);
  await chatWidget.open();
  await chatWidget.fill();
  await chatWidget.submit();
  await expect(chatWidget.submitButton).toHaveText('Sending...');
  release();
  await expect(chatWidget.form).toBeHidden();
});

test.describe('when the message cannot be stored', () => {
  test.use({ expectedConsoleErrors: /Lead insert failed|Failed to load resource/ });

  test('the panel stays open with the answers, and a retry works', async ({ page, chatWidget, sent }) => {
    await chatWidget.open();
    await chatWidget.fill();
    await page.route(INSERT, (route) => route.fulfill({ status: 500, json: { code: 'XX000' } }));
    await chatWidget.submit();
    await expect(page.getByText('Submission failed').first()).toBeVisible();
    await expect(page.getByText('Please try again or call us directly.').first()).toBeVisible();
    await expect(chatWidget.field('message')).toHaveValue(CHAT_ANSWERS.message);

    await page.unroute(INSERT);
    await chatWidget.submit();
    await expect(chatWidget.form).toBeHidden();
    expect(await sent.leads()).toHaveLength(1);
  });
});
