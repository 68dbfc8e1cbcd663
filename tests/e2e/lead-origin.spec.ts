import { ChatWidgetPage } from '../support/chat-widget-page.ts';
import { VALUATION_LEAD } from '../support/sample-leads.ts';
import { expect, test } from './fixtures.ts';

/** The URL of an advertisement, with the campaign's parameters and one that must not be stored. */
const AD = '/?utm_source=letter&utm_campaign=spring%20sale&gclid=somebody';
const CAMPAIGN = { utm_source: 'letter', utm_campaign: 'spring sale' };

test('a lead from the third page of a visit is stored with that page and with the campaign of the first page', async ({
  page,
  valuation,
  phone,
  sent,
}) => {
  await page.goto(AD);
  for (const city of ['Dundee', 'Glasgow']) {
    await page.getByRole('contentinfo').getByRole('link', { name: city }).click();
    await expect(page).toHaveURL(`/${city.toLowerCase()}`);
  }
  await valuation.waitForScript();
  await valuation.fill();
  await valuation.submit();

  await expect(valuation.sentRegion).toBeVisible();
  expect(await sent.leads()).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
  expect(await sent.origins()).toEqual([{ page: '/glasgow', ...CAMPAIGN }]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('letter');
});

test('a message from a new tab is stored with its page, and with the campaign of the page that opened the tab', async ({
  page,
  phone,
  sent,
}) => {
  await page.goto(AD);
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => window.open('/privacy-policy'));
  const chat = new ChatWidgetPage(await opened, phone);
  await chat.waitForScript();
  await chat.toggle.click();
  await chat.fill();
  await chat.submit();
  await expect(chat.sentRegion).toBeVisible();
  expect(await sent.origins()).toEqual([{ page: '/privacy-policy', ...CAMPAIGN }]);
});

test.describe('when the first attempt to send is refused', () => {
  test.use({ expectedConsoleErrors: /Lead insert failed|Failed to load resource/ });

  test('a retry from another page, after a reload, keeps the lead origin of the first attempt', async ({
    page,
    valuation,
    sent,
  }) => {
    await page.route('**/rest/v1/leads', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
    await valuation.send('/glasgow?utm_source=letter&utm_campaign=spring%20sale');
    await expect(page.getByText('Submission failed').first()).toBeVisible();
    await valuation.open('/dundee');
    await page.reload();
    await valuation.waitForScript();
    await valuation.submit();
    await expect(valuation.sentRegion).toBeVisible();
    expect(await sent.origins()).toEqual([{ page: '/glasgow', ...CAMPAIGN }]);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedConsoleErrors: /status of 422/ });

  test('a lead is stored with its page and the campaign in the URL, even after a correction', async ({
    page,
    valuation,
    phone,
    sent,
  }) => {
    await page.goto(AD.replace('/?', '/glasgow?'));
    await valuation.fillAllSteps({ phone: '1' });
    await valuation.submit();
    await expect(valuation.error('phone')).toBeVisible();
    await valuation.field('phone').fill(phone);
    await valuation.submit();
    await expect(page).toHaveURL('/glasgow#valuation-sent');
    expect(await sent.origins()).toEqual([{ page: '/glasgow', ...CAMPAIGN }]);
  });
});

/** The longest campaign that is stored: five parameters of 100 emoji each. */
const LONGEST = Object.fromEntries(
  ['source', 'medium', 'campaign', 'term', 'content'].map((name) => [`utm_${name}`, '🏠'.repeat(100)]),
);

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('the longest campaign does not prevent a lead from being stored', async ({
      page,
      valuation,
      sent,
    }) => {
      await page.goto(`/?${new URLSearchParams(LONGEST).toString()}`);
      if (javaScriptEnabled) await valuation.waitForScript();
      await (javaScriptEnabled ? valuation.fill() : valuation.fillAllSteps());
      await valuation.submit();
      await expect(valuation.sentRegion).toBeVisible();
      expect(await sent.origins()).toEqual([{ page: '/', ...LONGEST }]);
    });
  });
}
