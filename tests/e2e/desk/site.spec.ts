/** "Site" at the desk: what an owner changes on the public site, with a phone, and what becomes of it. */
import type { Page } from '@playwright/test';
import { holdRequests } from '#support/browser/lead-form-page.ts';
import { inviteToDesk } from '#support/desk/invite-to-desk.ts';
import {
  addArticle,
  addCity,
  addClosedDays,
  addLink,
  field,
  fillCity,
  fillReview,
  openDocument,
  openFigure,
  openSentence,
  openSite,
  saved,
  text,
  unfold,
} from '#support/desk/site-pages.ts';
import { waitUntil } from '#support/runner/wait-until.ts';
import { expect } from '../fixtures.ts';
import { expectAccessible } from './expect-accessible.ts';
import { trialTest as test } from './sign-in-fixtures.ts';

// What causes console errors in this test: a desk that cannot be reached, another owner's change (409), and a member of staff
// who asks for the site (403).
test.use({ expectedConsoleErrors: /ERR_FAILED|status of 40[39]/, productVariables: { DESK_PORT: '0' } });

async function publish(page: Page, count: RegExp): Promise<void> {
  await page.getByRole('button', { name: count }).click();
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published. Visitors see it now.')).toBeFocused();
}

test('an owner changes the site, looks at it, publishes it and takes it back', async ({
  page,
  product,
  deskLink,
  browser,
  watch,
}) => {
  const { url } = product.server;
  const read = async (path: string) => (await fetch(url + path)).text();
  const shows = (path: string, words: string) =>
    waitUntil(`${path} shows ${words}`, async () => (await read(path)).includes(words));
  await page.goto(deskLink);

  await test.step('Site is in the navigation, and lists what can be changed', async () => {
    await openSite(page);
    await expect(page.getByRole('heading', { name: 'Nothing waits to be published' })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Search').fill('whatsapp');
    await expect(page.getByRole('link', { name: 'Your firm, hours and contact' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Glasgow' })).toBeHidden();
    await page.getByLabel('Search').fill('0131');
    await expect(page.getByText('0131 496 0123')).toBeVisible();
    await page.getByLabel('Search').fill('no agents, no home report');
    await expect(page.getByText(/no agents, no Home Report needed/)).toBeVisible();
    await page.getByLabel('Search').fill('');
  });

  await test.step('new opening hours, for a week at once, are kept through a reload', async () => {
    await page.getByRole('link', { name: 'Opening hours', exact: true }).click();
    await expect(page.getByRole('checkbox', { name: 'Monday' })).toBeFocused();
    await page.getByLabel('Closes on Monday').fill('20:00');
    await page.getByRole('button', { name: 'Same from Monday to Friday' }).click();
    await saved(page);
    await page.reload();
    await expect(page.getByLabel('Closes on Friday')).toHaveValue('20:00');
  });

  await test.step('new opening hours from a day begin with those of today', async () => {
    await page.getByRole('button', { name: 'Add: New opening hours' }).click();
    const next = page.getByRole('group', { name: 'Opening hours from that day' });
    await expect(next.getByLabel('Closes on Friday')).toHaveValue('20:00');
    await page.getByRole('button', { name: 'Take this part out: New opening hours' }).click();
    await saved(page);
  });

  await test.step('closed days are chosen in a calendar', async () => {
    await addClosedDays(page);
    await expectAccessible(page);
  });

  await test.step('a number that is none is kept, said at its field, and listed with a link to it', async () => {
    const phone = field(page, 'Telephone number');
    await phone.fill('0131 49');
    await page.getByRole('button', { name: '1 thing to put right' }).click();
    await expect(page.getByRole('heading', { name: 'To put right before you publish' })).toBeFocused();
    await page.getByRole('button', { name: /^Telephone number: / }).click();
    await expect(phone).toBeFocused();
    await expect(phone).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
  });

  await test.step('without a connection, what is typed is kept on the phone, and stored later', async () => {
    await page.route('**/api/**', (route) => route.abort());
    await field(page, 'Telephone number').fill('0131 496 0777');
    await expect(
      page.getByText('Kept on this device. It is saved as soon as the desk answers.'),
    ).toBeVisible();
    await page.unroute('**/api/**');
    await saved(page);
    await expect(field(page, 'Telephone number')).not.toHaveAttribute('aria-invalid');
  });

  await test.step('another owner who has changed the same is shown, and both changes are kept', async () => {
    const other = await page.context().newPage();
    watch(other);
    await other.goto(`${new URL(deskLink).origin}/#/site/edit/firm.yaml`);
    await field(other, 'WhatsApp number').fill('07700 900777');
    await saved(other);
    await other.close();
    await field(page, 'Email address for visitors').fill('hello@gable-and-wynd.scot');
    await expect(page.getByRole('alert').getByText('07700 900777')).toBeVisible();
    await expect(page.getByRole('alert').getByText('hello@gable-and-wynd.scot')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep both' }).click();
    await saved(page);
    await expect(field(page, 'WhatsApp number')).toHaveValue('07700 900777');
    await expect(field(page, 'Email address for visitors')).toHaveValue('hello@gable-and-wynd.scot');
  });

  await test.step('a change that a colleague has just made is not discarded, but shown', async () => {
    await page.getByRole('button', { name: 'Discard this change' }).click();
    const other = await page.context().newPage();
    watch(other);
    await other.goto(`${new URL(deskLink).origin}/#/site/edit/firm.yaml`);
    await field(other, 'WhatsApp number').fill('07700 900778');
    await saved(other);
    await other.close();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard it' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Nothing is discarded: look at it first.' });
    await expect(alert.getByText('07700 900777')).toBeVisible();
    await expect(alert.getByText('07700 900778')).toBeVisible();
    await expectAccessible(page);
    await expect(field(page, 'WhatsApp number')).toHaveValue('07700 900778');
  });

  await test.step('the changes are published, and the visitors’ pages have them', async () => {
    await openSite(page);
    await publish(page, /^Publish 1 change$/);
    await shows('/', '0131 496 0777');
    expect(await read('/')).toContain('"closes":"20:00"');
  });

  await test.step('a web host that was not told is said, and told again', async () => {
    const message = 'It could not be reached.';
    await page.route(/\/api\/site(?:_work)?$/, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { work?: object };
      Object.assign(answer.work ?? answer, { problems: [{ path: null, field: [], message, of_host: true }] });
      await route.fulfill({ response, json: answer });
    });
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: 'your web host still shows the former pages' });
    await expect(alert).toContainText(message);
    await expect(page.getByText('Published. Visitors see it now.')).toBeHidden();
    await expectAccessible(page);
    await page.unroute(/\/api\/site(?:_work)?$/);
    await alert.getByRole('button', { name: 'Tell it again' }).click();
    await expect(alert).toBeHidden();
  });

  await test.step('a review is entered with its source', async () => {
    await openDocument(page, 'Reviews');
    await unfold(page, 'Home page');
    await page.getByRole('button', { name: 'Add one' }).click();
    await expect(field(page, 'Name')).toBeFocused();
    await fillReview(page);
    await expectAccessible(page);
    await saved(page);
    await expect(page.getByRole('button', { name: /put right/ })).toBeHidden();
  });

  await test.step('a figure is withdrawn, and the sentence that had it is listed and changed', async () => {
    await openFigure(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Withdraw this figure/ }).click();
    await expect(page.getByRole('button', { name: 'Put it back' })).toBeFocused();
    await saved(page);
    await openSite(page);
    // The field gets the focus although its editor takes more than a second to load.
    const release = await holdRequests(page, /\/assets\/ClaimText-.*\.js$/);
    await openSentence(page);
    await expect(page.getByText('Paragraph 2: one moment')).toBeVisible();
    await page.evaluate(async () => {
      for (let frame = 0; frame < 70; frame += 1) await new Promise(requestAnimationFrame);
    });
    release();
    const paragraph = text(page, 'Paragraph 2');
    await expect(paragraph).toBeFocused();
    await paragraph.fill(
      'Edinburgh has plenty of buyers. A tidy flat with a clear title should go to an agent.',
    );
    await saved(page);
  });

  await test.step('a city is added with its own words', async () => {
    await addCity(page);
    await expectAccessible(page);
    await fillCity(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add them' }).click();
    await expect(page.getByText('Added: 16.')).toBeVisible();
    await saved(page);
    await expect(page.getByRole('button', { name: /put right/ })).toBeHidden();
  });

  await test.step('an article is written, with a link', async () => {
    await addArticle(page);
    await text(page, 'Text').click();
    await page.keyboard.type('A flat can be sold with its tenant.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('We have written more: ');
    await addLink(page, 'what sellers in Glasgow ask', '/glasgow');
    await expectAccessible(page);
    await saved(page);
    await expect(page.getByRole('button', { name: /put right/ })).toBeHidden();
  });

  await test.step('what has changed is shown, old and new beside each other', async () => {
    await openSite(page);
    await page.getByRole('link', { name: 'What has changed' }).click();
    const edinburgh = page.getByRole('region', { name: 'Edinburgh' });
    await expect(edinburgh.getByText(/recorded .* sales in 2024–25/)).toBeVisible();
    await expect(edinburgh.getByText('Edinburgh has plenty of buyers. A tidy flat')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the real pages are looked at before anybody else sees them', async () => {
    await openDocument(page, 'Perth');
    await page.getByRole('button', { name: 'Preview' }).click();
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { name: 'A cash buyer for your home in Perth' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'On a computer' }).click();
    await page.getByLabel('Page', { exact: true }).selectOption('Home page');
    await expect(frame.getByText('They said what they would pay, and paid it.')).toBeVisible();
    expect((await fetch(`${url}/perth`)).status).toBe(404);
  });

  await test.step('they are published', async () => {
    await publish(page, /^Publish 5 changes$/);
    await shows('/perth', 'A cash buyer for your home in Perth');
    await shows('/', 'perth PH1 PH2');
    const article = '/blog/selling-a-flat-with-a-sitting-tenant';
    await shows(article, 'A flat can be sold with its tenant.');
    expect(await read(article)).toMatch(/<a href="?\/glasgow"?>what sellers in Glasgow ask<\/a>/);
    await shows('/', 'They said what they would pay, and paid it.');
    expect(await read('/edinburgh')).not.toContain('sales in 2024–25');
  });

  await test.step('one press takes the former version back, and one more the new one', async () => {
    // The last but one; the oldest is the installed site.
    const former = page
      .getByRole('region', { name: 'Published before' })
      .getByRole('button', { name: /^Use this one/ })
      .first();
    await openSite(page);
    await former.click();
    await expect(page.getByText('Done. Visitors see the version that you chose.')).toBeVisible();
    await waitUntil('the former version is served', async () => (await fetch(`${url}/perth`)).status === 404);
    await shows('/', '0131 496 0777');
    await expectAccessible(page);
    await former.click();
    await shows('/perth', 'A cash buyer for your home in Perth');
  });

  await test.step('a member of staff who is not an owner sees nothing of it', async () => {
    const person = { name: 'Ben', email: 'ben@example.com', role: 'staff' } as const;
    const { origin } = new URL(deskLink);
    const ben = await (await browser.newContext()).newPage();
    watch(ben);
    await ben.goto(await inviteToDesk(product.dataDir, origin, person));
    await expect(ben.getByRole('link', { name: 'Funnel' })).toBeVisible();
    await expect(ben.getByRole('link', { name: 'Site', exact: true })).toBeHidden();
    await ben.goto(`${origin}/#/site/edit/firm.yaml`);
    await expect(ben.getByRole('heading', { name: 'For owners' })).toBeVisible();
    const statuses = await ben.evaluate(async () => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      const responses = await Promise.all([fetch('/api/site', init), fetch('/preview/1/')]);
      return responses.map(({ status }) => status);
    });
    expect(statuses).toEqual([403, 403]);
    await ben.context().close();
  });
});
