/** The desk's lists and what surrounds a lead: counts, Back, keys, focus, and small screens. */
import pg from 'pg';
import { ignoreTelephoneLinks } from '#support/browser/wide-desk.ts';
import { embeddedDatabaseUrl } from '#support/server/installation.ts';
import { fillWithDemo, removeDemo } from '#server/operations/demonstration/demonstration.ts';
import { expect } from '../fixtures.ts';
import { horizontalOverflowPx } from '../page-checks.ts';
import { expectAccessible } from './expect-accessible.ts';
import { trialTest as test } from './sign-in-fixtures.ts';

test.use({
  expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED|status of 409/,
  productVariables: { DESK_PORT: '0', MAIL_FROM: 'desk@gable-and-wynd.example' },
});

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitaenskajuetentuer'.repeat(2).slice(0, 100);

test('one person finds their way through 70 leads by touch and by keys', async ({
  page,
  product,
  deskLink,
}) => {
  await ignoreTelephoneLinks(page);
  const client = new pg.Client(await embeddedDatabaseUrl(product.dataDir));
  await client.connect();
  const desk = new URL(deskLink).origin;
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const rows = page.locator('[data-card]');
  const addLeads = (name: string, count = 1) =>
    client.query(
      `insert into public.leads (name, phone, message, source, created_at)
       select $1 || case when $2 > 1 then ' ' || n else '' end, '0131 496 0' || 100 + n, 'Hello', 'chat_widget',
         now() - make_interval(secs => n)
       from generate_series(1, $2::int) as n`,
      [name, count],
    );
  const onScreen = (text: string) => page.getByText(text).filter({ visible: true }).first();

  await test.step('what is deleted leaves an open tab at once', async () => {
    await fillWithDemo(client);
    await page.goto(deskLink);
    await expect(heading(/\(invented\)$/)).toBeVisible();
    await removeDemo(client);
    await expect(heading('The first enquiry will appear here')).toBeVisible();
  });

  await test.step('on every page, the title and the navigation count who waits', async () => {
    await page.goto(`${desk}/#/funnel`);
    await expect(page).toHaveTitle(/^Funnel · /);
    await addLeads(LONG);
    await expect(page).toHaveTitle(/^\(1\) Funnel · /);
    await expect(page.getByRole('link', { name: 'Now 1 waiting' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('on "Now", a more urgent call is shown at once, unless somebody is choosing', async () => {
    await client.query(
      `update desk.cases set stage = 'contacted', reached = 'contacted', first_contact_at = now(), next_action = 'call',
         next_at = now() - interval '1 hour'`,
    );
    await page.goto(`${desk}/#/`);
    await page.reload();
    await expect(heading(`Call ${LONG}`)).toBeVisible();
    await addLeads('Una Urgent');
    await expect(heading('Call Una Urgent')).toBeVisible();
    await rows.first().focus();
    await addLeads('Sam Second');
    await page.getByRole('button', { name: /^New enquiry/ }).click();
    await expect(page.locator('#main')).toBeFocused();
    await expect(rows.filter({ hasText: 'Sam Second' })).toBeVisible();
  });

  await test.step('the whole lead fits a phone, with a long word and with text of twice the size', async () => {
    await rows.filter({ hasText: LONG }).click();
    const note = page.getByLabel('a note for us only');
    await note.fill(LONG);
    await page.getByRole('button', { name: 'Add the note' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: LONG })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    const top = (what: typeof note) =>
      what.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    expect(await top(note)).toBeLessThan(2 * 844);
    expect(await top(page.getByRole('button', { name: 'Change contact rules' }))).toBeLessThan(2 * 844);
    const session = await page.context().newCDPSession(page);
    await session.send('Page.enable');
    for (const [width, standard] of [
      [320, 16],
      [390, 32],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await session.send('Page.setFontSizes', { fontSizes: { standard } });
      await expect(page.locator('html')).toHaveCSS('font-size', `${standard}px`);
      const cut = await page
        .locator('body *')
        .evaluateAll((all) =>
          all
            .filter((element) => element.getBoundingClientRect().right > innerWidth)
            .map(({ outerHTML }) => outerHTML.slice(0, 120)),
        );
      expect(cut).toEqual([]);
      expect(await horizontalOverflowPx(page)).toBe(0);
    }
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  });

  await test.step('Back leads to the same place of the list, also beyond "Show more"', async () => {
    // In one transaction, because so many leads at once look like a flood.
    await client.query('begin');
    await addLeads('Lead number', 68);
    await client.query(`update public.leads set suspect_reasons = '{}'`);
    await client.query('commit');
    for (const path of ['', 'all/open']) {
      await page.goto(`${desk}/#/${path}`);
      await page.reload();
      await page.getByRole('button', { name: 'Show more' }).click();
      const row = rows.nth(62);
      await row.scrollIntoViewIfNeeded();
      const before = await page.evaluate(() => scrollY);
      expect(before).toBeGreaterThan(2000);
      await row.click();
      await expect(page.locator('.lead h1')).toBeFocused();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.goBack();
      await expect(row).toBeFocused();
      await expect(row).toBeInViewport();
      expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(100);
    }
  });

  await test.step('a search survives the way to other lists and back, and the title names the page', async () => {
    await page.goto(`${desk}/#/search`);
    await page.getByRole('searchbox').fill('number 6');
    await rows.first().click();
    await expect(page).toHaveTitle(/^\(\d+\) Lead number/);
    await page.goto(`${desk}/#/all/open`);
    await expect(page).toHaveTitle(/^\(\d+\) Open/);
    await page.goto(`${desk}/#/search`);
    await expect(page).toHaveTitle(/^\(\d+\) Search/);
    await expect(page.getByRole('searchbox')).toHaveValue('number 6');
    await expect(rows.first()).toBeVisible();
  });

  await test.step('a lead that was not opened before the connection failed says so', async () => {
    await page.goto(`${desk}/#/all/open`);
    // Forgets the leads that were opened above.
    await page.reload();
    const row = rows.nth(20);
    await expect(row).toBeVisible();
    await page.context().setOffline(true);
    await row.click();
    await expect(onScreen('this lead was not opened in this tab before')).toBeVisible();
    await page.context().setOffline(false);
    await expect(heading(/^Lead number/)).toBeVisible();
  });

  await test.step('J opens 66 leads as fast as it is pressed, beyond the end of the page, in one step of Back', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${desk}/#/all/open`);
    await page.reload();
    await expect(rows).toHaveCount(50);
    for (let press = 0; press < 66; press += 1) await page.keyboard.press('j');
    await expect(rows.nth(65)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('k');
    await expect(rows.nth(64)).toHaveAttribute('aria-current', 'true');
    await page.goBack();
    await expect(page).toHaveURL(/#\/all\/open$/);
  });

  await test.step('by keys, Call is near the top, and the focus is never lost', async () => {
    await rows.first().press('Enter');
    await expect(page.locator('.lead h1')).toBeFocused();
    await page.locator('.skip-link').press('Enter');
    const call = page.getByRole('link', { name: 'Call', exact: true });
    const isCalling = () => call.evaluate((link) => link === document.activeElement);
    let tabs = 2;
    for (; tabs < 10 && !(await isCalling()); tabs += 1) await page.keyboard.press('Tab');
    await expect(call).toBeFocused();
    await call.press('Enter');
    await expect(page.getByRole('button', { name: 'Spoke' })).toBeFocused();
    await page.getByRole('button', { name: 'No answer' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'What comes next?' })).toBeVisible();
    await expect(page.locator('.sheet:focus-within')).toBeVisible();
    await page.getByRole('button', { name: /^Call/ }).first().press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(call).toBeFocused();
    await page.keyboard.press('n');
    await expect(page.getByLabel('a note for us only')).toBeFocused();
    await page.keyboard.type('Half a note');
    await page.keyboard.press('Escape');
    await expect(page.locator('.lead h1')).toBeFocused();
    await expect(page.getByLabel('a note for us only')).toHaveValue('Half a note');
    await page.goto(`${desk}/#/`);
    await page.locator('.next-call').press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter');
    await expect(page.locator('.lead h1')).toBeFocused();
  });

  await test.step('several leads are given at once, and who was changed meanwhile is named', async () => {
    await client.query(`update desk.cases set stage = 'offer_made', reached = 'offer_made'`);
    await page.goto(`${desk}/#/all/open`);
    await page.reload();
    await page.getByRole('button', { name: 'Choose several' }).click();
    for (const index of [0, 1, 2]) await page.getByRole('checkbox').nth(index).check();
    await expectAccessible(page);
    const changed = await rows.nth(1).getAttribute('data-card');
    await client.query('update desk.cases set version = version + 1 where lead_id = $1', [changed]);
    await page.getByRole('button', { name: 'Give to' }).click();
    await page.getByRole('button', { name: 'Owner (you)' }).click();
    await expect(page.getByRole('region', { name: 'Chosen leads' })).toContainText(
      /^2 given, 1 not: .+changed it first/,
    );
    // Without a connection, a lead is planned and then closed: both are kept.
    await page.context().setOffline(true);
    const both = await rows.nth(5).getAttribute('data-card');
    await page.getByRole('checkbox').nth(5).check();
    await page.getByRole('button', { name: 'Plan' }).click();
    await page
      .getByRole('button', { name: / \d\d:\d\d$/ })
      .last()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Plan' }).click();
    await expect(page.getByText('0 planned')).toBeVisible();
    await page.getByRole('checkbox').nth(5).check();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByLabel('Reason').selectOption('No reply');
    await expect(page.getByText(/^With an offer, or waiting for an answer: /)).toBeVisible();
    await page.getByRole('button', { name: 'Close 1 lead' }).click();
    await page.context().setOffline(false);
    await expect(page.getByText('1 closed')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Chosen leads' }).getByRole('status')).toBeFocused();
    const { rows: cases } = await client.query('select stage from desk.cases where lead_id = $1', [both]);
    expect(cases).toEqual([{ stage: 'closed' }]);
    await page.getByRole('button', { name: 'Open it again' }).click();
    await expect(page.getByText('1 open again')).toBeVisible();
    const reopened = await client.query('select stage from desk.cases where lead_id = $1', [both]);
    expect(reopened.rows).toEqual([{ stage: 'offer_made' }]);
  });
  await client.end();
});
