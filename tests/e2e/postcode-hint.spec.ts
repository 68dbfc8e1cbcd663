import type { Page } from '@playwright/test';
import { holdRequests } from '../support/browser/lead-form-page.ts';
import { expect, test } from './fixtures.ts';
import { expectNoViolations, waitForWebFonts } from './page-checks.ts';

const ISLAND_SCRIPTS = /\/_astro\/(?:hydrate|ValuationForm)/;
const EXAMPLE = 'Anywhere in Scotland, for example EH6 6QQ.';

const hint = (page: Page) => page.locator('#valuation-postcode-hint');

const topsBelowPostcode = (page: Page) =>
  page.locator('form[data-lead-form="valuation_form"]').evaluate((form) => {
    const top = form.getBoundingClientRect().top;
    return ['[name="address"]', '[name="propertyType"]', '[name="bedrooms"]', '[data-form-actions]'].map(
      (selector) => (form.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN) - top,
    );
  });

for (const width of [320, 390, 1440]) {
  test(`at ${width} pixels, a new hint moves nothing below the postcode`, async ({ page, valuation }) => {
    await page.setViewportSize({ width, height: 900 });
    const release = await holdRequests(page, ISLAND_SCRIPTS);
    await page.goto('/');
    await expect(valuation.form).toHaveAttribute('data-step', '1');
    await valuation.form.scrollIntoViewIfNeeded();
    await waitForWebFonts(page);
    await expect(hint(page)).toHaveText(EXAMPLE);
    const before = await topsBelowPostcode(page);

    await valuation.field('postcode').focus();
    release();
    await valuation.field('postcode').fill('G42 9AA');
    await expect(hint(page)).toHaveText('G42: Govanhill and Battlefield, Glasgow.');
    expect(await topsBelowPostcode(page)).toEqual(before);

    for (const [typed, shown] of [
      ['SW1A 1AA', 'We do not recognise SW1A as Scottish. Check it, or continue.'],
      ['FK19 8AA', 'FK19: Lochearnhead.'],
      ['', EXAMPLE],
      ['EH6 6QQ', 'EH6: Leith, Edinburgh.'],
    ] as const) {
      await valuation.field('postcode').fill(typed);
      await expect(hint(page)).toHaveText(shown);
      expect(await topsBelowPostcode(page)).toEqual(before);
    }
  });
}

test('while a postcode is typed, its district is announced only once', async ({ page, valuation }) => {
  await valuation.open();
  await valuation.field('postcode').focus();
  await valuation.field('postcode').fill('G');
  await hint(page).evaluate((output) => {
    const texts: string[] = [];
    Object.assign(window, { texts });
    new MutationObserver(() => texts.push(output.textContent)).observe(output, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await valuation.field('postcode').fill('');
  await valuation.field('postcode').pressSequentially('EH6 6QQ');
  const district = 'EH6: Leith, Edinburgh.';
  await expect(hint(page)).toHaveText(district);
  expect(await page.evaluate(() => (window as unknown as { texts: string[] }).texts)).toEqual([district]);
});

test('from the postcode field, Tab moves to the address and to no link', async ({ page, valuation }) => {
  await valuation.open();
  await valuation.field('postcode').fill('KY12 7AA');
  const link = valuation.form.getByRole('link', { name: 'Selling near Edinburgh' });
  await expect(link).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(valuation.field('address')).toBeFocused();
  await valuation.continueButton.focus();
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/edinburgh');

  await test.step('after Back the postcode is kept, and a city’s page does not link to itself', async () => {
    await page.goBack();
    await expect(valuation.field('postcode')).toHaveValue('KY12 7AA');
    await expect(hint(page)).toContainText('KY12: Dunfermline.');
    await valuation.open('/edinburgh');
    await valuation.field('postcode').fill('EH6 6QQ');
    await expect(hint(page)).toHaveText('EH6: Leith, Edinburgh.');
  });
});

test('the form is sent with a postcode that the hint questions', async ({ page, valuation, sent }) => {
  await valuation.open();
  await valuation.fillProperty({ postcode: '12 Wynd' });
  await expect(hint(page)).toHaveText('A full postcode looks like EH6 6QQ. Check it, or continue.');
  await valuation.continue();
  await valuation.fillCondition();
  await valuation.continue();
  await valuation.fillContact();
  await valuation.submit();
  await expect(valuation.sentRegion).toBeVisible();
  expect((await sent.leads()).map(({ postcode }) => postcode)).toEqual(['12 Wynd']);
  await expect(hint(page)).toHaveText(EXAMPLE);
});

test('nothing is requested while a postcode is typed', async ({ page, valuation }) => {
  await valuation.open();
  await valuation.field('postcode').fill('G41 1AA');
  await expect(hint(page)).toContainText('G41: Pollokshields, Glasgow.');
  const requests: string[] = [];
  page.on('request', (request) => {
    // The pictures of the choices are left out, because they load as soon as they are near the screen.
    if (!request.url().endsWith('.svg')) requests.push(request.url());
  });
  await valuation.field('postcode').fill('');
  await valuation.field('postcode').pressSequentially('AB10 1XX');
  await expect(hint(page)).toContainText('AB10: City Centre and Garthdee, Aberdeen.');
  expect(requests).toEqual([]);
});
