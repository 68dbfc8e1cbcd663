import { CHAT_ANSWERS, CHAT_LEAD, NOT_ASKED } from '../support/leads/sample-leads.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from '../support/browser/lead-form-page.ts';

const INSERT = '**/rest/v1/leads';

test('a chat message is stored as typed and mailed once', async ({ page, chat, phone, sent }) => {
  const release = await holdRequests(page, INSERT);
  await chat.send();
  await expect(chat.submitButton).toHaveText('Sending...');
  release();

  await expect(page.getByText('Message sent!').first()).toBeVisible();
  await expect(page.getByText("We'll get back to you shortly.").first()).toBeVisible();
  await expect(chat.form).toBeHidden();
  expect(await sent.leads()).toEqual([{ ...NOT_ASKED, ...CHAT_LEAD, phone }]);
  const { mail, deliveries } = await sent.mail();
  expect(deliveries).toBe(1);
  expect(mail).not.toMatch(/^reply-to:/im);

  await expect(chat.sentRegion).toBeVisible();
  await expect(chat.sentRegion.locator('[data-reference]')).toHaveText(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
  await expect(chat.sentRegion.locator('[data-sent-answers]')).toHaveText(CHAT_ANSWERS.message);
  await expect(chat.sentRegion).toContainText(phone);
  await chat.toggle.click();
  await expect(chat.field('message')).toHaveValue('');
  await expect(chat.sentRegion).toBeHidden();
});

test('dismissing the chat’s confirmation moves the focus to the toggle', async ({ chat }) => {
  await chat.send();
  await chat.sentRegion.getByRole('button', { name: 'Dismiss' }).click();
  await expect(chat.sentRegion).toBeHidden();
  await expect(chat.sentRegion).not.toContainText('reference');
  await expect(chat.toggle).toBeFocused();
});

test('each of the four suggested questions fills the chat’s message field', async ({ chat }) => {
  await chat.open();
  const suggestions = chat.form.locator('button[type="button"]');
  await expect(suggestions).toHaveCount(4);
  for (const suggestion of await suggestions.all()) {
    await suggestion.click();
    await expect(chat.field('message')).toHaveValue(await suggestion.innerText());
  }
});

test('the toggle opens and closes the chat panel, and Escape closes it', async ({ page, chat }) => {
  await chat.open();
  await expect(chat.form).toBeVisible();
  await chat.toggle.click();
  await expect(chat.form).toBeHidden();
  await chat.toggle.click();
  await chat.field('name').focus();
  await page.keyboard.press('Escape');
  await expect(chat.form).toBeHidden();
  await expect(chat.toggle).toBeFocused();
});

for (const size of ['390x844', '360x740', '1024x768']) {
  test(`at ${size} pixels the open chat panel shows its Send button`, async ({ page, chat }) => {
    const [width = 0, height = 0] = size.split('x').map(Number);
    await page.setViewportSize({ width, height });
    await chat.open();
    await expect(chat.submitButton).toBeInViewport({ ratio: 1 });
  });
}

test.describe('when a chat message cannot be stored', () => {
  test.use({ expectedConsoleErrors: /Lead insert failed|Failed to load resource/ });

  test('the chat panel stays open with the answers, and a retry works', async ({ page, chat, sent }) => {
    await page.route(INSERT, (route) => route.fulfill({ status: 500, json: { code: 'XX000' } }));
    await chat.send();
    await expect(page.getByText('Submission failed').first()).toBeVisible();
    await expect(page.getByText('Please try again or call us directly.').first()).toBeVisible();
    await expect(chat.field('message')).toHaveValue(CHAT_ANSWERS.message);
    const note = chat.form.getByRole('status');
    await expect(note).toContainText('Not sent yet. Your answers are safe.');
    await expect(note.locator('a[href^="tel:"]')).toBeVisible();
    await expect(note).toBeInViewport({ ratio: 1 });

    await page.unroute(INSERT);
    await chat.submit();
    await expect(chat.form).toBeHidden();
    expect(await sent.leads()).toHaveLength(1);
  });
});

test('the closed chat panel has display: none', async ({ page, chat }) => {
  await page.goto('/');
  await chat.waitForScript();
  await expect(chat.form.locator('xpath=..')).toHaveCSS('display', 'none');
});
