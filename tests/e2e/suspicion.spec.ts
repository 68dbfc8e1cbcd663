import type { Locator, Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { HONEYPOT_FIELD } from '#lead/suspicion.ts';
import { CHAT_ANSWERS } from '../support/leads/sample-leads.ts';
import type { ChatWidgetPage } from '../support/browser/chat-widget-page.ts';
import { expect, test as base } from './fixtures.ts';

const TAG = '[Check first]';
const HONEYPOT_FILLED = 'a field that people cannot see was filled in';
const TOO_FAST = 'it was sent faster than people fill in the form';

const test = base.extend<{ readMail: () => Promise<{ subject: string; text: string }> }>({
  /** Reads the mail about the test's lead. The server writes the mail from the stored row. */
  readMail: async ({ sent }, use) => {
    await use(async () => {
      const { mail, deliveries } = await sent.mail();
      expect({ deliveries, leads: (await sent.leads()).length }).toEqual({ deliveries: 1, leads: 1 });
      const { subject = '', text = '' } = await PostalMime.parse(mail);
      return { subject, text };
    });
  },
});

const honeypotOf = (form: Locator) => form.locator(`[name="${HONEYPOT_FIELD}"]`);

test('a lead with a filled honeypot is stored, mailed and marked', async ({ valuation, readMail }) => {
  await valuation.open();
  await honeypotOf(valuation.form).fill('https://example.com');
  await valuation.fill();
  await valuation.submit();
  await expect(valuation.sentRegion).toBeVisible();
  const { subject, text } = await readMail();
  expect(subject).toContain(TAG);
  expect(text).toContain(HONEYPOT_FILLED);
});

test('the honeypot is off screen and out of the tab order', async ({ page, chat }) => {
  await chat.open();
  const honeypot = honeypotOf(chat.form);
  await expect(honeypot).not.toBeInViewport();
  await chat.toggle.focus();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    await expect(honeypot).not.toBeFocused();
  }
});

test.describe('the fill time (from hydration until the form is sent)', () => {
  /** Freezes the clock by which the form measures the fill time, so that the fill time is zero. */
  const stopClock = (page: Page) =>
    page.addInitScript(() => {
      performance.now = () => 0;
    });

  /** Opens the chat and waits until its form has hydrated, which starts the clock. */
  async function openHydrated(chat: ChatWidgetPage): Promise<void> {
    await chat.open();
    await chat.form.getByRole('button', { name: 'Are there any fees?' }).click();
    await expect(chat.field('message')).toHaveValue('Are there any fees?');
  }

  test('below three seconds marks a message as suspect', async ({ page, chat, readMail }) => {
    await stopClock(page);
    await openHydrated(chat);
    await chat.fill();
    await chat.submit();
    const { subject, text } = await readMail();
    expect(subject).toContain(TAG);
    expect(text).toContain(TOO_FAST);
    expect(text).not.toContain(HONEYPOT_FILLED);
  });

  test('of five seconds does not mark a message as suspect', async ({ page, chat, readMail }) => {
    await page.clock.install();
    await openHydrated(chat);
    await page.clock.fastForward(5_000);
    await chat.fill();
    await chat.submit();
    expect((await readMail()).subject).toContain(`Chat message: ${CHAT_ANSWERS.name}`);
  });

  test('is ignored when a reload has restored the answers', async ({ page, valuation, readMail }) => {
    await stopClock(page);
    await valuation.open();
    await valuation.fill();
    await page.reload();
    await valuation.waitForScript();
    await valuation.submit();
    await expect(valuation.sentRegion).toBeVisible();
    expect((await readMail()).subject).not.toContain(TAG);
  });
});
