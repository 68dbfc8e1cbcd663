import { expect, test } from './fixtures.ts';

const MINUTE_MS = 60_000;

test('on somebody else’s computer, a press forgets reference and link', async ({ page, valuation }) => {
  await valuation.send();
  await valuation.ownPageLink.waitFor();
  await page.getByRole('button', { name: 'I am on somebody else’s computer' }).click();
  await expect(valuation.sentRegion).toBeHidden();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/k=|[0-9A-F]{4}-[0-9A-F]{4}/);
  await valuation.waitForScript();
  await expect(valuation.field('postcode')).toHaveValue('');
  await page.reload();
  await expect(valuation.sentRegion).toBeHidden();
});

test('the reference and the link end half an hour after the page was loaded', async ({ page, valuation }) => {
  await page.clock.install();
  await valuation.send();
  await valuation.ownPageLink.waitFor();
  await page.clock.fastForward(29 * MINUTE_MS);
  await expect(valuation.ownPageLink).toBeVisible();
  await page.clock.fastForward(2 * MINUTE_MS);
  await expect(valuation.ownPageLink).toBeHidden();
  await expect(valuation.sentRegion).toBeVisible();
  await expect(valuation.sentRegion).not.toContainText('Your reference');
  await page.reload();
  await expect(valuation.sentRegion).toBeHidden();
});

test('a page that is loaded again after half an hour shows neither', async ({ page, valuation }) => {
  await page.clock.install();
  await valuation.send();
  await valuation.ownPageLink.waitFor();
  await page.goto('/privacy-policy');
  await page.clock.fastForward(31 * MINUTE_MS);
  await page.goBack();
  await page.reload();
  await expect(valuation.sentRegion).toBeHidden();
});
