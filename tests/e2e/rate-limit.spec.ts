import { CHAT_LEAD } from '../support/leads/sample-leads.ts';
import type { Product } from '../support/server/product.ts';
import { postLead } from '../support/leads/post-lead.ts';
import { test as base, expect } from './fixtures.ts';

/** Each test has its own IP address, because the rate limit is counted per address. */
const test = base.extend<{ ipAddress: string }>({
  ipAddress: async ({ page, phone }, use) => {
    const ipAddress = `198.51.100.${Number(phone.slice(-3)) % 256}`;
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': ipAddress });
    await use(ipAddress);
  },
});

test.use({
  productVariables: { LEADS_PER_ADDRESS: '1/10m', TRUST_PROXY: '127.0.0.1' },
  expectedConsoleErrors: /Lead insert failed|status of 429/,
});

async function useUpLimit(product: Product, ipAddress: string): Promise<void> {
  const response = await postLead(product.server.url, CHAT_LEAD, crypto.randomUUID(), ipAddress);
  expect(response.status).toBe(201);
}

const passTenMinutes = ({ query }: Product) =>
  query(`update private.address_counts set
    ends_at = ends_at - interval '10 minutes',
    stored_at = array(select time - interval '10 minutes' from unnest(stored_at) as time)`);

test('after a refusal and a wait, a retry works', async ({ product, valuation, phone, sent, ipAddress }) => {
  await valuation.open();
  await valuation.fill();
  await useUpLimit(product, ipAddress);
  await valuation.submit();

  await expect(valuation.toast('Submission failed')).toBeVisible();
  await expect(valuation.toast('Please try again or contact us directly.')).toBeVisible();
  await expect(valuation.form.getByText('Please wait a moment')).toBeVisible();
  await expect(valuation.field('phone')).toHaveValue(phone);
  expect(await sent.leads()).toEqual([]);

  await passTenMinutes(product);
  await valuation.submit();
  await expect(valuation.sentRegion).toBeVisible();
  expect(await sent.leads()).toHaveLength(1);
  expect((await sent.mail()).deliveries).toBe(1);
});
