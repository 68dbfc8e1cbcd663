import { CHAT_ANSWERS, CHAT_LEAD } from '../support/sample-leads.ts';
import type { Product } from '../support/product.ts';
import { PUBLISHABLE_KEY } from '../support/publishable-key.ts';
import { test as base, expect } from './fixtures.ts';

/** Each test has its own address. */
const test = base.extend<{ address: string }>({
  address: async ({ page, phone }, use) => {
    const address = `198.51.100.${Number(phone.slice(-3)) % 256}`;
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': address });
    await use(address);
  },
});

test.use({
  productVariables: { LEADS_PER_ADDRESS: '1/5s', TRUST_PROXY: '127.0.0.1' },
  expectedConsoleErrors: /Lead insert failed|status of 429/,
});

/** Sends a lead from the same address, as another person in the household might. */
async function useUpLimit(product: Product, address: string): Promise<void> {
  const headers = { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json', 'x-forwarded-for': address };
  const lead = { method: 'POST', headers, body: JSON.stringify(CHAT_LEAD) };
  const response = await fetch(`${product.server.url}/rest/v1/leads`, lead);
  expect(response.status).toBe(201);
}

test('a retry works after the wait', async ({ page, product, valuation, phone, sent, address }) => {
  await valuation.open();
  await valuation.fill();
  await useUpLimit(product, address);
  await valuation.submit();

  await expect(valuation.toast('Submission failed')).toBeVisible();
  await expect(valuation.toast('Please try again or contact us directly.')).toBeVisible();
  await expect(valuation.form.getByText('Please wait a little')).toBeVisible();
  await expect(valuation.field('phone')).toHaveValue(phone);
  expect(await sent.leads()).toEqual([]);

  await expect(async () => {
    const answer = page.waitForResponse('**/rest/v1/leads');
    await valuation.submit();
    expect((await answer).status()).toBe(201);
  }).toPass({ intervals: [500] });
  await expect(valuation.sentRegion).toBeVisible();
  expect(await sent.leads()).toHaveLength(1);
  expect((await sent.mail()).deliveries).toBe(1);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the answers come back, and a retry works', async ({ page, product, chat, sent, address }) => {
    await page.goto('/');
    await chat.toggle.click();
    await chat.fill();
    await useUpLimit(product, address);
    await chat.submit();

    await expect(chat.form.getByRole('alert')).toContainText('Please wait a little');
    await expect(chat.field('message')).toHaveValue(CHAT_ANSWERS.message);
    expect(await sent.leads()).toEqual([]);

    await expect(async () => {
      const answer = page.waitForResponse((response) => response.request().method() === 'POST');
      await chat.submit();
      expect((await answer).status()).toBe(303);
    }).toPass({ intervals: [500] });
    await expect(page).toHaveURL(/#chat-sent$/);
    expect(await sent.leads()).toHaveLength(1);
  });
});
