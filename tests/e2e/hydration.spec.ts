import { holdRequests } from '../support/browser/lead-form-page.ts';
import { CHAT_LEAD, VALUATION_ANSWERS } from '../support/leads/sample-leads.ts';
import { expect, test } from './fixtures.ts';

/** The scripts that load only when a visitor first interacts with an island. */
const ISLAND_SCRIPTS = /\/_astro\/(?:hydrate|ValuationForm|ChatWidget|Calculator|Checker)/;
const SENDING_SCRIPTS = /\/_astro\/(?:supabase|toaster)/;

test('the scripts that send the form load at its last step', async ({ page, valuation }) => {
  const sending: string[] = [];
  page.on('request', (request) => {
    if (SENDING_SCRIPTS.test(request.url())) sending.push(request.url());
  });
  await valuation.open();
  await valuation.fillProperty();
  await valuation.continue();
  await valuation.fillCondition();
  expect(sending).toEqual([]);
  await valuation.continue();
  await expect.poll(() => sending.length).toBe(2);
});

test.describe('before an island has hydrated', () => {
  test('a click on Continue is replayed after hydration', async ({ page, valuation }) => {
    const release = await holdRequests(page, ISLAND_SCRIPTS);
    await valuation.open();
    await valuation.field('postcode').fill(VALUATION_ANSWERS.postcode);
    await valuation.continueButton.dblclick();
    release();
    await expect(valuation.form).toHaveAttribute('data-step', '2');
    await expect(page.getByRole('heading', { name: 'Its condition' })).toBeFocused();
    expect(await page.evaluate(() => sessionStorage.getItem('valuation_form'))).toContain(
      VALUATION_ANSWERS.postcode,
    );
  });

  test('a click between the script’s arrival and hydration is replayed', async ({ page, valuation }) => {
    await page.clock.install();
    await valuation.open();
    await valuation.form.evaluate((form) => {
      const host = form.closest<HTMLElement>('[data-island]');
      const buttons = [...form.querySelectorAll('button')];
      if (!host) throw new Error('The form is not in an island.');
      host.addEventListener = (...listener: Parameters<typeof host.addEventListener>) => {
        HTMLElement.prototype.addEventListener.call(host, ...listener);
        // Nothing else in the page listens to this event, so hydration has begun.
        if (listener[0] !== 'dragend') return;
        Reflect.deleteProperty(host, 'addEventListener');
        queueMicrotask(() => buttons.find(({ textContent }) => textContent === 'Continue')?.click());
      };
    });
    await valuation.field('postcode').focus();
    await expect(valuation.form).toHaveAttribute('data-step', '2');
    // Longer than the page waits for the script.
    await page.clock.fastForward(60_000);
    await expect(valuation.continueButton).toBeVisible();
    await expect(valuation.form).toHaveAttribute('data-step', '2');
  });

  test('Enter in a field is replayed as a click on Continue after hydration', async ({ page, valuation }) => {
    const release = await holdRequests(page, ISLAND_SCRIPTS);
    await valuation.open();
    await valuation.choose('bedrooms', '3');
    await valuation.field('postcode').press('Enter');
    release();
    await expect(valuation.form).toHaveAttribute('data-step', '2');
    await expect(valuation.form.locator('[name="bedrooms"]:checked')).toHaveValue('3');
  });

  test('clicks are replayed in their order after hydration', async ({ page, chat, phone, sent }) => {
    const release = await holdRequests(page, ISLAND_SCRIPTS);
    await chat.open();
    await chat.field('name').fill(CHAT_LEAD.name);
    await chat.field('phone').fill(phone);
    await chat.form.getByRole('button', { name: 'Are there any fees?' }).click();
    await chat.submit();
    release();
    await expect(chat.toast('Message sent!')).toBeVisible();
    expect((await sent.leads()).map(({ message }) => message)).toEqual(['Are there any fees?']);
  });

  test('Escape is replayed after hydration, and closes the chat', async ({ page, chat }) => {
    const release = await holdRequests(page, ISLAND_SCRIPTS);
    await chat.open();
    await page.keyboard.press('Escape');
    await expect(chat.form).toBeVisible();
    release();
    await expect(chat.form).toBeHidden();
  });
});

test.describe('when the form’s script does not load', () => {
  test.use({ expectedConsoleErrors: /Failed to load resource/ });

  test('three seconds after a click on Continue, all steps are shown', async ({ page, valuation }) => {
    await holdRequests(page, ISLAND_SCRIPTS);
    await valuation.open();
    await page.clock.install();
    await page.clock.pauseAt(new Date('2030-01-01'));
    await valuation.continueButton.click();
    await page.clock.runFor(2_900);
    await expect(valuation.continueButton).toBeVisible();
    await page.clock.runFor(200);
    await expect(valuation.form.getByRole('button')).toHaveText(['Get My Cash Offer']);
    await expect(valuation.field('phone')).toBeVisible();
  });

  test('a failed download is retried while the browser is online', async ({ page, chat, phone, sent }) => {
    let tries = 0;
    await page.route(ISLAND_SCRIPTS, (route) => {
      tries += 1;
      return tries <= 4 ? route.abort('connectionreset') : route.continue();
    });
    await chat.open();
    await chat.field('name').fill(CHAT_LEAD.name);
    await expect(chat.form.getByRole('button')).toHaveCount(5);
    await chat.field('phone').fill(phone);
    await chat.form.getByRole('button', { name: 'Are there any fees?' }).click();
    await chat.submit();
    // The first four requests fail. The pauses between the tries add up to 15 seconds at most.
    await expect(chat.toast('Message sent!')).toBeVisible();
    expect((await sent.leads()).map(({ name, message }) => [name, message])).toEqual([
      [CHAT_LEAD.name, 'Are there any fees?'],
    ]);
  });

  test('a form submitted offline is sent when the connection is back', async ({ page, valuation, sent }) => {
    await valuation.open();
    await page.context().setOffline(true);
    await valuation.field('postcode').focus();
    await expect(valuation.field('phone')).toBeVisible();
    await valuation.fillAllSteps();
    await valuation.submit();
    await expect(valuation.form.getByRole('status').last()).toHaveText(
      'Still trying to send this. Your answers are safe.',
    );
    await page.context().setOffline(false);
    await expect(valuation.sentRegion).toBeVisible();
    expect(await sent.leads()).toHaveLength(1);
  });
});

test('the menu opens and closes before any script has loaded', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/*.js', () => new Promise(() => undefined));
  await page.goto('/', { waitUntil: 'commit' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
});
