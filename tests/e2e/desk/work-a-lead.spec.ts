import { randomUUID } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { postLead } from '#support/leads/post-lead.ts';
import { expect } from '../fixtures.ts';
import { expectNoViolations } from '../page-checks.ts';
import { expectAccessible } from './expect-accessible.ts';
import { trialTest as test } from './sign-in-fixtures.ts';
import { fillOurTerms } from './fill-our-terms.ts';

const HOSTILE_NAME = 'Mairi <img src=x onerror=alert(1)>';

// What causes console errors in this test: an offline browser, a blocked script, failing calls (503) and a conflicting
// change (409).
test.use({
  expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (?:409|503)/,
  // Because this option differs from the other tests', Playwright starts another worker, with a server and a database
  // of its own. So the desk is empty at first.
  productVariables: { DESK_PORT: '0' },
});

const shown = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first();

test('one person works on a lead, closes, reopens and finds it', async ({ page, product, deskLink }) => {
  await test.step('the link in the log opens an empty desk, which explains what will appear', async () => {
    await page.goto(deskLink);
    await expect(shown(page, 'The first enquiry will appear here')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a new enquiry appears without a reload', async () => {
    const lead = { ...VALUATION_LEAD, name: HOSTILE_NAME };
    expect((await postLead(product.server.url, lead, randomUUID())).ok).toBe(true);
    await expect(page.getByRole('heading', { name: `Call ${HOSTILE_NAME}` })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('while the desk’s requests fail, the last list stays, with the phone numbers', async () => {
    const calls = '**/api/**';
    await page.route(calls, (route) => route.fulfill({ status: 503, json: { message: 'away' } }));
    await page.reload();
    await expect(page.getByText('The list as it was')).toBeVisible();
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(page.getByRole('button', { name: 'Trying now' })).toBeVisible();
    await expect(page.getByRole('link', { name: VALUATION_LEAD.phone })).toBeVisible();
    await page.unroute(calls);
    await expect(page.getByRole('heading', { name: `Call ${HOSTILE_NAME}` })).toBeVisible();
  });

  await test.step('while the app cannot read its configuration, it says so and tries again', async () => {
    const config = '**/config.json';
    for (const fail of [(route: Route) => route.fulfill({ status: 503 }), (route: Route) => route.abort()]) {
      await page.route(config, fail);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'The desk is not answering' })).toBeVisible();
      await expect(page.getByText('The list as it was')).toBeVisible();
      await page.unroute(config);
      await expect(page.getByRole('heading', { name: `Call ${HOSTILE_NAME}` })).toBeVisible();
    }
  });

  await test.step('when a script of the app fails to load, the page says so and can be reloaded', async () => {
    const app = '**/assets/app-*.js';
    await page.route(app, (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The desk did not load' })).toBeVisible();
    await expectAccessible(page);
    await page.unroute(app);
    await page.getByRole('button', { name: 'Load again' }).click();
    await expect(page.getByRole('heading', { name: `Call ${HOSTILE_NAME}` })).toBeVisible();
  });

  await test.step('the lead is claimed', async () => {
    await page.getByRole('link', { name: 'Open the lead' }).click();
    await expect(page.getByRole('heading', { level: 1, name: HOSTILE_NAME, exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Take it' }).click();
    await expect(page.getByText('It is yours.')).toBeVisible();
  });

  await test.step('the outcome of a call is recorded with three clicks', async () => {
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Spoke' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Value the property/ }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Spoke by phone' })).toBeVisible();
  });

  await test.step('a half-written note survives a reload', async () => {
    await page.getByLabel('Note').fill('Her <b>late</b> father’s house.');
    await page.reload();
    await expect(page.getByLabel('Note')).toHaveValue('Her <b>late</b> father’s house.');
    await page.getByRole('button', { name: 'Add the note' }).click();
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Her <b>late</b> father’s house.' }),
    ).toBeVisible();
    await expect(page.getByLabel('Note')).toHaveValue('');
  });

  await test.step('without a connection, a note waits and is then sent once', async () => {
    // The device has a connection, and the desk cannot be reached.
    await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
    await expect(page.getByText('Not connected since')).toBeVisible();
    await page.getByLabel('Note').fill('Written in a car park.');
    await page.getByRole('button', { name: 'Add the note' }).click();
    await expect(page.getByLabel('Note')).toBeFocused();
    await expect(page.getByText('Not sent yet. It is kept here')).toBeVisible();
    await expect(page.getByText('Kept here, not sent yet').first()).toBeVisible();
    await expect(page.getByLabel('Note')).toHaveValue('');
    await page.unroute('**/api/**');
    await expect(page.getByText('Not connected since')).toBeHidden();
    await expect(page.getByRole('listitem').filter({ hasText: 'Written in a car park.' })).toHaveCount(1);
  });

  await test.step('an offer says its discount in pounds and per cent', async () => {
    await page.getByRole('button', { name: 'Make an offer' }).click();
    await expect(page.getByLabel('Market value (£)')).toBeFocused();
    await page.getByLabel('Market value (£)').fill('185,000');
    await page.getByLabel('Our offer (£)').fill('148k');
    // The first Back closes only the dialog. The second leaves the lead.
    await page.goBack();
    await expect(page.getByLabel('Our offer (£)')).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: HOSTILE_NAME, exact: true })).toBeHidden();
    await page.goForward();
    await page.getByRole('button', { name: 'Make an offer' }).click();
    await expect(page.getByLabel('Our offer (£)')).toHaveValue('148k');
    await page.getByLabel('The market value is based on').selectOption('Home Report');
    await page.getByLabel('Source of funds').selectOption('Our own cash');
    await page.getByText('What may still lower the price', { exact: true }).first().click();
    await page.getByLabel('Nothing that we know of may still lower it').check();
    await page.getByLabel('Conditions').fill('A survey');
    await fillOurTerms(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Record the offer' }).click();
    await expect(
      page.getByRole('listitem').filter({ hasText: '£37,000 (20%) below market value' }),
    ).toBeVisible();
    // The preview in the dialog has the same words.
    await expect(page.getByLabel('Our offer (£)')).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/#\/$/);
    await page.goForward();
  });

  await test.step('a change to the offer needs a reason and evidence', async () => {
    await page.getByRole('button', { name: 'Answer or change' }).click();
    await expect(page.getByText('Conditions: A survey')).toBeVisible();
    await page.getByLabel('Outcome').selectOption('We change it');
    await page.getByLabel('Our offer (£)').fill('140,000');
    await page.getByLabel('Which line changes?').selectOption('margin');
    await page.getByLabel('Conditions').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Choose the reason.')).toBeVisible();
    await page.getByLabel('Why').selectOption('Survey finding');
    await expect(page.getByText('Choose the reason.')).toBeHidden();
    await expect(page.getByText('Give the evidence: a report and its date, for example.')).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Give the evidence: a report and its date, for example.')).toBeVisible();
    await page.getByLabel('Evidence').fill('Survey of 19 November: dry rot.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByRole('listitem').filter({ hasText: '£45,000 (24.3%) below market value' }),
    ).toBeVisible();
    // The former offer stays as it was, with its conditions; the new one has none.
    await expect(page.getByText('Conditions: A survey')).toHaveCount(1);
  });

  await test.step('of two people who change a lead at once, the second sees who was first, and both versions', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Change stage' }).click();
    await other.getByLabel('Where it stands').selectOption('Solicitors instructed');

    await page.getByRole('button', { name: 'Contact rules' }).click();
    await page.getByLabel('In words').fill('Text first');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Contact rules saved')).toBeVisible();

    await other.getByRole('button', { name: 'Save' }).click();
    await expect(other.getByText('changed this lead at')).toBeVisible();
    await expectNoViolations(other);
    await other.getByRole('button', { name: 'Save my version' }).click();
    await expect(other.getByText('Now: Solicitors instructed').first()).toBeVisible();
    await other.close();
    await expect(page.getByText('Solicitors instructed').first()).toBeVisible();
  });

  await test.step('keyboard shortcuts work while a toast is shown, but not while somebody types', async () => {
    await page.getByRole('button', { name: 'Pass on' }).click();
    await page.getByRole('button', { name: 'Nobody: put it back' }).click();
    await expect(page.getByText('Put back', { exact: true }).first()).toBeVisible();
    await page.keyboard.press('n');
    await expect(page.getByLabel('Note')).toBeFocused();
    await page.keyboard.type('njkc/');
    await expect(page.getByLabel('Note')).toHaveValue('njkc/');
    await page.getByLabel('Note').fill('');
  });

  await test.step('a closed case has no link to call, and can be reopened', async () => {
    await page.getByRole('button', { name: 'Change stage' }).click();
    await page.getByLabel('Where it stands').selectOption('Closed');
    await page.getByLabel('Why it is closed').selectOption('Seller withdrew');
    await page.getByRole('button', { name: 'Close the case' }).click();
    await expect(page.getByRole('link', { name: 'Call', exact: true })).toBeHidden();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open the case again' }).click();
    await expect(page.getByLabel('Where it stands')).toHaveValue('solicitors_instructed');
    await page.getByLabel('Next step').selectOption('Call');
    await page
      .getByRole('button', { name: / \d\d:\d\d$/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Call', exact: true })).toBeVisible();
  });

  await test.step('search finds a lead by part of its phone number, and every other page is accessible', async () => {
    const desk = new URL(deskLink).origin;
    await page.goto(`${desk}/#/search`);
    await page.getByRole('searchbox').fill('4960123');
    await expect(page.getByText('1 lead', { exact: true })).toBeVisible();
    await expectAccessible(page);
    for (const [path, heading] of [
      ['all/mine', 'Mine'],
      ['all/suspect', 'Possible spam'],
      ['funnel', 'Funnel'],
      ['person', 'People and their data'],
      ['account', 'Owner'],
    ] as const) {
      await page.goto(`${desk}/#/${path}`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expectAccessible(page);
    }
  });

  await test.step('a note that waits for a connection outlives its tab, and closing the tab asks first', async () => {
    const [row] = await product.query('select id from public.leads');
    const lead = new URL(`/#/lead/${String(row?.id)}`, deskLink).href;
    await page.goto(lead);
    await page.context().setOffline(true);
    await page.getByLabel('Note').fill('Written before the battery was empty.');
    await page.getByRole('button', { name: 'Add the note' }).click();
    await expect(page.getByText('Not sent yet. It is kept here')).toBeVisible();
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await Promise.all([page.waitForEvent('close'), dialog.accept()]);
    await page.context().setOffline(false);
    const later = await page.context().newPage();
    await later.goto(lead);
    await expect(
      later.getByRole('listitem').filter({ hasText: 'Written before the battery was empty.' }),
    ).toHaveCount(1);
    await expect(later.getByText('Not sent yet')).toHaveCount(0);
  });
});
