/**
 * Pages that something else has changed: a browser that translates them, or extensions such as password managers and
 * Grammarly. The fixture fails a test on errors in the console.
 */
import { extendForms, translatePages } from '../support/browser/change-page.ts';
import { openDesk } from '../support/desk/desk-calls.ts';
import { EnquiryPage } from '../support/browser/enquiry-page.ts';
import { holdRequests } from '../support/browser/lead-form-page.ts';
import { VALUATION_ANSWERS } from '../support/leads/sample-leads.ts';
import { expect, test } from './fixtures.ts';

const ISLAND_SCRIPTS = /\/_astro\/(?:hydrate|ValuationForm|ChatWidget|Calculator|Checker)/;
const INSERT = '**/rest/v1/leads';
const WRITE = '**/enquiry/write';

// React logs that it replaces the changed HTML, and the forms are first sent to a server that fails.
test.use({ expectedConsoleErrors: /^Hydration|Lead insert failed|Failed to load resource/ });

for (const [changed, change] of [
  ['in a page that the browser translates', translatePages],
  ['in a page with fields that extensions change', extendForms],
] as const) {
  test.describe(changed, () => {
    test.beforeEach(({ page }) => change(page));

    test('the form keeps early answers, shows errors and is sent', async ({ page, valuation, sent }) => {
      const release = await holdRequests(page, ISLAND_SCRIPTS);
      await valuation.open();
      await valuation.field('postcode').fill('G42 9AA');
      await valuation.choose('bedrooms', '3');
      await valuation.continueButton.click();
      release();
      await expect(valuation.form).toHaveAttribute('data-step', '2');
      await valuation.back();
      await expect(valuation.field('postcode')).toHaveValue('G42 9AA');
      await expect(valuation.chosen('bedrooms')).toHaveValue('3');
      const hint = page.locator('#valuation-postcode-hint');
      await expect(hint).toHaveText(/^G42: Govanhill and Battlefield, Glasgow\./);
      await valuation.field('postcode').fill('EH6 6QQ');
      await expect(hint).toHaveText(/^EH6: Leith, Edinburgh\./);

      await valuation.fill({ firstName: '' });
      await expect(page.getByText('Step 3 of 3', { exact: true })).toBeVisible();
      await valuation.submit();
      await expect(valuation.error('firstName')).toHaveText(/^First name is required/);
      await valuation.field('firstName').fill(VALUATION_ANSWERS.firstName);
      await expect(valuation.error('firstName')).toBeHidden();

      await test.step('a failed attempt says so, and the next one succeeds', async () => {
        await page.route(INSERT, (route) => route.fulfill({ status: 500, json: { code: 'XX000' } }));
        await valuation.submit();
        await expect(valuation.form.getByText('Not sent yet. Your answers are safe.')).toBeVisible();
        await page.unroute(INSERT);
        const answer = await holdRequests(page, INSERT);
        await valuation.submit();
        await expect(valuation.submitButton).toHaveText(/^Submitting\.\.\./);
        await expect(valuation.form.getByText('Still trying to send this.')).toBeVisible();
        answer();
        await expect(valuation.sentRegion).toContainText('Mairi');
        expect(await sent.leads()).toHaveLength(1);
      });

      await valuation.sentRegion.getByRole('button', { name: 'Send another' }).click();
      await expect(valuation.field('postcode')).toHaveValue('');
    });

    test('what is typed during hydration is in the field chosen for it', async ({ page, valuation }) => {
      await valuation.open();
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      const { typed, kept } = await valuation.form.evaluate(
        (form) =>
          new Promise<{ typed: object; kept: object }>((resolve) => {
            const field = (name: string) =>
              document.querySelector<HTMLInputElement>(
                `form[data-lead-form="valuation_form"] [name="${name}"]`,
              );
            const typed = { postcode: '', address: '' };
            /** As a visitor who fills in one field after the other, without a pause. */
            function type(turn: number) {
              const name = turn % 2 ? 'address' : 'postcode';
              const text = String(turn % 10);
              field(name)?.focus();
              // eslint-disable-next-line @typescript-eslint/no-deprecated -- no other call of a script types as a visitor does
              document.execCommand('insertText', false, text);
              typed[name] += text;
              if (form.isConnected) setTimeout(type, 0, turn + 1);
              else
                resolve({
                  typed,
                  kept: { postcode: field('postcode')?.value, address: field('address')?.value },
                });
            }
            type(0);
          }),
      );
      expect(kept).toEqual(typed);
    });

    test('the chat opens at the first tap, shows errors and is sent', async ({ page, chat, phone, sent }) => {
      const release = await holdRequests(page, ISLAND_SCRIPTS);
      await chat.open();
      await chat.field('name').fill('Iain');
      await chat.form.getByRole('button', { name: 'Are there any fees?' }).click();
      release();
      await expect(chat.field('message')).toHaveValue('Are there any fees?');
      await expect(chat.field('name')).toHaveValue('Iain');
      await chat.submit();
      await expect(chat.error('phone')).toHaveText(/^Phone number must be at least 10 digits/);
      await chat.field('phone').fill(phone);
      await expect(chat.error('phone')).toBeHidden();

      const answer = await holdRequests(page, INSERT);
      await chat.submit();
      await expect(chat.form.getByText('Still trying to send this.')).toBeVisible();
      answer();
      await expect(chat.sentRegion).toContainText('Are there any fees?');
      expect(await sent.leads()).toHaveLength(1);
      await chat.sentRegion.getByRole('button', { name: 'Dismiss' }).click();
      await chat.toggle.click();
      await page.keyboard.press('Escape');
      await expect(chat.form).toBeHidden();
    });

    test('the calculator shows an error and follows the figures', async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const release = await holdRequests(page, ISLAND_SCRIPTS);
      await page.goto('/blog/cash-buyers-vs-estate-agents');
      const calculator = page.getByRole('form', { name: 'Calculator' });
      const result = calculator.getByRole('status').first();
      const value = page.getByLabel('What your home could sell for (£)');
      await value.fill('250000');
      release();
      await expect(calculator.getByRole('table')).toContainText('£247,000');
      await expect(value).toHaveValue('250000');
      await value.fill('a lot');
      await value.blur();
      await expect(result).toContainText('Please correct “What your home could sell for”.');
      await value.fill('80000');
      await expect(result).not.toContainText('Please correct');
      await expect(calculator.getByRole('table')).toContainText('£79,040');
      await expect(calculator.getByRole('table')).not.toContainText('£247,000');
      for (const summary of ['Change the other figures', 'Where our figures come from'])
        await calculator.getByText(summary).click();
      await page.getByLabel('Mortgage left to pay off (£)').fill('20000');
      await expect(calculator.getByRole('table')).toContainText('Left after the mortgage');
      await page.getByLabel('Mortgage left to pay off (£)').fill('0');
      await expect(calculator.getByRole('table')).not.toContainText('Left after the mortgage');
      await calculator.getByRole('button', { name: 'Copy the link' }).click();
      await expect(calculator.getByText('Link copied')).toBeVisible();
    });

    test('the checker’s results follow changed answers', async ({ page }) => {
      const release = await holdRequests(page, ISLAND_SCRIPTS);
      await page.goto('/blog/scottish-property-law-guide');
      const checker = page.locator('form[data-checker]');
      const choose = (question: string, answer: string) =>
        checker.locator(`input[name="${question}"][value="${answer}"]`).check();
      const result = (topic: string) => checker.locator(`[data-topic="${topic}"]`);
      await choose('mortgage', 'paid');
      release();
      await expect(result('mortgage')).toContainText('Yes, on the day of the sale.');
      await choose('mortgage', 'court');
      await expect(result('mortgage').getByRole('heading')).toHaveText(/^Get free help first/);
      await choose('mortgage', 'none');
      await expect(result('mortgage')).not.toContainText('Free help');
      await choose('seller', 'executor');
      await expect(result('confirmation')).toContainText('Yes, to transfer the home.');
      await choose('seller', 'owner');
      await choose('occupied', 'tenant-leaves');
      await choose('occupied', 'vacant');
      await expect(result('tenancy')).toHaveText(/There is no tenancy to end\./);
      await choose('listed', 'public');
      await choose('kind', 'ordinary');
      await choose('epc', 'old');
      await choose('epc', 'new');
      await choose('register', 'sasines');
      await choose('alterations', 'missing');
      await choose('alterations', 'none');
      await choose('building', 'house');
      await choose('factor', 'none');
      await expect(checker.getByRole('heading', { name: 'What to gather' })).toBeVisible();
      await checker.getByRole('button', { name: 'Start again' }).click();
      await expect(checker.locator('[data-topic]')).toHaveCount(0);
    });

    test('the seller’s page shows what both sides do', async ({ page, valuation, product, phone }) => {
      const enquiry = new EnquiryPage(page);
      await valuation.send();
      await valuation.ownPageLink.click();
      await expect(enquiry.standing).toHaveText(/^We have your enquiry\./);

      const call = await enquiry.unfold('Ask us to ring you');
      await call.getByLabel('When would suit you?').selectOption({ index: 1 });
      await call.getByRole('button', { name: 'Ask for this call' }).click();
      await expect(enquiry.standing).toHaveText(/^We will ring you .* between /);
      await expect(enquiry.conversation).toHaveText(/You asked us to ring you .* between /);

      await enquiry.message.fill('Half a sent');
      const desk = await openDesk(product, phone);
      await desk.call('reply', { body: 'Would Monday suit you?' });
      await expect(enquiry.conversation.first()).toHaveText(/^Kirsty.*Would Monday suit you\?/);
      await desk.makeOffer();
      await expect(enquiry.standing).toHaveText(/^Our offer of £155,000 is open until /);
      await desk.changeOffer(150_000);
      await expect(enquiry.standing).toHaveText(/^Our offer of £150,000 is open until /);
      await expect(enquiry.standing).not.toContainText('155,000');
      await expect(page.locator('[data-amount]')).toHaveText(/^£150,000.?$/);
      await expect(page.locator('[data-offers] > li')).toHaveText([/£150,000.*less than before/, /£155,000/]);
      await expect(enquiry.message).toHaveValue('Half a sent');

      await test.step('a message that could not be sent says so, and the next attempt succeeds', async () => {
        await page.route(WRITE, (route) => route.fulfill({ status: 503, json: {} }));
        await page.getByRole('button', { name: 'Send message' }).click();
        await expect(page.getByText('Not sent yet: we did not get an answer from our server.')).toBeVisible();
        await page.unroute(WRITE);
        const release = await holdRequests(page, WRITE);
        await page.getByRole('button', { name: 'Send message' }).click();
        await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
        await expect(page.getByText('Not sent yet')).toBeHidden();
        release();
        await expect(page.getByText('We have your message. It is shown below.')).toBeVisible();
        await expect(enquiry.message).toHaveValue('');
        await expect(enquiry.conversation.first()).toHaveText(/^You.*Half a sent/);
      });

      await test.step('a link for somebody else is made and ended', async () => {
        await page.getByRole('button', { name: 'Make a link for them' }).click();
        await expect(page.locator('[data-shared-link]')).toContainText('/your-enquiry#k=');
        await page.getByRole('button', { name: 'End link 1' }).click();
        await expect(page.getByText('Nobody has opened it yet.')).toBeHidden();
      });

      await test.step('a wrong number is refused at its field, and a right one is taken', async () => {
        const contact = await enquiry.unfold('Correct how we reach you');
        await contact.getByRole('textbox', { name: 'Phone number' }).fill('555');
        await contact.getByRole('button', { name: 'Save' }).click();
        await expect(contact.locator('[data-field-error="phone"]')).toHaveText(/at least 10 digits/);
        await contact.getByRole('textbox', { name: 'Phone number' }).fill('0131 496 0777');
        await contact.getByRole('button', { name: 'Save' }).click();
        await expect(contact.getByText('We have corrected it.')).toBeVisible();
        await expect(call.getByText('We will ring you on 0131 496 0777.')).toBeVisible();
      });

      await test.step('the offer is answered, and everything is stopped', async () => {
        const answer = await enquiry.unfold('Answer our offer');
        await answer.getByRole('button', { name: 'No, thank you' }).click();
        await expect(enquiry.standing).toHaveText(/^You told us today that you do not want our offer/);
        await enquiry.unfold('Stop everything');
        await page.getByRole('button', { name: 'Stop everything' }).click();
        await page.getByRole('button', { name: 'Yes, stop' }).click();
        await expect(enquiry.standing).toHaveText(/^You asked us to stop/);
        await expect(page.getByRole('heading', { name: 'Stop everything' })).toHaveCount(0);
      });
    });

    test('errors that the server shows are kept', async ({ page, valuation }) => {
      const release = await holdRequests(page, '**/_astro/*.js');
      await page.goto('/', { waitUntil: 'commit' });
      await valuation.fillAllSteps({ email: 'mairi@example' });
      await valuation.submit();
      await expect(valuation.error('email')).toHaveText(/^Invalid email address/);
      release();
      await expect(valuation.field('postcode')).toBeHidden();
      await expect(valuation.error('email')).toHaveText(/^Invalid email address/);
      await expect(valuation.form.getByRole('link', { name: 'Invalid email address' })).toBeVisible();
      await expect(valuation.field('postcode')).toHaveValue(VALUATION_ANSWERS.postcode);
    });

    test('the menu and the questions open and close', async ({ page }) => {
      await page.goto('/');
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await page.getByRole('button', { name: 'Open menu' }).click();
      await menu.getByRole('link', { name: 'FAQ' }).click();
      await expect(menu).toBeHidden();
      const questions = page.locator('#faq details');
      await questions.first().locator('summary').click();
      await expect(questions.first()).toHaveAttribute('open');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(questions.nth(1)).toHaveAttribute('open');
      await expect(questions.first()).not.toHaveAttribute('open');
    });
  });
}
