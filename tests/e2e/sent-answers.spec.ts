import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { CHAT_ANSWERS, VALUATION_ANSWERS } from '../support/leads/sample-leads.ts';
import { ValuationFormPage } from '../support/browser/valuation-form-page.ts';

/** The answers that the page's forms and its session storage contain. */
const readHeldAnswers = (page: Page) =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLInputElement>('form[data-lead-form] :is(input, textarea)');
    const texts = [...controls].filter(({ type }) => !['hidden', 'radio'].includes(type));
    const chosen = [...controls].filter(({ checked }) => checked);
    return {
      texts: texts.map(({ value }) => value).join(''),
      chosen: chosen.map(({ value }) => value),
      stored: JSON.stringify(Object.entries(sessionStorage)),
    };
  });

const NOTHING = { texts: '', chosen: [] };

async function expectForgotten(page: Page, phone: string) {
  const held = await readHeldAnswers(page);
  expect(held).toMatchObject(NOTHING);
  expect(held.stored).not.toContain(phone);
}

// One test blocks the form's script, which the browser logs as an error.
test.use({ expectedConsoleErrors: /Failed to load resource/ });

test.describe('sent answers are not shown again', () => {
  test('when Back returns to an earlier visit of the page', async ({ page, valuation, phone, sent }) => {
    await valuation.open();
    await valuation.fill();
    await valuation.form.getByRole('link', { name: 'Privacy Policy' }).click();
    await expect(page).toHaveURL('/privacy-policy');
    await page.getByRole('link', { name: 'Get Cash Offer' }).first().click();
    await expect(page).toHaveURL('/#valuation-form');
    await expect(valuation.field('phone')).toHaveValue(phone);
    await valuation.submit();
    await expect(valuation.sentRegion).toBeVisible();

    await page.goBack();
    await expect(page).toHaveURL('/privacy-policy');
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect(valuation.field('postcode')).toBeVisible();
    await expect(valuation.form).toHaveAttribute('data-step', '1');
    await expectForgotten(page, phone);
    expect(await sent.leads()).toHaveLength(1);
  });

  test('in the chat of another page, nor stored again by typing there', async ({ page, chat, phone }) => {
    await chat.open();
    await chat.fill();
    await expect.poll(async () => (await readHeldAnswers(page)).stored).toContain(phone);
    await page.goto('/glasgow');
    await expect(chat.field('message')).toHaveValue(CHAT_ANSWERS.message);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await chat.toggle.click();
    await chat.submit();
    await expect(chat.sentRegion).toBeVisible();

    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect(page.locator('form[data-lead-form][novalidate]')).toHaveCount(2);
    expect(await readHeldAnswers(page)).toMatchObject(NOTHING);
    // By keyboard: the browser restores the page's scroll position, at which another button may be in the way.
    await chat.toggle.press('Enter');
    await chat.field('name').fill('Isla');
    await expect.poll(async () => (await readHeldAnswers(page)).stored).toContain('Isla');
    expect((await readHeldAnswers(page)).stored).not.toContain(phone);
  });

  test('after the form was posted without its script', async ({ page, valuation, phone }) => {
    await valuation.open();
    await valuation.fill();
    await page.route(/\/_astro\/(?:hydrate|ValuationForm)/, (route) => route.abort());
    await page.goto('/glasgow');
    await expect(valuation.field('phone')).toBeVisible();
    await valuation.fillAllSteps();
    await page.unrouteAll();
    await valuation.form.evaluate((form: HTMLFormElement) => form.submit());
    await expect(valuation.sentRegion).toBeVisible();
    await expect(page).toHaveURL('/glasgow');
    await valuation.waitForScript();
    await expectForgotten(page, phone);
  });
});

test('the same answers from another tab are one lead', async ({ page, context, valuation, phone, sent }) => {
  await valuation.send();
  await expect(valuation.ownPageLink).toBeVisible();
  const other = new ValuationFormPage(await context.newPage(), phone);
  await other.send('/glasgow');
  await expect(other.sentRegion).toBeVisible();
  // The second tab shows no link, because its key opens nothing.
  await expect(other.ownPageLink).toBeHidden();
  expect(await sent.leads()).toHaveLength(1);
  expect((await sent.mail()).deliveries).toBe(1);

  await test.step('different answers are stored as a second lead', async () => {
    await page.reload();
    await valuation.sentRegion.getByRole('button', { name: 'Send another' }).click();
    await valuation.fill({ address: '3/1, 14 Great Junction Street' });
    await valuation.submit();
    await expect(valuation.sentRegion).toBeVisible();
    const addresses = (await sent.leads()).map(({ address }) => address);
    expect(addresses).toEqual([VALUATION_ANSWERS.address, '3/1, 14 Great Junction Street']);
  });
});

test('the confirmation survives a reload, without the answers', async ({ page, valuation, phone }) => {
  await valuation.send();
  const href = (await valuation.ownPageLink.getAttribute('href')) ?? '';
  const reference = (await valuation.sentRegion.locator('[data-reference]').textContent()) ?? '';
  await page.reload();
  await expect(valuation.ownPageLink).toHaveAttribute('href', href);
  await expect(valuation.sentRegion.locator('[data-reference]')).toHaveText(reference);
  await expect(valuation.sentRegion).not.toContainText(phone);
  await expect(valuation.field('postcode')).toBeHidden();
  await expectForgotten(page, phone);

  await valuation.sentRegion.getByRole('button', { name: 'Send another' }).click();
  await page.reload();
  await valuation.waitForScript();
  await expect(valuation.sentRegion).toBeHidden();
});

test('the chat’s confirmation has the link too, which a button copies', async ({ page, context, chat }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await chat.open();
  await chat.fill();
  await chat.submit();
  await chat.sentRegion.getByRole('button', { name: 'Copy the link' }).click();
  await expect(chat.sentRegion.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await chat.ownPageLink.getAttribute('href'));
});
