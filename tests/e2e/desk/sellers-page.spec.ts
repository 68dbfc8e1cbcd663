import { readFile } from 'node:fs/promises';
import { devices, type BrowserContext, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { A_PDF } from '#support/papers/send-file.ts';
import { EnquiryPage } from '#support/browser/enquiry-page.ts';
import { VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { openWideDesk } from '#support/browser/wide-desk.ts';
import { ValuationFormPage } from '#support/browser/valuation-form-page.ts';
import { test as base, expect } from '../fixtures.ts';
import { expectNoViolationsInBothSchemes, setVisibility } from '../page-checks.ts';
import { expectAccessible } from './expect-accessible.ts';
import { fillOurTerms } from './fill-our-terms.ts';

type Fixtures = {
  desk: Page;
  enquiry: EnquiryPage;
  /** Opens the lead with this phone number at the desk. */
  openLead: (phone: string) => Promise<void>;
};
type WorkerFixtures = { signedIn: { deskUrl: string; context: BrowserContext } };

/** Two browsers: `page` is a seller's phone, and `desk` is the desk, the staff's app, on a wide screen. */
const test = base.extend<Fixtures, WorkerFixtures>({
  // The link in the log works once, so the tests of a worker share one sign-in.
  signedIn: [
    async ({ browser, product }, use) => {
      const { link } = await product.server.waitForLog('this link opens the desk, once');
      const context = await openWideDesk(browser, {
        permissions: ['clipboard-read', 'clipboard-write', 'notifications'],
      });
      await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
      const page = await context.newPage();
      await page.goto(String(link));
      await page.getByText('The first enquiry will appear here').waitFor();
      await page.close();
      await use({ deskUrl: new URL('/#/', String(link)).href, context });
      await context.close();
    },
    { scope: 'worker' },
  ],
  backendUrl: async ({ signedIn }, use) => {
    await use(new URL(signedIn.deskUrl).origin);
  },
  desk: async ({ signedIn, watch }, use) => {
    const desk = await signedIn.context.newPage();
    watch(desk);
    await desk.goto(signedIn.deskUrl);
    await use(desk);
    await desk.close();
  },
  enquiry: async ({ page }, use) => {
    await use(new EnquiryPage(page));
  },
  openLead: async ({ desk, product, signedIn }, use) => {
    await use(async (phone) => {
      const [lead] = await product.query('select id from public.leads where phone = $1', [phone]);
      await desk.goto(`${signedIn.deskUrl}lead/${String(lead?.id)}`);
    });
  },
});

// What causes console errors in these tests: a browser that cannot ring, an offline one, ended links and an erased lead.
test.use({
  expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (?:404|422)/,
  // No other test file has these variables, so this one gets a server of its own, with an empty desk. Confirmations are
  // off, because the desk would count the links in them too.
  productVariables: { DESK_PORT: '0', LEADS_PER_MINUTE: 'off', CONFIRM_ENQUIRIES: 'off' },
});

/** Mobile numbers, which WhatsApp takes, from the range that Ofcom reserves for fiction. */
const [PHONE, OTHER_PHONE] = ['07700 900123', '07700 900456'];
const { name: NAME } = VALUATION_LEAD;

/** What is taken off in the first offer: £15,000. */
const LINES = [
  ['Damp in the back bedroom', '4,500', 'A quote'],
  ['Our share of the roof', '6,000', 'Our estimate'],
  ['Rewiring', '3,200', 'The Home Report'],
  ['Clearing the garden', '1,300', 'Our estimate'],
];

const historyOf = (desk: Page) => desk.getByRole('region', { name: 'History' });

test('a sale from the form to the seller’s yes, and another seller who withdraws and has everything erased', async ({
  page,
  browser,
  desk,
  enquiry,
  product,
  signedIn: { deskUrl },
  openLead,
  watch,
}) => {
  const siteUrl = product.server.url;
  const history = historyOf(desk);
  const reach = desk.getByRole('group', { name: `Reach ${NAME}` });
  const valuation = new ValuationFormPage(page, PHONE);
  const workingLinks = desk.locator('dl > div').filter({ hasText: 'Working links' });

  async function planNext(step: string) {
    await desk.getByRole('combobox', { name: 'Next step' }).selectOption(step);
    await desk
      .getByRole('button', { name: / \d\d:\d\d$/ })
      .first()
      .click();
  }

  await test.step('a seller sends the form on a phone, and follows the link to their own page', async () => {
    await valuation.send();
    await valuation.ownPageLink.click();
    await expect(enquiry.standing).toHaveText('We have your enquiry.');
    await desk.getByRole('link', { name: 'Open the lead' }).click();
    await expect(desk.getByText('Opened their page')).toBeVisible();
    await expect(workingLinks).toHaveText('Working links1');
  });

  await test.step('staff ring, and record that nobody answered', async () => {
    await reach.getByRole('link', { name: 'Call' }).click();
    await desk.getByRole('button', { name: 'No answer' }).click();
    await desk.getByRole('button', { name: /^Write, / }).click();
    await expect(history.getByText('No answer by phone')).toBeVisible();
    await expect(enquiry.standing).toHaveText(
      /^We tried to ring you today at \d\d:\d\d and could not reach you\.$/,
    );
    await expectAccessible(page);
  });

  await test.step('staff send the link by WhatsApp, and the seller opens it', async () => {
    await desk.getByRole('button', { name: 'Copy the seller’s link' }).click();
    const field = desk.getByLabel('Anyone with this link');
    await expect(field).toHaveValue(/\/your-enquiry#k=[\w-]{43}$/);
    const link = await field.inputValue();
    await expect.poll(() => desk.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await expect(workingLinks).toHaveText('Working links2');
    await expectAccessible(desk);
    const opened = desk.waitForEvent('popup');
    await reach.getByRole('link', { name: 'WhatsApp' }).click();
    const whatsApp = await opened;
    await whatsApp.waitForURL('https://wa.me/447700900123');
    await whatsApp.close();
    await desk.getByRole('button', { name: 'Message sent' }).click();
    await desk
      .getByRole('button', { name: /^Wait for the seller, / })
      .first()
      .click();
    await expect(history.getByText('Message sent on WhatsApp')).toBeVisible();
    await enquiry.open(link.replace(new URL(link).origin, siteUrl));
    await expect(enquiry.standing).toHaveText(/^We sent you a message on WhatsApp today at /);
  });

  await test.step('the seller asks for a call, which is the next step at the desk, with its time window', async () => {
    const call = await enquiry.unfold('Ask us to ring you');
    await call.getByLabel('When would suit you?').selectOption({ index: 1 });
    await call.getByRole('button', { name: 'Ask for this call' }).click();
    await expect(enquiry.standing).toHaveText(/^We will ring you .* between \d\d:\d\d and \d\d:\d\d\.$/);
    const [window = ''] = /\d\d:\d\d and \d\d:\d\d/.exec((await enquiry.standing.textContent()) ?? '') ?? [];
    const planned = desk.getByText(/^Call, .* to \d\d:\d\d, as the seller asked$/);
    await expect(planned).toContainText(window.replace('and', 'to'));
    await expect(desk.getByText(`${NAME} asked for a call`).first()).toBeVisible();
    await desk.getByRole('button', { name: 'Confirm this time' }).click();
    await expect(desk.getByText(`${NAME} asked for a call`)).toHaveCount(0);
    await desk.getByRole('button', { name: 'Record', exact: true }).click();
    await desk.getByRole('button', { name: 'Spoke' }).click();
    await desk.getByRole('button', { name: /^Value the property/ }).click();
    await expect(enquiry.standing).toHaveText('We are working out your offer.');
  });

  await test.step('staff plan a visit, and the seller reads who comes', async () => {
    await desk.getByRole('button', { name: 'Change next' }).click();
    await planNext('Visit the property');
    await desk.getByLabel('Who comes').fill('Morag, in a green van');
    await desk.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/^We will come to see the property .* at \d\d:\d\d\.$/)).toBeVisible();
    await expect(page.getByText('Who comes: Morag, in a green van')).toBeVisible();
  });

  await test.step('staff make a full offer, with the preview of what the seller will read', async () => {
    await desk.getByRole('button', { name: 'Make an offer' }).click();
    await desk.getByLabel('Market value (£)').fill('185,000');
    await desk.getByLabel('Our offer (£)').fill('148k');
    await desk.getByLabel('The market value is based on').selectOption('Home Report');
    await desk.getByLabel('Source of funds').selectOption('Our own cash');
    await desk.getByText('How we worked it out', { exact: true }).first().click();
    for (const [index, [what = '', amount = '', from = '']] of LINES.entries()) {
      await desk.getByRole('button', { name: 'Add a line' }).click();
      const line = desk
        .getByRole('group', { name: 'Lines' })
        .getByRole('group', { name: `Line ${index + 1}` });
      await expect(line.getByLabel('What')).toBeFocused();
      await line.getByLabel('What').fill(what);
      await line.getByLabel('Amount (£)').fill(amount);
      await line.getByLabel('From').selectOption(from);
    }
    await desk.getByText('What may still lower the price', { exact: true }).first().click();
    for (const [index, what] of ['Damp survey', 'Title'].entries()) {
      await desk.getByRole('button', { name: 'Add a point' }).click();
      const point = desk.getByRole('group', { name: `Open point ${index + 1}` });
      await point.getByLabel('What').fill(what);
      await point.getByLabel('Last day').fill(await desk.getByLabel('Open until').inputValue());
    }
    await fillOurTerms(desk);
    const preview = desk.getByRole('region', { name: 'What the seller will read' });
    await expect(
      preview.getByRole('row', { name: 'Damp in the back bedroom (a quote) −£4,500' }),
    ).toBeVisible();
    await expect(preview.getByRole('row', { name: /profit −£22,000$/ })).toBeVisible();
    await expect(preview.locator('td').first()).toHaveCSS('white-space', 'nowrap');
    await desk.getByRole('button', { name: 'Add a point' }).click();
    await desk.getByRole('button', { name: 'Remove open point 3' }).click();
    await expect(desk.getByRole('button', { name: 'Add a point' })).toBeFocused();
    const buyer = desk.getByLabel('Who buys, if not our company');
    for (const typed of ['Croft', '']) await buyer.fill(typed);
    await expect(buyer).toBeVisible();
    // A wrong field in a step that was closed.
    await desk.getByLabel('The most we pay their solicitor, with VAT (£)').fill('all');
    await desk.getByText('Who buys, and what we pay').click();
    await desk.getByRole('button', { name: 'Record the offer' }).click();
    await expect(desk.getByLabel('The most we pay their solicitor, with VAT (£)')).toBeFocused();
    await desk.getByLabel('The most we pay their solicitor, with VAT (£)').fill('1,200');
    await expectAccessible(desk);
    await desk.getByRole('button', { name: 'Record the offer' }).click();
    await expect(history.getByText(/^Offer of £148,000/)).toBeVisible();
    await desk.getByText('What the seller reads').click();
    await expect(desk.getByRole('row', { name: /profit −£22,000$/ })).toBeVisible();
    await expect(enquiry.standing).toHaveText(/^Our offer of £148,000 is open until /);
    await expect(page.getByRole('row', { name: /profit −£22,000$/ })).toBeVisible();
    for (const point of ['Damp survey', 'Title'])
      await expect(page.getByText(new RegExp(`^${point}, until `))).toBeVisible();
  });

  await test.step('staff attach the Home Report to the offer, and a daughter reads both by a link of her own', async () => {
    await desk.getByRole('button', { name: 'Add a picture or a PDF' }).click();
    const form = desk.getByRole('dialog', { name: 'Add a picture or a PDF' });
    await form
      .getByLabel('File')
      .setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer: A_PDF });
    await form.getByLabel('What it is').selectOption('Home Report');
    await form.getByLabel('It goes with offer 1').check();
    await form.getByRole('button', { name: 'Add it' }).click();
    await expect(history.getByText('Added: Home Report')).toBeVisible();
    await setVisibility(page, 'visible');
    await page.getByRole('button', { name: 'Make a link for them' }).click();
    const link = await page.locator('[data-shared-link]').innerText();
    const daughter = await page.context().newPage();
    watch(daughter);
    await daughter.goto(link);
    await expect(daughter.getByText('Someone who asked us for an offer has shared this page')).toBeVisible();
    await expect(daughter.locator('[data-amount]')).toHaveText('£148,000');
    await expect(daughter.getByText(/^The Home Report, with offer 1, from /)).toBeVisible();
    for (const secret of [NAME, PHONE, 'Morag'])
      await expect(daughter.locator('main')).not.toContainText(secret);
    await daughter.close();
  });

  await test.step('staff change the offer; the seller reads both figures and the reason, but not the evidence', async () => {
    await desk.getByRole('button', { name: 'Answer or change' }).click();
    await desk.getByLabel('Outcome').selectOption('We change it');
    await desk.getByLabel('Our offer (£)').fill('140,000');
    await desk.getByLabel('Why').selectOption('The market');
    await expect(desk.getByText('our public record counts the offer as lowered')).toBeVisible();
    await desk.getByLabel('Why').selectOption('Survey finding');
    await desk.getByLabel('Evidence').fill('Survey of 19 November: dry rot.');
    await planNext('Wait for the seller');
    await desk.getByLabel(/^Take back the visit/).check();
    await desk.getByLabel('Which open point is it?').selectOption('Damp survey');
    await expect(desk.getByRole('group', { name: 'Open point 1' }).getByLabel('What')).toHaveValue('Title');
    await desk.getByRole('button', { name: 'Remove open point 1' }).click();
    await desk.getByLabel('Nothing that we know of may still lower it').check();
    await desk.getByRole('button', { name: 'Save' }).click();
    await expect(desk.getByText('No line explains £8,000 of it.')).toBeVisible();
    await desk.getByLabel('Which line changes?').selectOption('Damp in the back bedroom');
    await expect(desk.getByRole('group', { name: 'Line 1' }).getByLabel('Amount (£)')).toHaveValue('12500');
    const change =
      '£8,000 less than before. The reason: what the survey found. “Damp survey” was on the list of what could still change.';
    await expect(desk.getByRole('region', { name: 'What the seller will read' })).toContainText(change);
    await desk.getByRole('button', { name: 'Save' }).click();
    await expect(history.getByText(/^Offer changed to £140,000/)).toBeVisible();

    await expect(enquiry.standing).toHaveText(/^Our offer of £140,000 is open until /);
    await expect(page.locator('[data-amount]')).toHaveText('£140,000');
    await expect(page.locator('[data-offers] > li')).toHaveText([
      new RegExp(`£140,000.*${change.replaceAll('.', '\\.')}`),
      /£148,000.*Our first offer\./,
    ]);
    await expect(page.getByText('Nothing that we know of.')).toBeVisible();
    await expect(page.getByText('Take your time, and talk to somebody you trust.')).toBeVisible();
    await expect(page.locator('main')).not.toContainText('dry rot');
  });

  await test.step('the seller asks a question, and the desk’s list “Now” says that a reply is due', async () => {
    await enquiry.send('Does that <b>include</b> the carpets?');
    await expect(page.getByText('We have your message. It is shown below.')).toBeVisible();
    await expect(history.getByText('Does that <b>include</b> the carpets?')).toBeVisible();
    await expect(desk.getByText(`${NAME} wrote to us today`).first()).toBeVisible();
    await expectAccessible(desk);
    await desk.goto(deskUrl);
    const due = desk.getByText(/Reply due · wrote to us today/).filter({ visible: true });
    await expect(due.first()).toBeVisible();
    await expectAccessible(desk);
    await desk.goBack();
  });

  await test.step('the answer waits at a desk without a connection, and then reaches the seller once', async () => {
    await desk.getByRole('button', { name: 'Write back' }).click();
    const field = desk.getByLabel(`Message to ${NAME}`);
    await expect(field).toBeFocused();
    await desk.context().setOffline(true);
    await field.fill('It does.');
    await desk.getByRole('button', { name: 'On their page only, without an email' }).click();
    await expect(history.getByText('Not sent yet. It is kept here')).toBeVisible();
    await expect(desk.getByText('Kept here, not sent yet').first()).toBeVisible();
    await desk.context().setOffline(false);
    await expect(history.getByText('Not sent yet. It is kept here')).toBeHidden();
    await expect(desk.getByText(`${NAME} wrote to us`)).toHaveCount(0);
    await expect(history.getByText('Not emailed. On their page only.')).toBeVisible();
    await expect(enquiry.conversation.filter({ hasText: 'It does.' })).toHaveCount(1);
  });

  await test.step('the seller goes ahead with a solicitor, and staff record it', async () => {
    const answer = await enquiry.unfold('Answer our offer');
    await answer.getByLabel('Your solicitor, if you have one').fill('Fern & Co');
    await expectAccessible(page);
    await answer.getByRole('button', { name: 'I would like to go ahead' }).click();
    await expect(answer.getByText('We have your answer. Nothing binds you yet.')).toBeVisible();
    await expect(enquiry.standing).toHaveText(
      'You told us today that you would like to go ahead with our offer of £140,000.',
    );
    await expect(desk.getByText(`${NAME} would like to go ahead with our offer`).first()).toBeVisible();
    await expect(desk.getByText('Solicitor: Fern & Co').first()).toBeVisible();
    await desk.getByRole('button', { name: 'Record the answer' }).click();
    await expect(desk.getByLabel('Outcome')).toHaveValue('accepted');
    await desk.getByRole('button', { name: 'Save' }).click();
    await expect(desk.getByText('Say what comes next, so that nobody is forgotten.')).toBeVisible();
    await planNext('Wait for the solicitor');
    await desk.getByRole('button', { name: 'Save' }).click();
    await expect(desk.getByText('Accepted in principle').first()).toBeVisible();
    await expect(desk.getByText(`${NAME} would like to go ahead`)).toHaveCount(0);
    await expect(enquiry.standing).toHaveText('You have accepted our offer of £140,000 in principle.');
  });

  await test.step('after the sale, what each line cost stands beside its estimate, and our public record counts the offer', async () => {
    await desk.getByRole('button', { name: 'Change stage' }).click();
    await desk.getByLabel('Where it stands').selectOption('Settled');
    await planNext('Write');
    await desk.getByRole('button', { name: 'Save' }).click();
    await desk.getByRole('button', { name: 'Record the actual costs' }).click();
    await desk.getByLabel('Damp in the back bedroom (£)').fill('11,900');
    await desk.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByRole('row', { name: /^Damp in the back bedroom .* −£12,500 £11,900$/ }),
    ).toBeVisible();
    await expect(page.getByRole('row', { name: /^Rewiring .* Not known yet$/ })).toBeVisible();
    const record = async () => {
      const home = await (await page.request.get(siteUrl)).text();
      return Number(/data-our-record="">(\d+) first offer/.exec(home)?.[1]);
    };
    await expect.poll(record).toBe(1);
  });

  await test.step('a mail to the seller is sent by a button', async () => {
    await desk.getByRole('button', { name: 'Send email: “We tried to reach you”' }).click();
    await expect(desk.getByText(/^“We tried to reach you”: /)).toBeVisible();
    await expect(history.getByText('Email to the seller: we tried to reach you')).toBeVisible();
  });

  const context = await browser.newContext(devices['iPhone 13']);
  const other = new EnquiryPage(await context.newPage());
  watch(other.page);

  await test.step('another seller sends the form, and the title of a desk in the background says so', async () => {
    await desk.goto(deskUrl);
    await desk.getByRole('button', { name: 'Tell me' }).click();
    await expect(desk.getByRole('button', { name: 'Tell me' })).toBeHidden();
    await setVisibility(desk, 'hidden');
    const form = new ValuationFormPage(other.page, OTHER_PHONE);
    await form.send(siteUrl);
    await form.ownPageLink.click();
    await other.standing.waitFor();
    // A hidden tab polls every 20 seconds.
    await expect(desk).toHaveTitle(/^\(1\) Now/);
    await setVisibility(desk, 'visible');
  });

  await test.step('the other seller withdraws and has everything erased; the first seller’s page stays as it was', async () => {
    await openLead(OTHER_PHONE);
    await other.unfold('Stop everything');
    await other.page.getByRole('button', { name: 'Stop everything' }).click();
    await other.page.getByRole('button', { name: 'Yes, stop' }).click();
    await expect(other.standing).toHaveText('You asked us to stop, so we have closed your enquiry.');
    await expect(desk.getByText('Closed: Seller withdrew').first()).toBeVisible();
    await other.unfold('Delete your enquiry');
    await other.page.getByRole('button', { name: 'Delete my enquiry' }).click();
    await other.page.getByRole('button', { name: 'Yes, delete it' }).click();
    await expect(other.page.getByText('Your enquiry is deleted. You can close this page.')).toBeVisible();
    await expect(desk.getByRole('heading', { name: 'This lead is not here' })).toBeVisible();
    expect(await product.findLeads(OTHER_PHONE)).toEqual([]);
    await expect(enquiry.standing).toHaveText('The sale is complete.');
    await context.close();
  });

  await test.step('after staff have ended all links, the seller’s page says that its link no longer works', async () => {
    await openLead(PHONE);
    await desk.getByRole('button', { name: 'End all links' }).click();
    await expectAccessible(desk);
    await desk.getByRole('dialog').getByRole('button', { name: 'End all links' }).click();
    await expect(workingLinks).toHaveText('Working links0');
    await expect(enquiry.noLink).toBeVisible();
  });
});

/**
 * With TIMES=full, ten messages are sent each way, and their times are checked. Otherwise, two are sent each way and no
 * time is checked, because other tests run at the same time.
 */
const areTimesChecked = process.env.TIMES === 'full';

/** @returns the milliseconds from a click to when the text is seen in the other browser */
async function timeUntilSeen(button: Locator, seen: Locator): Promise<number> {
  const start = performance.now();
  await button.click();
  await seen.waitFor();
  return performance.now() - start;
}

test('each message is seen at the open desk within 3 s, and each answer on the open page within 5 s', async ({
  page,
  phone,
  desk,
  enquiry,
  openLead,
}) => {
  const valuation = new ValuationFormPage(page, phone);
  await valuation.send();
  await valuation.ownPageLink.click();
  await enquiry.standing.waitFor();
  await openLead(phone);
  const answer = desk.getByLabel(`Message to ${NAME}`);
  const times: { desk: number; page: number }[] = [];
  for (let round = 1; round <= (areTimesChecked ? 10 : 2); round += 1) {
    await enquiry.message.fill(`Question ${round}.`);
    const send = page.getByRole('button', { name: 'Send message' });
    const seenAtDesk = historyOf(desk).getByText(`Question ${round}.`, { exact: true });
    const toDesk = await timeUntilSeen(send, seenAtDesk);
    await answer.fill(`Answer ${round}.`);
    const reply = desk.getByRole('button', { name: 'Send to the seller' });
    const seenOnPage = enquiry.conversation.getByText(`Answer ${round}.`, { exact: true });
    times.push({ desk: toDesk, page: await timeUntilSeen(reply, seenOnPage) });
  }
  const description = times.map((time) => `${Math.round(time.desk)} ${Math.round(time.page)}`).join(', ');
  test.info().annotations.push({ type: 'ms until seen at the desk, and on the page', description });
  if (!areTimesChecked) return;
  expect(times.filter((time) => time.desk > 3_000)).toEqual([]);
  expect(times.filter((time) => time.page > 5_000)).toEqual([]);
});

test('a complaint is answered, and an offer that was begun in one tab is finished in another', async ({
  page,
  phone,
  desk,
  enquiry,
  openLead,
  signedIn,
  watch,
}) => {
  const valuation = new ValuationFormPage(page, phone);
  await valuation.send();
  await valuation.ownPageLink.click();
  await enquiry.standing.waitFor();

  await test.step('the seller complains and reads by when we answer', async () => {
    const form = await enquiry.unfold('Complain');
    await form.getByLabel('What went wrong, in your own words').fill('Nobody came on Tuesday.');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Send the complaint' }).click();
    const complaint = page.getByRole('region', { name: 'Your complaint' });
    await expect(complaint).toContainText('You will have our written answer by');
    await expect(complaint).toContainText('trading standards');
    await expectAccessible(page);
  });

  await test.step('the desk shows it in "Now", with the days that are left, until it is answered', async () => {
    const group = desk.getByRole('region', { name: 'Complaints to answer' });
    await expect(group).toContainText('56 days left');
    await expectAccessible(desk);
    await openLead(phone);
    await desk.getByRole('button', { name: 'Answer the complaint' }).click();
    await desk.getByLabel('Our answer').fill('We are sorry. Ann comes on Friday.');
    await desk.getByLabel('How you send it').selectOption('On their page');
    await expectAccessible(desk);
    await desk.getByRole('button', { name: 'Record the answer' }).click();
    await expect(desk.getByRole('region', { name: 'Complaint', exact: true })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Your complaint' })).toContainText('Ann comes on Friday.');
    await expect(group).toHaveCount(0);
  });

  await test.step('an offer that was begun in one tab is finished in another', async () => {
    await desk.getByRole('button', { name: 'Make an offer' }).click();
    const saved = desk.waitForResponse('**/api/keep_offer_draft');
    await desk.getByLabel('Our offer (£)').fill('148k');
    await saved;
    const other = await signedIn.context.newPage();
    watch(other);
    await other.goto(desk.url());
    await other.getByRole('button', { name: 'Make an offer' }).click();
    await expect(other.getByText(/^Begun by .* on another device or in another tab\.$/)).toBeVisible();
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Go on with it' }).click();
    await expect(other.getByLabel('Our offer (£)')).toHaveValue('148k');
    const savedThere = other.waitForResponse('**/api/keep_offer_draft');
    await other.getByLabel('Our offer (£)').fill('149k');
    await savedThere;

    // The first tab has not seen that, and saves nothing over it.
    await desk.getByLabel('Our offer (£)').fill('140k');
    await expect(desk.getByText(/You last typed here/)).toBeVisible();
    await desk.getByRole('button', { name: 'Go on with it' }).click();
    await expect(desk.getByLabel('Our offer (£)')).toHaveValue('149k');
    await desk.getByRole('button', { name: /^Go back to what was typed here/ }).click();
    await expect(desk.getByLabel('Our offer (£)')).toHaveValue('140k');
    await desk.getByRole('button', { name: 'Discard what is typed' }).click();
    await expect(desk.getByLabel('Our offer (£)')).toHaveCount(0);
    await desk.getByRole('button', { name: 'Make an offer' }).click();
    await expect(desk.getByLabel('Our offer (£)')).toHaveValue('');
    await expect(desk.getByText(/^Begun by/)).toHaveCount(0);
    await other.close();
  });
});

/** A picture as a phone takes it: on its side, with the place in it, and too large for one part. */
const phonePicture = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: {
      width: 2400,
      height: 1800,
      channels: 3,
      background: '#964',
      noise: { type: 'gaussian', mean: 128, sigma: 25 },
    },
  })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 57/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer(),
});

test('a seller sends three pictures over a bad line, staff look at them and add a proof of funds, which the seller downloads', async ({
  page,
  desk,
  enquiry,
  openLead,
  phone,
  valuation,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await valuation.send();
  await expect(page.getByText('Three pictures of the property')).toBeVisible();
  await valuation.ownPageLink.click();
  await enquiry.standing.waitFor();
  const papers = page.getByRole('region', { name: 'Documents and pictures' });
  const choose = async (...files: Awaited<ReturnType<typeof phonePicture>>[]) => {
    const chooser = page.waitForEvent('filechooser');
    await papers.getByRole('button', { name: 'Add pictures or PDFs' }).press('Enter');
    await (await chooser).setFiles(files);
  };

  await test.step('the pictures arrive whole, although the connection is lost three times', async () => {
    let parts = 0;
    await page.route('**/enquiry/upload_part', (route) => {
      parts += 1;
      return [2, 4, 7].includes(parts) ? route.abort() : route.continue();
    });
    await choose(...(await Promise.all(['kitchen.jpg', 'bathroom.jpg', 'roof.jpg'].map(phonePicture))));
    await expect(papers.getByRole('progressbar', { name: 'Sending roof.jpg' })).toBeVisible();
    for (const title of ['kitchen', 'bathroom', 'roof']) {
      await expect(papers.getByRole('img', { name: title })).toBeVisible();
    }
    expect(parts).toBeGreaterThan(7);
    await expect(papers.getByRole('progressbar')).toHaveCount(0);
  });

  await test.step('a picture that arrived, although no answer came, is there once when it is chosen again', async () => {
    const porch = await phonePicture('porch.jpg');
    await page.route(
      '**/enquiry/add_paper',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 5 },
    );
    await choose(porch);
    const file = papers.getByRole('listitem').filter({ hasText: 'porch.jpg' });
    await expect(file).toContainText('porch.jpg: It did not arrive.');
    await choose(porch);
    await expect(papers.getByText('porch.jpg is sent.')).toBeAttached();
    await expect(papers.getByRole('img', { name: 'porch' })).toHaveCount(1);
    await papers.getByRole('button', { name: 'Remove porch' }).click();
    await expect(papers.getByRole('img', { name: 'porch' })).toHaveCount(0);
  });

  await test.step('a file that is no picture is refused by its name, with a sentence', async () => {
    await choose({
      name: 'plan.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<svg onload="alert(1)">'),
    });
    await expect(papers.getByRole('listitem').filter({ hasText: 'plan.jpg' })).toContainText(
      'plan.jpg: This is neither a picture (JPEG, PNG or WebP) nor a PDF.',
    );
    await papers.getByRole('button', { name: 'Remove roof' }).click();
    await expect(papers.getByRole('img', { name: 'roof' })).toHaveCount(0);
  });

  const atDesk = desk.getByRole('region', { name: 'Documents and pictures' });
  await test.step('staff look at the pictures, and add a proof of funds', async () => {
    await openLead(phone);
    await expect(atDesk.getByRole('img')).toHaveCount(2);
    await atDesk.getByRole('button', { name: 'View kitchen' }).click();
    const whole = atDesk.getByRole('dialog').getByRole('img', { name: 'kitchen' });
    await expect(whole).toBeVisible();
    // Upright, and as large as the server keeps it.
    expect(await whole.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])).toEqual([
      1536, 2048,
    ]);
    await atDesk.getByRole('button', { name: 'Close the picture' }).click();
    await atDesk.getByRole('button', { name: 'Add a picture or a PDF' }).click();
    const form = desk.getByRole('dialog', { name: 'Add a picture or a PDF' });
    await form.getByRole('button', { name: 'Add it' }).click();
    await expect(form.getByText('Choose a file.')).toBeVisible();
    await expectAccessible(desk);
    await form
      .getByLabel('File')
      .setInputFiles({ name: 'bank.pdf', mimeType: 'application/pdf', buffer: A_PDF });
    await form.getByLabel('What it is').selectOption('Proof of funds');
    await form.getByLabel('Title').fill('Letter from our bank');
    // It is stored, but no answer comes, however often the form asks.
    await desk.route(
      '**/api/add_paper',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 5 },
    );
    await form.getByRole('button', { name: 'Add it' }).click();
    await expect(form.getByText('The desk does not answer.')).toBeVisible();
    await form.getByRole('button', { name: 'Add it' }).click();
    await expect(atDesk.getByRole('button', { name: 'Download Letter from our bank' })).toBeVisible();
    await expect(form).toBeHidden();
    await expect(atDesk.getByRole('button', { name: 'Download Letter from our bank' })).toHaveCount(1);
    await expect(desk.getByText('Added: Proof of funds')).toBeVisible();
    await expectAccessible(desk);
  });

  await test.step('an owner exports the person with every file', async () => {
    await desk.goto(`${new URL(desk.url()).origin}/#/person`);
    await desk.getByLabel('Their email address or phone number').fill(phone);
    await desk.getByRole('button', { name: 'Look up' }).click();
    const download = desk.waitForEvent('download');
    await desk.getByRole('button', { name: 'Export as JSON' }).click();
    const exported = JSON.parse(await readFile(await (await download).path(), 'utf8')) as {
      files: { title: string; contents: string }[];
    };
    expect(exported.files.map(({ title }) => title)).toEqual(['kitchen', 'bathroom', 'Letter from our bank']);
    expect(Buffer.from(exported.files[2]?.contents ?? '', 'base64')).toEqual(A_PDF);
  });

  await test.step('the seller downloads it', async () => {
    await setVisibility(page, 'visible');
    await expect(papers.getByText(/^The proof of funds, from /)).toBeVisible();
    const download = page.waitForEvent('download');
    await papers.getByRole('button', { name: 'Download Letter from our bank' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('Letter from our bank.pdf');
    expect(await readFile(await file.path())).toEqual(A_PDF);
    await expectNoViolationsInBothSchemes(page);
  });

  await test.step('nothing says where the pictures were taken', async () => {
    const whole = await papers.getByRole('img', { name: 'kitchen' }).getAttribute('src');
    const bytes = Buffer.from(whole?.split(',')[1] ?? '', 'base64');
    expect(await sharp(bytes).metadata()).not.toHaveProperty('exif');
  });
});
