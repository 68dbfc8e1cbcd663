import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { openDesk } from '../support/desk/desk-calls.ts';
import { londonDay } from '../support/desk/desk-database.ts';
import { EnquiryPage } from '../support/browser/enquiry-page.ts';
import { waitUntil } from '../support/runner/wait-until.ts';
import { lastDigitsOf } from '../support/seller/last-digits.ts';
import { readMails } from '../support/server/installation.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { expect, test as base } from './fixtures.ts';
import {
  expectNoViolationsInBothSchemes,
  horizontalOverflowPx,
  setVisibility,
  waitForFrames,
  waitForWebFonts,
} from './page-checks.ts';
import { holdRequests } from '../support/browser/lead-form-page.ts';

const READ = '**/enquiry/enquiry';
const WRITE = '**/enquiry/write';
/** What is below the offer. */
const REST = '**/_astro/Rest.*.js';

type Desk = Awaited<ReturnType<typeof openDesk>>;

const test = base.extend<{ link: string; mailedLink: string; enquiry: EnquiryPage; desk: Desk }>({
  /** The link to the page of an enquiry that was sent with the valuation form. */
  link: async ({ page, valuation }, use) => {
    await valuation.send();
    await valuation.ownPageLink.waitFor();
    await use((await valuation.ownPageLink.getAttribute('href')) ?? '');
    await page.context().setOffline(false);
  },
  /** The link in a mail that staff send about the enquiry. */
  mailedLink: async ({ link, desk, product }, use) => {
    // A quick machine fills in the form in less than three seconds, and what may be spam gets no mail.
    await desk.call('trust', {});
    await desk.call('mail_seller', { mail: 'tried' });
    const id = new RegExp(`tried-1-\\w+-lead-${String(await desk.leadId())}`);
    const find = async () => (await readMails(product.dataDir)).find((mail) => id.test(mail));
    await waitUntil('the mail is sent', async () => (await find()) !== undefined);
    const { text = '' } = await PostalMime.parse((await find()) ?? '');
    const [, fragment] = /\/your-enquiry(#k=\S+)/.exec(text) ?? [];
    await use(new URL(`/your-enquiry${fragment ?? ''}`, link).href);
  },
  enquiry: async ({ page }, use) => {
    await use(new EnquiryPage(page));
  },
  desk: async ({ product, phone }, use) => {
    await use(await openDesk(product, phone));
  },
});

// What causes console errors in these tests: offline browsers, refused keys, and answers that the tests replace.
test.use({ expectedConsoleErrors: /ERR_|status of [45]\d\d|Lead insert failed/ });

test('a link that a mail program has changed still opens the page', async ({ page, link, enquiry }) => {
  for (const changed of [
    link.replace('#', '%23'),
    link.replace('#', '%2523'),
    link.replace('#', '?'),
    link.replace('#', '.html#'),
    link.replace('your-enquiry#k', 'YOUR-ENQUIRY%23K'),
    link.replace('k=', 'k=3D'),
    `${link}.`,
    `${link}&utm_source=x`,
  ]) {
    await test.step(changed.replace(/^https?:\/\/[^/]*/, ''), async () => {
      await page.goto('about:blank');
      await enquiry.open(changed);
      expect(page.url()).toBe(link);
    });
  }

  await page.goto('about:blank');
  await page.goto(link.split('#')[0] ?? '');
  const pasted = page.getByRole('textbox', { name: 'The link' });
  await pasted.fill(link.slice(0, -1));
  await page.getByRole('button', { name: 'Open my page' }).click();
  await expect(page.getByText('That is not the whole link.')).toBeVisible();
  await expectNoViolationsInBothSchemes(page);
  await pasted.fill(`<${link}>`);
  await page.getByRole('button', { name: 'Open my page' }).click();
  await expect(enquiry.standing).toHaveText('We have your enquiry.');
});

test('the confirmation’s link shows where things stand', async ({ page, valuation, link, enquiry }) => {
  expect(link).toMatch(/\/your-enquiry#k=[A-Za-z0-9_-]{43}$/);
  const reference = await valuation.sentRegion.locator('[data-reference]').textContent();
  const requests: string[] = [];
  page.on('request', (request) =>
    requests.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? ''),
  );
  await valuation.ownPageLink.click();
  await expect(enquiry.standing).toHaveText('We have your enquiry.');
  await expect(page.locator('[data-next]')).toHaveText(/^You will hear from us by \d\d:\d\d /);
  await expect(page.locator('main [data-reference]')).toHaveText(reference ?? '');
  await expect(page.locator('[data-sent-answers]')).toContainText(VALUATION_LEAD.address);
  await expectNoViolationsInBothSchemes(page);
  expect(await horizontalOverflowPx(page)).toBe(0);

  await test.step('the key is in the body of the calls, and in no URL and no header', () => {
    const key = link.split('#k=')[1] ?? '';
    expect(requests.filter((text) => text.includes(key))).toEqual(
      requests.filter((text) => text.startsWith('{"key":')),
    );
  });

  await test.step('a reload, a step away and Back show it again', async () => {
    await page.reload();
    await expect(enquiry.standing).toHaveText('We have your enquiry.');
    await page.goto('/privacy-policy');
    await page.goBack();
    await expect(enquiry.standing).toHaveText('We have your enquiry.');
    await expect(page).toHaveURL(link);
  });

  await test.step('a link within the page does not take the key from the address', async () => {
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(link);
  });
});

test('a mail’s link shows the rest after the last digits', async ({ page, mailedLink, enquiry, phone }) => {
  await page.goto('about:blank');
  await enquiry.open(mailedLink);
  await expect(enquiry.standing).toHaveText('We have your enquiry.');
  await expect(page.locator('[data-next]')).toHaveText(/^You will hear from us by /);
  const main = page.locator('main');
  await expect(main).not.toContainText(VALUATION_LEAD.address);
  await expect(main.getByRole('heading', { name: 'What you can do' })).toHaveCount(0);
  await expectNoViolationsInBothSchemes(page);
  expect(await horizontalOverflowPx(page)).toBe(0);

  const digits = page.getByRole('textbox', { name: 'The last four digits of the phone number you gave us' });
  const open = page.getByRole('button', { name: 'Open my page' });
  await expect(digits).toHaveAttribute('inputmode', 'numeric');
  await digits.fill(lastDigitsOf(phone) === '9999' ? '9998' : '9999');
  await open.click();
  const error = 'These are not the last four digits of the number. You have 4 tries left.';
  await expect(page.locator('[data-field-error="digits"]')).toHaveText(error);
  await expect(page.getByRole('status').filter({ hasText: error })).toHaveCount(1);
  await expectNoViolationsInBothSchemes(page);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('digits');

  await digits.fill(lastDigitsOf(phone));
  await digits.press('Enter');
  await expect(page.locator('[data-sent-answers]')).toContainText(VALUATION_LEAD.address);
  await expect(page.getByRole('heading', { name: 'Your enquiry', exact: true })).toBeFocused();
  await page.reload();
  await expect(page.locator('[data-sent-answers]')).toContainText(VALUATION_LEAD.address);
});

test('who gets a mail by mistake says so in one press', async ({ page, mailedLink, link, enquiry, sent }) => {
  await page.goto('about:blank');
  await enquiry.open(mailedLink);
  await page.getByRole('button', { name: 'This is not mine' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    /We will send nothing more to your address. Nothing was deleted\.$/,
  );
  await expect(page.getByRole('alert')).toBeInViewport();
  await expectNoViolationsInBothSchemes(page);
  await page.reload();
  await expect(enquiry.noLink).toBeVisible();
  expect(await sent.leads()).toHaveLength(1);
  await page.goto('about:blank');
  await enquiry.open(link);
  await expect(page.locator('[data-sent-answers]')).toContainText(VALUATION_LEAD.address);
});

test('on somebody else’s computer, a press forgets the enquiry', async ({ page, link, enquiry }) => {
  await enquiry.open(link);
  await enquiry.message.fill('A draft');
  await page.getByRole('button', { name: 'I am on somebody else’s computer' }).click();
  await expect(page.getByRole('alert')).toContainText('This page has forgotten your enquiry.');
  const kept = () => page.evaluate(() => JSON.stringify([sessionStorage, window.location.href]));
  expect(await kept()).not.toMatch(/A draft|k=|[0-9A-F]{4}-[0-9A-F]{4}/);
  await page.getByRole('link', { name: 'Skip to the content' }).focus();
  await page.keyboard.press('Enter');
  expect(await kept()).not.toContain('k=');
  await page.reload();
  await expect(enquiry.noLink).toBeVisible();
  await page.goBack();
  await expect(page.locator('[data-enquiry-link] a')).toBeHidden();
});

test('a typed message is kept and is stored once', async ({
  page,
  context,
  link,
  enquiry,
  product,
  desk,
}) => {
  const text = 'Please ring after six.\nIt is my mother’s flat.';
  await enquiry.open(link);
  await enquiry.message.fill(text);
  await page.reload();
  await expect(enquiry.message).toHaveValue(text);

  // The message arrives, and its answer is lost.
  await page.route(WRITE, async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort();
  });
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Not sent yet: there is no internet connection.')).toBeVisible();
  await expect(enquiry.message).toHaveValue(text);
  await page.unroute(WRITE);
  await context.setOffline(false);
  await page.reload();
  await expect(enquiry.message).toHaveValue(text);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('We have your message. It is shown below.')).toBeVisible();
  await expect(enquiry.message).toHaveValue('');
  await expect(enquiry.conversation).toHaveCount(1);
  await expect(enquiry.conversation).toContainText('It is my mother’s flat.');
  const stored = await product.query(`select body from desk.texts where lead_id = $1 and part = 'message'`, [
    await desk.leadId(),
  ]);
  expect(stored).toEqual([{ body: text }]);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('mother');
});

test('an answer of the firm appears, and what is typed stays', async ({ page, link, enquiry, desk }) => {
  // Turns smooth scrolling off, so that the field is in its final place as soon as it has the focus.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enquiry.open(link);
  await enquiry.message.fill('Half a sent');
  const top = () => enquiry.message.evaluate((field) => field.getBoundingClientRect().top);
  const before = await top();
  await desk.call('reply', { body: 'Would Monday suit you?' });
  await expect(enquiry.conversation).toContainText('Would Monday suit you?');
  await expect(enquiry.conversation).toContainText('Kirsty');
  await expect(enquiry.conversation).not.toContainText('Example');
  await expect(page.getByText('There is a new message from us.')).toBeAttached();
  await desk.makeOffer();
  await expect(page.getByRole('heading', { name: 'Our offer', exact: true })).toBeAttached();
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
  await expect(enquiry.message).toHaveValue('Half a sent');
});

test('a visit is on the page with who comes, and is saved for a calendar', async ({
  page,
  link,
  enquiry,
  desk,
}) => {
  await page.goto(link);
  await enquiry.standing.waitFor();
  const next_at = new Date(Date.now() + 2 * 86_400_000).toISOString();
  await desk.plan({ next_action: 'visit', next_at, visitor: 'Morag, in a green van' });
  await expect(page.getByText(/^We will come to see the property on /)).toBeVisible();
  await expect(page.getByText('Who comes: Morag, in a green van')).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to my calendar' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('dates.ics');
  expect(await readFile(await saved.path(), 'utf8')).toContain(
    'SUMMARY:Gable & Wynd: Visit to see your property',
  );
  await expectNoViolationsInBothSchemes(page);
});

test('an answer to terms that have changed meanwhile is refused', async ({ page, link, enquiry, desk }) => {
  await desk.makeOffer();
  await enquiry.open(link);
  const answer = await enquiry.unfold('Answer our offer');
  const release = await holdRequests(page, READ);
  await desk.changeOffer(160_000);
  await answer.getByRole('button', { name: 'I would like to go ahead' }).click();
  await expect(answer.getByText('Our offer has changed since you read it.')).toBeVisible();
  release();
  await expect(page.locator('[data-amount]')).toHaveText('£160,000');
});

const FULL_DETAILS = {
  lines: [
    { what: 'Damp in the back bedroom', amount: 4_500, source: 'quote' },
    { what: 'Windows', amount: 3_000, source: 'our_estimate' },
    { what: 'Rewiring', amount: 3_200, source: 'home_report' },
    { what: 'Our share of the roof', amount: 6_000, source: 'our_estimate' },
  ],
  sales: ['Shore Place, Leith', 'Great Junction Street, Leith', 'Duke Street, Leith'].map((street) => ({
    ...{ street, month: '2026-05', price: 182_000, type: 'two-bedroom flat' },
  })),
  report: { firm: 'Surveyors Ltd', day: '2026-11-01' },
  funds_proved_on: '2026-11-01',
  solicitor_cap: 1_200,
  outlays: [
    { what: 'Searches', payer: 'us' },
    { what: 'Discharge of your mortgage', payer: 'seller' },
  ],
  if_ends: 'Before missives, each side bears its own costs. After missives, what they say counts.',
  entry: 'As agreed between the solicitors',
  open_points: ['Damp survey', 'Title'].map((what) => ({ what, until: londonDay(7) })),
};

test('a full offer that was changed twice prints on one sheet', async ({ page, link, enquiry, desk }) => {
  await desk.makeOffer({ details: FULL_DETAILS });
  await desk.changeOffer(150_000);
  await desk.changeOffer(152_500);
  await enquiry.open(link);
  await enquiry.send('When is the survey?');
  // The print of the whole page has the messages, that of the offer has not.
  const message = page.locator('[data-conversation]').getByText('When is the survey?');
  await page.emulateMedia({ media: 'print' });
  await expect(message).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send message', includeHidden: true })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.getByRole('button', { name: 'Print this for your solicitor' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(message).toBeHidden();
  await expect(page.locator('[data-amount]')).toBeVisible();
  await expect(page.locator('#offer').getByText(VALUATION_LEAD.address)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What you sent us', includeHidden: true })).toBeHidden();
  for (const figure of ['£155,000', '£150,000', '£152,500'])
    await expect(page.locator('[data-offers]').getByText(figure, { exact: true })).toBeVisible();
  for (const words of [
    'Windows (our estimate)',
    'Damp survey, until',
    'Searches: we pay',
    'Shore Place, Leith',
  ])
    await expect(page.locator('#offer').getByText(words)).toBeVisible();
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('a shared link has no action, and can be ended', async ({ page, browser, baseURL, link, enquiry }) => {
  await enquiry.open(link);
  await enquiry.send('A message for the firm alone.');
  await page.getByRole('button', { name: 'Make a link for them' }).click();
  const shared = (await page.locator('[data-shared-link]').textContent()) ?? '';
  expect(shared).toContain(`${baseURL}/your-enquiry#k=`);
  await expect(page.getByText('Nobody has opened it yet.')).toBeVisible();

  const context = await browser.newContext();
  const other = new EnquiryPage(await context.newPage());
  await other.open(shared);
  await expect(other.page.locator('main')).not.toContainText(VALUATION_LEAD.email);
  await expect(other.page.locator('main')).not.toContainText('A message for the firm alone.');
  await expect(other.page.locator('main button')).toHaveCount(0);
  await expectNoViolationsInBothSchemes(other.page);

  await expect(page.getByText('Last opened today at')).toBeVisible();
  await page.getByRole('button', { name: 'End link 1' }).click();
  await expect(other.noLink).toBeVisible();
  await context.close();
});

test('a seller asks for a call, and corrects a phone number', async ({ page, link, enquiry }) => {
  await enquiry.open(link);
  const call = await enquiry.unfold('Ask us to ring you');
  const options = call.locator('optgroup option');
  const wished = await options.first().textContent();
  await call.getByLabel('When would suit you?').selectOption({ index: 1 });
  await call.getByRole('button', { name: 'Ask for this call' }).click();
  await expect(enquiry.standing).toHaveText(/^We will ring you .* between \d\d:\d\d and \d\d:\d\d\.$/);
  const [, from = ''] = /(\d\d:\d\d) to/.exec(wished ?? '') ?? [];
  await expect(enquiry.standing).toContainText(`between ${from} and`);

  const contact = await enquiry.unfold('Correct how we reach you');
  await contact.getByRole('textbox', { name: 'Phone number' }).fill('555');
  await contact.getByRole('button', { name: 'Save' }).click();
  await expect(contact.locator('[data-field-error="phone"]')).toHaveText(
    'Phone number must be at least 10 digits',
  );
  await expectNoViolationsInBothSchemes(page);
  await contact.getByRole('textbox', { name: 'Phone number' }).fill('0131 496 0777');
  await contact.getByRole('button', { name: 'Save' }).click();
  await expect(contact.getByText('We have corrected it.')).toBeVisible();
  await expect(call.getByText('We will ring you on 0131 496 0777.')).toBeVisible();
});

test('two tabs show the same messages and the same stop', async ({ page, context, link, enquiry }) => {
  await enquiry.open(link);
  const other = new EnquiryPage(await context.newPage());
  await other.open(link);
  await enquiry.send('From the first tab.');
  await expect(other.conversation).toContainText('From the first tab.');
  await other.unfold('Stop everything');
  await other.page.getByRole('button', { name: 'Stop everything' }).click();
  await expect(other.page.getByRole('dialog', { name: 'Do you want us to stop?' })).toBeVisible();
  await expectNoViolationsInBothSchemes(other.page);
  await other.page.getByRole('button', { name: 'Yes, stop' }).click();
  await expect(enquiry.standing).toHaveText('You asked us to stop, so we have closed your enquiry.');
  await expect(page.getByRole('heading', { name: 'Stop everything' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Show this to somebody you trust' })).toHaveCount(0);
});

test('a seller has everything erased, after Escape at first', async ({ page, link, enquiry, sent }) => {
  await enquiry.open(link);
  const erase = await enquiry.unfold('Delete your enquiry');
  const button = erase.getByRole('button', { name: 'Delete my enquiry', exact: true });
  await button.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('Your enquiry is deleted. You can close this page.')).toBeVisible();
  expect(await sent.leads()).toEqual([]);
  await page.reload();
  await expect(enquiry.noLink).toBeVisible();
});

test('every address without a key that works is answered alike, with a way to a new link', async ({
  page,
  enquiry,
}) => {
  for (const hash of ['', '#k=', '#k=<b>', '#offer', `#k=${'a'.repeat(43)}`]) {
    await page.goto('about:blank');
    await page.goto(`/your-enquiry${hash}`);
    await expect(enquiry.noLink, hash).toBeVisible();
    await expectNoViolationsInBothSchemes(page);
    await page.getByLabel('Email address').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Send me a new link' }).click();
    await expect(
      page.getByText('If we have an enquiry with that address, a new link is on its way to it.'),
      hash,
    ).toBeVisible();
  }
});

test('a page in the background asks our server only when seen again', async ({ page, link, enquiry }) => {
  let reads = 0;
  await page.route(READ, (route) => {
    reads += 1;
    return route.continue();
  });
  await page.clock.install();
  await enquiry.open(link);
  const readsAtFirst = reads;
  await page.clock.runFor(5_000);
  await expect.poll(() => reads).toBe(readsAtFirst + 1);
  await setVisibility(page, 'hidden');
  await page.clock.runFor(60_000);
  expect(reads).toBe(readsAtFirst + 1);
  await setVisibility(page, 'visible');
  await expect.poll(() => reads).toBe(readsAtFirst + 2);
});

test('while our server does not answer, the page says so and tries on', async ({ page, link, enquiry }) => {
  await page.route(READ, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(link);
  await expect(page.getByText('We cannot reach our server.')).toBeVisible();
  await expect(page.locator('[data-your-enquiry]').getByRole('link', { name: /WhatsApp/ })).toBeVisible();
  await page.unroute(READ);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(enquiry.standing).toHaveText('We have your enquiry.');

  await test.step('it keeps what it shows when the connection is lost later', async () => {
    await page.route(READ, (route) => route.abort());
    await expect(page.getByText('What you see may be out of date.')).toBeVisible();
    await expect(enquiry.standing).toHaveText('We have your enquiry.');
    await expectNoViolationsInBothSchemes(page);
    await page.unroute(READ);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.getByText('What you see may be out of date.')).toHaveCount(0);
  });
});

/** Adds up from now on what moves on the screen. */
async function measureShift(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const start = performance.now();
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.startTime > start)
          (window as never as { shift: number }).shift += (entry as never as { value: number }).value;
    }).observe({ type: 'layout-shift' });
  });
  return async () => {
    await waitForFrames(page);
    return page.evaluate(() => (window as never as { shift: number }).shift);
  };
}

test('until a slow answer arrives, the page says so and stays in place', async ({ page, link, enquiry }) => {
  const release = await holdRequests(page, READ);
  const releaseRest = await holdRequests(page, REST);
  await page.goto(link);
  await expect(page.getByText('Looking up your enquiry')).toBeVisible();
  // The fonts may move a word within its line.
  await waitForWebFonts(page);
  const shift = await measureShift(page);
  release();
  await enquiry.standing.waitFor();
  // Where the footer would be seen to move if no place were kept free.
  const loading = page.getByText('Loading the rest of this page…');
  await loading.evaluate((element) => {
    element.scrollIntoView({ behavior: 'instant' });
  });
  releaseRest();
  await enquiry.message.waitFor();
  expect(await shift()).toBeLessThan(0.0001);
});

test('if what is below the offer does not load, the page says so, tries on, and loses nothing', async ({
  page,
  context,
  link,
  enquiry,
}) => {
  await enquiry.open(link);
  await enquiry.message.fill('Half a sent');
  await page.route(REST, (route) => route.abort());
  await page.reload();
  const failure = page.getByText('The rest of this page has not loaded.');
  await expect(failure).toBeVisible();
  await expect(enquiry.standing).toHaveText('We have your enquiry.');
  await expectNoViolationsInBothSchemes(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(failure).toBeVisible();
  await page.unroute(REST);
  await context.setOffline(false);
  await expect(enquiry.message).toHaveValue('Half a sent');
  await expect(failure).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says how to reach us with the reference', async ({ page }) => {
    await page.goto(`/your-enquiry#k=${'a'.repeat(43)}`);
    const help = page.locator('[data-enquiry-help]');
    await expect(help).toContainText('This page needs JavaScript, which your browser does not run.');
    await expect(help).toHaveText(/ Ring [+\d][\d ]+ or write to \S+@\S+, and give us your reference\.$/, {
      useInnerText: true,
    });
    await expect(help.getByRole('link')).toHaveCount(2);
    await expect(page.getByText('Looking up your enquiry')).toBeHidden();
  });
});
