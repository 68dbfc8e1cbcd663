import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { generate } from 'otplib';
import packageJson from '../../../package.json' with { type: 'json' };
import { openWideDesk } from '#support/browser/wide-desk.ts';
import { inviteToDesk } from '#support/desk/invite-to-desk.ts';
import { VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { postLead } from '#support/leads/post-lead.ts';
import { expect } from '../fixtures.ts';
import { expectAccessible } from './expect-accessible.ts';
import { addAuthenticator, findMailedCode, findMailedLink, nextAppCode, test } from './sign-in-fixtures.ts';

const BEN = 'ben@example.com';
/** The e-mail address in MAIL_TO, with which the server's first start creates the first owner. */
const OWNER = 'leads@gable-and-wynd.example';

// What causes console errors in this test: an offline browser, a used link, an ended session, a conflicting change and
// an erased lead.
const EXPECTED_ERRORS = /ERR_INTERNET_DISCONNECTED|status of 4\d\d/;
// With variables of its own, so that it gets a product of its own: it begins with an empty desk.
test.use({ expectedConsoleErrors: EXPECTED_ERRORS, productVariables: {} });

test('two people work on a lead, export and erase it', async ({ page: ann, product, deskUrl, browser }) => {
  const benContext = await openWideDesk(browser);
  const ben = await benContext.newPage();
  let secret = '';
  let code = '';
  const benErrors: string[] = [];
  ben.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED_ERRORS.test(message.text())) benErrors.push(message.text());
  });
  ben.on('pageerror', (error) => benErrors.push(error.message));

  await test.step('the first owner’s link registers a passkey, and cannot be used again', async () => {
    // The test creates the link as `npm run staff` does, because a desk with DESK_URL never logs a link.
    const link = await inviteToDesk(product.dataDir, deskUrl, { name: 'Owner', email: OWNER, role: 'owner' });
    await addAuthenticator(ann);
    await ann.goto(link);
    await expect(ann.getByRole('button', { name: 'Open the desk' })).toBeVisible();
    await expectAccessible(ann);
    // Opening the link, as a program that looks for harmful links does, has used nothing up.
    await ann.reload();
    await ann.getByRole('button', { name: 'Open the desk' }).click();
    await expect(ann.getByRole('heading', { name: 'Choose your key' })).toBeVisible();
    await expectAccessible(ann);
    await ann.getByRole('button', { name: 'Make a passkey' }).click();
    await expect(ann.getByRole('heading', { name: 'The first enquiry will appear here' })).toBeVisible();

    await ben.goto(link);
    await ben.getByRole('button', { name: 'Open the desk' }).click();
    await expect(ben.getByRole('heading', { name: 'This link does not open the desk' })).toBeVisible();
    await expectAccessible(ben);
  });

  await test.step('after a sign-out, the passkey signs in again', async () => {
    await ann.goto(`${deskUrl}/#/account`);
    // Exact, because the account page has a heading with these words in it.
    const heading = ann.getByRole('heading', { name: 'Sign in', exact: true });
    let askedAgain: Promise<unknown> | undefined;
    // A poll can find out that the session has ended before the response to the sign-out arrives, so that the sign-in
    // page appears. The response must not render the page again.
    await ann.route('**/sign-out', async (route) => {
      const response = await route.fetch();
      await expect(heading).toBeVisible();
      await heading.evaluate((element) => element.setAttribute('data-first', 'yes'));
      askedAgain = ann.waitForResponse('**/api/me');
      await route.fulfill({ response });
    });
    const signedOut = ann.waitForResponse('**/sign-out');
    await ann.getByRole('button', { name: 'Sign out here' }).click();
    await signedOut;
    await askedAgain;
    await expect(heading).toHaveAttribute('data-first', 'yes');
    await expect(ann.getByText('Your sign-in has ended')).toBeHidden();
    await expectAccessible(ann);
    await ann.getByRole('button', { name: 'Use your passkey' }).click();
    await expect(ann.getByRole('heading', { name: 'The first enquiry will appear here' })).toBeVisible();
  });

  await test.step('an owner invites somebody by email, who connects an authenticator app', async () => {
    await ann.getByRole('link', { name: 'Settings' }).click();
    await ann.getByRole('link', { name: 'People', exact: true }).click();
    await ann.getByLabel('Their name').fill('Ben Okafor');
    await ann.getByLabel('Their email address at work').fill(BEN);
    await ann.getByRole('button', { name: 'Invite' }).click();
    await expect(ann.getByText(`An email goes to ${BEN}.`)).toBeVisible();
    await expect(ann.getByText('The link was sent, and has not been used yet.')).toBeVisible();
    await expectAccessible(ann);
    // As in a new tab: the page of the used link is still open in this one.
    await ben.goto('about:blank');
    await ben.goto(await findMailedLink(product.dataDir, BEN));
    await ben.getByRole('button', { name: 'Open the desk' }).click();
    await ben.getByRole('button', { name: 'Use an authenticator app' }).click();
    await expect(ben.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await expectAccessible(ben);
    secret = (await ben.locator('code').innerText()).replaceAll(' ', '');
    code = await generate({ secret });
    await ben.getByLabel('Code that the app now shows').fill(code);
    await expect(ben.getByRole('heading', { name: 'The first enquiry will appear here' })).toBeVisible();
    await ann.goto(`${deskUrl}/#/`);
  });

  await test.step('both see a new enquiry', async () => {
    expect((await postLead(product.server.url, VALUATION_LEAD, randomUUID())).ok).toBe(true);
    for (const page of [ann, ben]) {
      await page.getByRole('link', { name: 'Open the lead' }).filter({ visible: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: VALUATION_LEAD.name })).toBeVisible();
    }
  });

  await test.step('a person who claims a lead too late is told who has claimed it', async () => {
    await ann.context().setOffline(true);
    await ann.getByRole('button', { name: 'Take it' }).click();
    await expect(ann.getByText('This is kept here, and sent as soon as the desk answers')).toBeVisible();
    await ben.getByRole('button', { name: 'Take it' }).click();
    await expect(ben.getByText('It is yours.')).toBeVisible();
    await ann.context().setOffline(false);
    await expect(ann.getByText('Ben Okafor was faster and has it now.')).toBeVisible();
    await expect(ann.getByText('Ben Okafor has it.')).toBeVisible();
    await ann.getByRole('button', { name: 'All right' }).click();
  });

  await test.step('who is given a lead is told, also by their list until they open it', async () => {
    await ann.goto(`${deskUrl}/#/all/mine`);
    await expect(ann.getByRole('link', { name: VALUATION_LEAD.name })).toBeHidden();
    await ben.getByRole('button', { name: 'Pass on' }).click();
    await ben.getByRole('dialog').getByRole('button', { name: 'Owner' }).click();
    await expect(ann.getByText('Ben Okafor gave you a lead').first()).toBeVisible();
    await ann.getByRole('link', { name: /Ben Okafor gave it to you/ }).click();
    await expect(ann.getByText('It is yours. Ben Okafor gave it to you.')).toBeVisible();
    await ann.goBack();
    await expect(ann.getByRole('link', { name: `${VALUATION_LEAD.name} You` })).toBeVisible();
    await ann.goForward();
  });

  await test.step('a conflicting change says who changed the lead first, and is kept after closing the form and a reload', async () => {
    await ann.getByRole('button', { name: 'Contact rules' }).click();
    await ann.getByLabel('In words').fill('Text first');
    await ben.getByRole('button', { name: 'Contact rules' }).click();
    await ben.getByLabel('Do not call').check();
    await ben.getByRole('button', { name: 'Save' }).click();
    await expect(ben.getByText('Contact rules: do not call')).toBeVisible();
    // Ann's draft is still based on the version of the lead that she saw before Ben's change, so saving it conflicts.
    await ann.reload();
    await expect(ann.getByText('Contact rules: do not call')).toBeVisible();
    await ann.getByRole('button', { name: 'Contact rules' }).click();
    await expect(ann.getByLabel('In words')).toHaveValue('Text first');
    await ann.getByRole('button', { name: 'Save' }).click();
    await expect(ann.getByText(/Ben Okafor changed this lead at/)).toBeVisible();
    await expectAccessible(ann);
    await ann.getByRole('button', { name: 'Close' }).click();
    // Closing goes back in the browser's history. A reload that starts before that has ended is cancelled.
    await ann.waitForFunction(() => (history.state as { isOpen?: true } | null)?.isOpen !== true);
    await ann.reload();
    const conflict = ann.getByRole('alert').filter({ hasText: 'Ben Okafor changed this lead at' });
    await expect(conflict).toContainText('do not call');
    await expect(conflict).toContainText('Text first');
    await ann.goto(`${deskUrl}/#/all`);
    await expect(ann.getByText('Not saved:')).toBeVisible();
    await expectAccessible(ann);
    await ann.getByRole('status').getByRole('link', { name: VALUATION_LEAD.name }).click();
    await conflict.getByRole('button', { name: 'Leave it as it is now' }).click();
    await expect(conflict).toBeHidden();
    await expect(ben.getByText('Text first')).toBeHidden();
  });

  await test.step('signing out warns of unsaved changes', async () => {
    await ann.context().setOffline(true);
    await ann.getByLabel('Note').fill('Written in a car park.');
    await ann.getByRole('button', { name: 'Add the note' }).click();
    await expect(ann.getByText('Not sent yet. It is kept here')).toBeVisible();
    await ann.goto(`${deskUrl}/#/account`);
    await ann.getByRole('button', { name: 'Sign out here' }).click();
    await expect(ann.getByText('One change has not been saved.')).toBeVisible();
    await expectAccessible(ann);
    await ann.getByRole('button', { name: 'Stay signed in' }).click();
    await ann.context().setOffline(false);
    await expect(ben.getByText('Written in a car park.')).toHaveCount(1);
  });

  await test.step('what was typed is kept when the session ends', async () => {
    await ben.getByLabel('Note').fill('Half a sentence');
    await benContext.clearCookies();
    await expect(ben.getByText('You have been signed out.')).toBeVisible();
    await expectAccessible(ben);
    const lead = ben.url();
    await ben.getByText('I have no passkey on this device').click();
    await ben.getByLabel('Your email address at work').fill(BEN);
    await ben.getByRole('button', { name: 'Send me a code' }).click();
    await expect(ben.getByLabel('Code from the email')).toBeVisible();
    await expectAccessible(ben);
    await ben.getByLabel('Code from the email').fill(await findMailedCode(product.dataDir, BEN));
    await expect(ben.getByRole('heading', { name: 'Show that it is you' })).toBeVisible();
    await expectAccessible(ben);
    await ben.getByLabel('Code from your authenticator app').fill(await nextAppCode(secret, code));
    await expect(ben.getByRole('link', { name: VALUATION_LEAD.name }).first()).toBeVisible();
    await ben.goto(lead);
    await expect(ben.getByLabel('Note')).toHaveValue('Half a sentence');
  });

  await test.step('an owner exports the leads', async () => {
    await ann.goto(`${deskUrl}/#/person`);
    const download = ann.waitForEvent('download');
    await ann.getByRole('button', { name: 'Export', exact: true }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain(VALUATION_LEAD.email);
    await expect(ann.getByText('It is recorded.')).toBeVisible();
  });

  await test.step('an owner erases the person', async () => {
    await ann.getByLabel('Their email address or phone number').fill(VALUATION_LEAD.email);
    await ann.getByRole('button', { name: 'Look up' }).click();
    await ann.getByRole('button', { name: 'Erase this person' }).click();
    await ann.getByLabel('They asked us to').check();
    await ann.getByLabel('Type “erase” to confirm').fill('erase');
    await expectAccessible(ann);
    await ann.getByRole('button', { name: 'Erase for good' }).click();
    await expect(ann.getByText('Erased: one enquiry')).toBeVisible();
    await ann.goto(`${deskUrl}/#/`);
    await expect(ann.getByRole('heading', { name: 'The first enquiry will appear here' })).toBeVisible();
    expect(await product.findLeads(VALUATION_LEAD.phone)).toEqual([]);
  });

  await test.step('an owner makes somebody an owner, and ends their access: their open tab says so', async () => {
    await expect(ben.getByRole('link', { name: 'Settings' })).toBeHidden();
    await ben.goto(`${deskUrl}/#/settings`);
    await expect(ben.getByRole('heading', { name: 'For owners' })).toBeVisible();
    await expect(ben.getByRole('button', { name: 'Save the terms' })).toBeHidden();
    await ann.goto(`${deskUrl}/#/people`);
    const row = ann.getByRole('listitem').filter({ hasText: BEN });
    await row.getByRole('button', { name: 'Change name or role for Ben Okafor' }).click();
    await row
      .getByLabel('Role')
      .selectOption({ label: 'Owner: may also invite, export, look people up and erase' });
    await expectAccessible(ann);
    await row.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Owner, ben@example.com');
    await expect(row).toContainText('Signs in with an authenticator app. Seen today.');
    await expect(ben.getByRole('button', { name: 'Save the terms' })).toBeVisible();
    await row.getByRole('button', { name: 'End access for Ben Okafor' }).click();
    await expectAccessible(ann);
    await ann.getByRole('button', { name: 'End it' }).click();
    await expect(row).toBeHidden();
    await expect(ben.getByText('an owner may have ended your access')).toBeVisible();
  });

  await test.step('an owner sees what is out of order, and has a test alert sent', async () => {
    await product.query(`insert into desk.faults (kind, until) values ('backup', now() + interval '1 hour')`);
    await ann.goto(`${deskUrl}/#/account`);
    await ann.getByText('The daily backup failed').click();
    await expect(ann.getByText('npm run backup')).toBeVisible();
    await ann.getByRole('button', { name: 'Send me a test' }).click();
    await expect(
      ann.getByText(/The last test was sent on .* No device of yours is told of alerts/),
    ).toBeVisible();
    await ann.getByLabel('Each Monday morning').click();
    await expect(ann.getByLabel('Each Monday morning')).toBeChecked();
    await expectAccessible(ann);
    await product.query('update desk.faults set until = now()');
    await expect(ann.getByText('The daily backup failed')).toBeHidden();
    await ann.reload();
    await expect(ann.getByLabel('Each Monday morning')).toBeChecked();
  });

  await test.step('an owner sees which version runs, what is new in it, and that there is a newer one', async () => {
    const release = { version: '99.0.0', day: '2099-01-10', is_security_fix: true, notes: 'A door is shut.' };
    await ann.route('**/api/version', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as object;
      await route.fulfill({ response, json: { ...answer, newer: [release] } });
    });
    await ann.goto(`${deskUrl}/#/settings`);
    await expect(ann.getByText('Version 99.0.0 is ready.')).toBeVisible();
    await expect(ann.getByText('It has a security fix: have it installed soon.')).toBeVisible();
    await ann.getByText(`${packageJson.version} runs now: what is new in it`).click();
    await expect(ann.getByText('Backups each day that are read back')).toBeVisible();
    await expectAccessible(ann);
  });

  expect(benErrors, 'console errors').toEqual([]);
  await benContext.close();
});
