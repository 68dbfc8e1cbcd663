/**
 * The desk (the staff's app) when something else changes its pages: a browser that translates them, or extensions such
 * as password managers and Grammarly. The fixture fails a test on errors in the console.
 */
import { randomUUID } from 'node:crypto';
import { generate } from 'otplib';
import { extendForms, translatePages } from '#support/browser/change-page.ts';
import { inviteToDesk } from '#support/desk/invite-to-desk.ts';
import { postLead } from '#support/leads/post-lead.ts';
import { VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { expect } from '../fixtures.ts';
import { findMailedCode, test } from './sign-in-fixtures.ts';
import { fillOurTerms } from './fill-our-terms.ts';

// What causes console errors in this test: an offline browser, wrong codes, a conflicting change and failing calls.
test.use({ expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED|status of (?:4\d\d|503)/ });

const CALLS = '**/api/**';
const FAILED = { status: 503, json: { message: 'away' } };

for (const [where, change, name, email] of [
  ['that the browser translates', translatePages, 'Mairi Grant', 'ann@example.com'],
  ['with fields that extensions change', extendForms, 'Iain Grant', 'eve@example.com'],
] as const) {
  test(`in a desk ${where}, work goes on through errors, and nothing is lost`, async ({
    page,
    product,
    deskUrl,
    phone,
  }) => {
    const enquire = async (lead: { name: string; phone: string }) => {
      expect((await postLead(product.server.url, { ...VALUATION_LEAD, ...lead }, randomUUID())).ok).toBe(
        true,
      );
    };
    const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text });
    const goTo = async (path: string, heading: string) => {
      await page.goto(`${deskUrl}/#/${path}`);
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    };
    await change(page);

    await test.step('sign-in, with wrong codes', async () => {
      await inviteToDesk(product.dataDir, deskUrl, { name: 'Ann', email, role: 'owner' });
      await enquire({ name: `${name}, who was first`, phone: '0131 496 9999' });
      await page.goto(`${deskUrl}/#/`);
      await page.getByText('I have no passkey on this device').click();
      const send = page.getByRole('button', { name: 'Send me a code' });
      await send.click();
      await expect(page.getByText('Type your email address')).toBeVisible();
      await page.getByLabel('Your email address at work').fill(email);
      await page.context().setOffline(true);
      await send.click();
      await expect(page.getByText('There is no connection to the desk.')).toBeVisible();
      await page.context().setOffline(false);
      await send.click();

      const mailCode = page.getByLabel('Code from the email');
      const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
      await mailCode.fill('1');
      await signIn.click();
      await expect(page.getByText('The code has 8 digits.')).toBeVisible();
      const sent = await findMailedCode(product.dataDir, email);
      await mailCode.fill(sent === '00000000' ? '11111111' : '00000000');
      await expect(page.getByText('This code does not work.')).toBeVisible();
      await expect(page.getByText('The code has 8 digits.')).toBeHidden();
      await mailCode.fill(sent);
      await signIn.click();

      await page.getByRole('button', { name: 'Use an authenticator app' }).click();
      const secret = (await page.locator('code').innerText()).replaceAll(/[^A-Z2-7]/g, '');
      const appCode = page.getByLabel('Code that the app now shows');
      await appCode.fill('12');
      await page.getByRole('button', { name: 'Connect the app' }).click();
      await expect(page.getByText('The code has 6 digits.')).toBeVisible();
      await appCode.fill(await generate({ secret }));
    });

    await test.step('the list “Now” shows a new enquiry, and stays while the server fails', async () => {
      await expect(page.getByRole('link', { name: `${name}, who was first` })).toBeVisible();
      await page.getByRole('button', { name: 'No, thank you' }).click();
      // The new enquiry then waits behind a button.
      await page.locator('[data-card]').first().focus();
      await enquire({ name, phone });
      const arrivals = page.getByRole('button', { name: /^New enquiry/ });
      await arrivals.click();
      await expect(arrivals).toBeHidden();
      await expect(page.getByRole('link', { name: new RegExp(`^${name}(?!,)`) })).toBeVisible();

      await page.route(CALLS, (route) => route.fulfill(FAILED));
      await expect(page.getByText('Not connected since')).toBeVisible();
      await page.reload();
      await expect(page.getByText('The list as it was')).toBeVisible();
      await page.getByRole('button', { name: 'Try now' }).click();
      await expect(page.getByRole('button', { name: 'Trying now' })).toBeVisible();
      await page.unroute(CALLS);
      await expect(page.getByText('The list as it was')).toBeHidden();
    });

    await test.step('search opens the lead', async () => {
      await goTo('search', 'Find a lead');
      const search = page.getByRole('searchbox');
      await search.fill('Nobody of this name');
      await expect(page.getByText('Nobody found.')).toBeVisible();
      await page.route(CALLS, (route) => route.fulfill(FAILED));
      await search.fill(phone.slice(-4));
      await expect(page.getByText('The search did not work.')).toBeVisible();
      await page.unroute(CALLS);
      await search.fill(phone.replaceAll(' ', ''));
      await expect(page.getByText('1 lead', { exact: true })).toBeVisible();
      await expect(page.getByText('The search did not work.')).toBeHidden();
      await page.getByRole('list', { name: 'Found' }).getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    });

    await test.step('the lead is claimed as soon as there is a connection', async () => {
      await expect(page.getByText('Nobody has it yet.')).toBeVisible();
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Take it' }).click();
      await expect(page.getByText('Not sent yet. This is kept here')).toBeVisible();
      await page.context().setOffline(false);
      await expect(page.getByText('It is yours.')).toBeVisible();
      await expect(page.getByText('Nobody has it yet.')).toBeHidden();
      await expect(page.getByText('Not sent yet. This is kept here')).toBeHidden();
    });

    await test.step('a call is recorded, after its missing next step is filled in', async () => {
      await page.getByRole('button', { name: 'Record', exact: true }).click();
      await page.getByRole('button', { name: 'Spoke' }).click();
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await page.getByRole('button', { name: 'No answer' }).click();
      await page.getByRole('dialog').getByLabel('Note, for us only').fill('Rang twice.');
      await page.getByRole('button', { name: 'Another step or time' }).click();
      const save = page.getByRole('button', { name: 'Save', exact: true });
      await save.click();
      await expect(page.getByText('Say what comes next')).toBeVisible();
      await page.getByLabel('Next step').selectOption('Call');
      await save.click();
      await expect(page.getByText('Say when.')).toBeVisible();
      await page.getByRole('dialog').getByRole('button', { name: /10:00/ }).last().click();
      await expect(page.getByText('Say when.')).toBeHidden();
      await save.click();
      await expect(save).toBeHidden();
      await expect(entry('Rang twice.')).toBeVisible();
    });

    await test.step('a note waits for the connection', async () => {
      await page.context().setOffline(true);
      await page.getByLabel('Note').fill('Written in a car park.');
      await page.getByRole('button', { name: 'Add the note' }).click();
      await expect(entry('Written in a car park.')).toContainText('Not sent yet.');
      await expect(page.getByText('Not connected since')).toBeVisible();
      await page.context().setOffline(false);
      await expect(page.getByText('Not connected since')).toBeHidden();
      await expect(entry('Written in a car park.')).not.toContainText('Not sent yet.');
      await expect(entry('Written in a car park.')).toHaveCount(1);
    });

    await test.step('an offer is recorded, after its missing terms are filled in and although somebody else changes the lead', async () => {
      await page.getByRole('button', { name: 'Make an offer' }).click();
      const save = page.getByRole('button', { name: 'Record the offer' });
      await save.click();
      for (const error of ['Write the offer in whole pounds', 'Choose whose money it is.'])
        await expect(page.getByText(error)).toBeVisible();
      await page.getByLabel('Market value (£)').fill('185,000');
      await page.getByLabel('Our offer (£)').fill('148k');
      await expect(page.locator('output')).toContainText('£37,000 (20%) below market value');
      await page.getByLabel('Our offer (£)').fill('140k');
      await expect(page.locator('output')).toContainText('£45,000 (24.3%) below market value');
      await page.getByLabel('The market value is based on').selectOption('Home Report');
      await page.getByLabel('Source of funds').selectOption('Our own cash');
      await page.getByLabel('Nothing that we know of may still lower it').check();
      await fillOurTerms(page);
      for (const error of ['Write the offer in whole pounds', 'Choose whose money it is.'])
        await expect(page.getByText(error)).toBeHidden();

      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.getByRole('button', { name: 'Contact rules' }).click();
      await other.getByLabel('In words').fill('Text first');
      await other.getByRole('button', { name: 'Save' }).click();
      await expect(other.getByText('Contact rules saved')).toBeVisible();
      await other.close();
      await save.click();
      await expect(page.getByText('changed this lead at')).toBeVisible();
      await page.getByRole('button', { name: 'Save my version' }).click();
      await expect(save).toBeHidden();
      await expect(entry('£45,000 (24.3%) below market value')).toBeVisible();
      await expect(page.getByText('Text first').first()).toBeVisible();
    });

    await test.step('the funnel refuses dates in the wrong order', async () => {
      await goTo('funnel', 'Funnel');
      await expect(page.getByRole('heading', { name: 'How far they came' })).toBeVisible();
      await page.getByLabel('First day').fill('2026-02-02');
      await page.getByLabel('Last day').fill('2026-02-01');
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await expect(page.getByText('The first day is after the last one.')).toBeVisible();
      await page.getByLabel('Last day').fill('2026-02-03');
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await expect(page.getByText('No enquiries came on these days.')).toBeVisible();
      await expect(page.getByText('The first day is after the last one.')).toBeHidden();
      await page.getByRole('button', { name: '4 weeks' }).click();
      await expect(page.getByRole('heading', { name: 'How far they came' })).toBeVisible();
      await expect(page.getByText('No enquiries came on these days.')).toBeHidden();
    });

    await test.step('an owner looks up a person, does not confirm the erasure, and exports leads', async () => {
      await goTo('person', 'People and their data');
      const lookUp = page.getByRole('button', { name: 'Look up' });
      await lookUp.click();
      await expect(page.getByText('Type a whole email address')).toBeVisible();
      await page.getByLabel('Their email address or phone number').fill(phone);
      await page.route(CALLS, (route) => route.fulfill(FAILED));
      await lookUp.click();
      await expect(page.getByText('The search did not work')).toBeVisible();
      await expect(page.getByText('Type a whole email address')).toBeHidden();
      await page.unroute(CALLS);
      await lookUp.click();
      await expect(page.getByText(`One enquiry of ${phone}`)).toBeVisible();
      await expect(page.getByText('The search did not work')).toBeHidden();
      await page.getByRole('button', { name: 'Erase this person' }).click();
      await page.getByRole('button', { name: 'Erase for good' }).click();
      await expect(page.getByText('Choose a reason.')).toBeVisible();
      await page.getByLabel('They asked us to').check();
      await page.getByRole('button', { name: 'Erase for good' }).click();
      await expect(page.getByText('Type the word “erase” to go on.')).toBeVisible();
      await page.getByRole('button', { name: 'Keep everything' }).click();
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await expect(page.getByText('It is recorded.')).toBeVisible();
    });

    await test.step('signing out, with a button that a late answer does not move', async () => {
      const answer = Promise.withResolvers<undefined>();
      await page.route('**/account', async (route) => {
        await answer.promise;
        await route.continue();
      });
      await goTo('account', 'Ann');
      const signOut = page.getByRole('button', { name: 'Sign out here' });
      const place = await signOut.boundingBox();
      answer.resolve(undefined);
      await expect(page.getByText('Authenticator app', { exact: true })).toBeVisible();
      expect(await signOut.boundingBox()).toEqual(place);
      await signOut.click();
      await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    });

    await test.step('each event is stored once', async () => {
      const events = await product.query(
        `select kind, count(*)::int from desk.events join public.leads on leads.id = lead_id
         where phone = $1 group by kind order by kind::text`,
        [phone],
      );
      expect(Object.fromEntries(events.map(({ kind, count }) => [kind, count]))).toMatchObject({
        claimed: 1,
        called: 1,
        noted: 1,
        offered: 1,
      });
    });
  });
}
