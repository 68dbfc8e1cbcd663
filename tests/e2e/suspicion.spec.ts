import type { Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { TRAP_FIELD } from '../../supabase/functions/_shared/lead/suspicion.ts';
import { CHAT_LEAD, VALUATION_ANSWERS } from '../support/leads.ts';
import type { Product } from '../support/product.ts';
import type { ChatWidgetPage } from '../support/chat-widget-page.ts';
import { expect, test } from './fixtures.ts';

const { name, message } = CHAT_LEAD;
const TAG = '[Check first]';
const TRAPPED = 'a field that people cannot see was filled in';
const TOO_FAST = 'it was sent faster than people fill in the form';

/** The one mail about a phone number, which is written from the stored row. */
async function readMail(product: Product, phone: string) {
  const { mail, deliveries } = await product.waitForMail(phone);
  expect({ deliveries, leads: (await product.findLeads(phone)).length }).toEqual({ deliveries: 1, leads: 1 });
  const { subject, text } = await PostalMime.parse(mail);
  return { subject, text };
}

test('a lead whose trap was filled in is stored and mailed like every other, and marked', async ({
  product,
  valuationForm,
  phone,
}) => {
  await valuationForm.open();
  await valuationForm.form.locator(`[name="${TRAP_FIELD}"]`).fill('https://example.com');
  await valuationForm.fill({ ...VALUATION_ANSWERS, phone });
  await valuationForm.submit();
  await expect(valuationForm.sentRegion).toBeVisible();
  const { subject, text } = await readMail(product, phone);
  expect(subject).toContain(TAG);
  expect(text).toContain(TRAPPED);
});

test('the trap is out of sight, and the keyboard goes past it', async ({ page, chatWidget }) => {
  await chatWidget.open();
  const trap = chatWidget.form.locator(`[name="${TRAP_FIELD}"]`);
  await expect(trap).not.toBeInViewport();
  await chatWidget.toggle.focus();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    await expect(trap).not.toBeFocused();
  }
});

test.describe('how long it took', () => {
  /** Whatever is done takes no time. */
  const stopClock = (page: Page) =>
    page.addInitScript(() => {
      performance.now = () => 0;
    });

  /** The code that writes a question is the code that reads the clock. */
  async function openWithItsCode(chatWidget: ChatWidgetPage): Promise<void> {
    await chatWidget.open();
    await chatWidget.form.getByRole('button', { name: 'Are there any fees?' }).click();
    await expect(chatWidget.field('message')).toHaveValue('Are there any fees?');
  }

  test('a message sent faster than people type is marked', async ({ page, product, chatWidget, phone }) => {
    await stopClock(page);
    await openWithItsCode(chatWidget);
    await chatWidget.fill({ name, phone, message });
    await chatWidget.submit();
    const { subject, text } = await readMail(product, phone);
    expect(subject).toContain(TAG);
    expect(text).toContain(TOO_FAST);
    expect(text).not.toContain(TRAPPED);
  });

  test('a message that took its time is not', async ({ page, product, chatWidget, phone }) => {
    await page.clock.install();
    await openWithItsCode(chatWidget);
    await page.clock.fastForward(5_000);
    await chatWidget.fill({ name, phone, message });
    await chatWidget.submit();
    expect((await readMail(product, phone)).subject).toBe(`Chat message: ${name}`);
  });

  test('nor is one that a reload had kept, however soon it is sent', async ({
    page,
    product,
    valuationForm,
    phone,
  }) => {
    await stopClock(page);
    await valuationForm.open();
    await valuationForm.fill({ ...VALUATION_ANSWERS, phone });
    await page.reload();
    await valuationForm.waitForScript();
    await valuationForm.submit();
    await expect(valuationForm.sentRegion).toBeVisible();
    expect((await readMail(product, phone)).subject).not.toContain(TAG);
  });
});

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('the trap works as well', async ({ page, product, chatWidget, phone }) => {
    await page.goto('/');
    await chatWidget.toggle.click();
    await chatWidget.fill({ name, phone, message });
    await chatWidget.form.locator(`[name="${TRAP_FIELD}"]`).fill('x');
    await chatWidget.submit();
    await expect(page).toHaveURL(/\/#chat-sent$/);
    expect((await readMail(product, phone)).subject).toBe(`${TAG} Chat message: ${name}`);
  });
});
