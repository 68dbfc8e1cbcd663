import { ChatWidgetPage } from '../support/browser/chat-widget-page.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { expect, test } from './fixtures.ts';
import { clickInFooter } from './page-checks.ts';

/** The URL of an advertisement, with the campaign's parameters and one that must not be stored. */
const AD = '/?utm_source=letter&utm_campaign=spring%20sale&gclid=somebody';
const CAMPAIGN = { utm_source: 'letter', utm_campaign: 'spring sale' };

test('a lead has its own page, and the first page’s campaign', async ({ page, valuation, phone, sent }) => {
  await page.goto(AD);
  for (const city of ['Dundee', 'Glasgow']) {
    await clickInFooter(page, city);
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

test('a message from a new tab has the campaign of the opening page', async ({ page, phone, sent }) => {
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedConsoleErrors: /status of 422/ });

  test('a corrected lead keeps its page and the URL’s campaign', async ({ page, valuation, phone, sent }) => {
    await page.goto(AD.replace('/?', '/glasgow?'));
    await valuation.fillAllSteps({ phone: '1' });
    await valuation.submit();
    await expect(valuation.error('phone')).toBeVisible();
    await valuation.field('phone').fill(phone);
    await valuation.submit();
    await expect(page.locator('#valuation-sent')).toBeVisible();
    expect(await sent.origins()).toEqual([{ page: '/glasgow', ...CAMPAIGN }]);
  });
});
