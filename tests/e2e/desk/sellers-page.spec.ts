import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import type { Page } from '@playwright/test';
import { postLead } from '#support/post-lead.ts';
import { PUBLISHABLE_KEY } from '#support/publishable-key.ts';
import { VALUATION_LEAD } from '#support/sample-leads.ts';
import { test as base, expect } from '../fixtures.ts';
import { expectAccessible } from './expect-accessible.ts';

const test = base.extend<{ deskLink: string }>({
  deskLink: async ({ product }, use) => {
    const { link } = await product.server.waitForLog('this link opens the desk, once');
    await use(String(link));
  },
  backendUrl: async ({ deskLink }, use) => {
    await use(new URL(deskLink).origin);
  },
});

test.use({
  // The test takes the browser offline.
  expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED/,
  // No other test has these variables, so this one gets a server of its own, with an empty desk. Confirmations are off,
  // because the desk would count their links.
  productVariables: { DESK_PORT: '0', LEADS_PER_MINUTE: 'off', CONFIRM_ENQUIRIES: 'off' },
  permissions: ['clipboard-read', 'clipboard-write', 'notifications'],
});

type Enquiry = {
  conversation: { from: string; kind: string; body: string | null }[];
  call_windows: { from: string; to: string }[];
  offers: {
    id: string;
    amount: number;
    market_value: number | null;
    reason_code: string | null;
    status: string;
  }[];
};

type Answer = { data: unknown; error: { hint: string } | null; status: number };

/** Calls the functions of the seller's page as that page does. */
function asSeller(siteUrl: string, key: string) {
  const seller = createClient(siteUrl, PUBLISHABLE_KEY, {
    db: { schema: 'seller' },
    auth: { persistSession: false },
  });
  return async (name: string, args: Record<string, unknown> = {}) => {
    const request = name === 'enquiry' ? {} : { request_id: randomUUID() };
    const { data, error, status } = (await seller.rpc(name, { key, ...request, ...args })) as Answer;
    return { enquiry: data as Enquiry, status, hint: error?.hint };
  };
}

/** Lets the page behave as if its tab were in the background, or in front again. */
const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('staff and a seller write to each other, agree on a call and deal with an offer', async ({
  page,
  product,
  deskLink,
}) => {
  const { name } = VALUATION_LEAD;
  const history = page.getByRole('region', { name: 'History' });
  let call: ReturnType<typeof asSeller> = () => Promise.reject(new Error('There is no key yet.'));

  await test.step('a link to the seller’s page is made and copied', async () => {
    expect((await postLead(product.server.url, VALUATION_LEAD, randomUUID())).ok).toBe(true);
    await page.goto(deskLink);
    await page.getByRole('link', { name: 'Open the lead' }).click();
    await expect(page.getByText('None works')).toBeVisible();
    await page.getByRole('button', { name: 'Copy the seller’s link' }).click();
    const field = page.getByLabel('Whoever has this link');
    await expect(field).toHaveValue(/\/your-enquiry#k=[\w-]{43}$/);
    const link = await field.inputValue();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await expect(page.getByText('One works')).toBeVisible();
    await expectAccessible(page);
    call = asSeller(product.server.url, link.slice(link.indexOf('=') + 1));
    expect((await call('enquiry')).status).toBe(200);
    await expect(page.getByText('Opened their page')).toBeVisible();
  });

  await test.step('after the first contact, a message of the seller puts the lead into Now', async () => {
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('button', { name: 'Spoke' }).click();
    await page.getByRole('button', { name: /^Value the property/ }).click();
    await expect(history.getByText('Spoke by phone')).toBeVisible();
    expect((await call('write', { body: 'Please ring <b>after</b> six.' })).status).toBe(200);
    await expect(history.getByText('Please ring <b>after</b> six.')).toBeVisible();
    await expect(page.getByText(`${name} wrote to us today`).first()).toBeVisible();
    await expectAccessible(page);
    await page.goto(new URL('/#/', deskLink).href);
    await expect(
      page
        .getByText(/Reply due · wrote to us today/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
  });

  await test.step('an answer waits without a connection, and is then sent once', async () => {
    await page.getByRole('button', { name: 'Write back' }).click();
    const field = page.getByLabel(`Message to ${name}`);
    await expect(field).toBeFocused();
    await page.context().setOffline(true);
    await field.fill('We will.');
    await page.getByRole('button', { name: 'Send to the seller' }).click();
    await expect(history.getByText('Not sent yet. It is kept here')).toBeVisible();
    await page.context().setOffline(false);
    await expect(history.getByText('Not sent yet. It is kept here')).toBeHidden();
    await expect(page.getByText(`${name} wrote to us`)).toBeHidden();
    const { enquiry } = await call('enquiry');
    expect(enquiry.conversation.filter(({ kind }) => kind === 'message')).toMatchObject([
      { from: 'seller', body: 'Please ring <b>after</b> six.' },
      { from: 'firm', body: 'We will.' },
    ]);
  });

  await test.step('a call that the seller asks for is the next step, with its window', async () => {
    const { enquiry } = await call('enquiry');
    const window = enquiry.call_windows.at(-1);
    expect((await call('ask_for_call', { starts_at: window?.from })).status).toBe(200);
    await expect(page.getByText(/^Call, .* to \d\d:\d\d, as the seller asked$/)).toBeVisible();
    await page.getByRole('button', { name: 'We ring at this time' }).click();
    await expect(page.getByText(`${name} asked for a call`)).toBeHidden();
    await expect(history.getByText(/^Next: call/)).toBeVisible();
  });

  await test.step('staff see an offer as the seller reads it, and may keep the market value to themselves', async () => {
    await page.getByRole('button', { name: 'Make an offer' }).click();
    await page.getByLabel('Market value (£)').fill('185,000');
    await page.getByLabel('Our offer (£)').fill('148k');
    await page.getByLabel('The market value rests on').selectOption('Home Report');
    await page.getByLabel('Source of funds').selectOption('Our own cash');
    const preview = page.getByRole('region', { name: 'What the seller will read' });
    await expect(preview).toContainText('A market value of £185,000, from the Home Report.');
    await page.getByLabel('Show the seller this value').uncheck();
    await expect(preview).toContainText('It rests on the Home Report.');
    await expect(preview).not.toContainText('185,000');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Record the offer' }).click();
    await expect(history.getByText(/^Offer of £148,000/)).toBeVisible();

    await page.getByRole('button', { name: 'Answer or change' }).click();
    await page.getByLabel('Outcome').selectOption('We change it');
    await page.getByLabel('Our offer (£)').fill('140,000');
    await page.getByLabel('Why').selectOption('Survey finding');
    await page.getByLabel('Evidence').fill('Survey of 19 November: dry rot.');
    await expect(preview).toContainText('£8,000 less than before. The reason: what the survey found.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(history.getByText(/^Offer changed to £140,000/)).toBeVisible();

    const { enquiry } = await call('enquiry');
    expect(enquiry.offers).toMatchObject([
      { amount: 140_000, market_value: null, status: 'changed', reason_code: 'survey_finding' },
      { amount: 148_000, market_value: null, status: 'made', reason_code: null },
    ]);
    expect(JSON.stringify(enquiry)).not.toContain('dry rot');
  });

  await test.step('a seller’s answer to the offer asks staff to record what they do with it', async () => {
    const { enquiry } = await call('enquiry');
    const answer = { offer_id: enquiry.offers[0]?.id, answer: 'go_ahead', solicitor_name: 'Fern & Co' };
    expect((await call('answer_offer', answer)).status).toBe(200);
    await expect(page.getByText(`${name} would like to go ahead with our offer`)).toBeVisible();
    await expect(page.getByText('Solicitor: Fern & Co').first()).toBeVisible();
    await page.getByRole('button', { name: 'Record the answer' }).click();
    await expect(page.getByLabel('Outcome')).toHaveValue('accepted');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Accepted in principle').first()).toBeVisible();
    await expect(page.getByText(`${name} would like to go ahead`)).toBeHidden();
  });

  await test.step('a mail to the seller is sent by a button', async () => {
    await page.getByRole('button', { name: 'Mail: “We tried to reach you”' }).click();
    await expect(page.getByText(/^“We tried to reach you”: /)).toBeVisible();
    await expect(history.getByText('Mail to the seller: we tried to reach you')).toBeVisible();
  });

  await test.step('in the background, the title says that a lead needs somebody', async () => {
    await page.goto(new URL('/#/', deskLink).href);
    await page.getByRole('button', { name: 'Tell me' }).click();
    await expect(page.getByRole('button', { name: 'Tell me' })).toBeHidden();
    await setVisibility(page, 'hidden');
    expect((await postLead(product.server.url, VALUATION_LEAD, randomUUID())).ok).toBe(true);
    // A hidden tab polls every 20 seconds.
    await expect(page).toHaveTitle(/^\(1\) Now/);
    await setVisibility(page, 'visible');
    await expect(page).toHaveTitle(/^Now/);
    await page.goBack();
  });

  await test.step('after all links are ended, none works', async () => {
    await page.getByRole('button', { name: 'End all links' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'End all links' }).click();
    await expect(page.getByText('None works')).toBeVisible();
    expect(await call('enquiry')).toMatchObject({ status: 404, hint: 'no_such_link' });
  });
});
