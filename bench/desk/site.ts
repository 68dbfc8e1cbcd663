import { devices, type Page } from '@playwright/test';
import sharp from 'sharp';
import { launchChromium } from '#support/browser/chromium.ts';
import { WAIT_LIMIT_MS } from '#support/runner/time-limits.ts';
import { startProduct } from '#support/server/product.ts';
import buildSite from '#support/site/build-site.ts';
import { report } from '../support/command.ts';

/** To find what to press, and to press it. */
const TAP_SECONDS = 1.35;
/** 40 words a minute. */
const KEY_SECONDS = 0.3;

type Counts = { taps: number; keys: number };

/**
 * Counts what a person would do with a phone, whatever the code below does: each press; one more to reach a field in which
 * something is typed; two for a choice in a list; three for a picture out of the phone's own; and each character.
 */
async function countHand(page: Page): Promise<Counts> {
  const counts: Counts = { taps: 0, keys: 0 };
  await page.exposeFunction('noteHand', (kind: keyof Counts, count: number) => {
    counts[kind] += count;
  });
  await page.addInitScript(() => {
    const note = (kind: string, count: number) =>
      (window as unknown as { noteHand: (kind: string, count: number) => void }).noteHand(kind, count);
    let reached: EventTarget | null = null;
    const type = (field: EventTarget | null, keys: number) => {
      if (field !== reached) note('taps', 1);
      reached = field;
      note('keys', keys);
    };
    const listen = (name: string, listener: (event: Event & { target: HTMLInputElement }) => void) =>
      addEventListener(name, (event) => listener(event as never), true);
    listen('pointerdown', ({ target }) => {
      note('taps', 1);
      reached = target.closest('[contenteditable=true], input, textarea');
    });
    listen('beforeinput', (event) => {
      const field = event.target.closest('[contenteditable=true]') ?? event.target;
      const { data } = event as unknown as InputEvent;
      if (data) type(field, data.length);
    });
    // The days and times that Playwright fills in come without `beforeinput`.
    listen('input', ({ target }) => {
      if (['date', 'time'].includes(target.type)) type(target, target.value.replace(/\D/g, '').length);
    });
    listen('change', ({ target }) => {
      if (target.tagName === 'SELECT') note('taps', 2);
      if (target.type === 'file') note('taps', 3);
    });
  });
  return counts;
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const text = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const unfold = (page: Page, title: string) =>
  page.locator('summary').filter({ hasText: title }).first().click();
const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d, not published$/).waitFor();
const openSite = (page: Page) => page.getByRole('link', { name: 'Site', exact: true }).first().click();
async function openDocument(page: Page, title: string) {
  await openSite(page);
  await page.getByRole('link', { name: title, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const nextMonday = () => dayIn(8 - (new Date().getDay() || 7));

const WAYS = ['Flats by the river', 'Houses on the hill', 'Farm cottages', 'Shops with a flat'];

/** A sentence like no other, as each page needs its own. */
const sentence = (index: number) =>
  `Of the ${index + 1} things to look at before a flat with its tenant is sold, number ${index + 1} is one that few think of.`;

/** What the owner does: each task with the page in which it begins wherever the one before has ended. */
const TASKS: [task: string, work: (page: Page) => Promise<void>][] = [
  [
    'new hours from Monday',
    async (page) => {
      await openSite(page);
      await page.getByRole('link', { name: 'Opening hours', exact: true }).click();
      await press(page, 'Add: New opening hours');
      await field(page, 'From').fill(nextMonday());
      const hours = page.getByRole('group', { name: 'Opening hours from that day' });
      const monday = hours.getByRole('checkbox', { name: 'Monday' });
      if (!(await monday.isChecked())) await monday.check();
      await hours.getByLabel('Closes on Monday').fill('20:00');
      await hours.getByRole('button', { name: 'Same from Monday to Friday' }).click();
      await saved(page);
    },
  ],
  [
    'closed from 24 December to 3 January',
    async (page) => {
      await openSite(page);
      await page.getByRole('link', { name: 'Opening hours', exact: true }).click();
      const closed = page.getByRole('group', { name: 'Closed days', exact: true });
      await closed.getByRole('button', { name: 'Add a day or several' }).click();
      await closed.getByLabel('First day').fill('2026-12-24');
      await closed.getByLabel('Last day').fill('2027-01-03');
      await saved(page);
    },
  ],
  [
    'another phone number',
    async (page) => {
      await openDocument(page, 'Your firm, hours and contact');
      await field(page, 'Telephone number').fill('0131 496 0777');
      await saved(page);
    },
  ],
  [
    'a review with its source',
    async (page) => {
      await openDocument(page, 'Reviews');
      await unfold(page, 'Home page');
      await press(page, 'Add one');
      await field(page, 'Name').fill('R. N.');
      await field(page, 'Place').fill('Leith');
      await field(page, 'Stars').selectOption('4');
      await field(page, 'Review').fill('They said what they would pay, and paid it.');
      await field(page, 'Written on').fill('2026-10-01');
      await field(page, 'Where it was left').fill('A letter to us');
      await page.getByLabel('No', { exact: true }).check();
      await saved(page);
    },
  ],
  [
    'a figure withdrawn, and its sentence put right',
    async (page) => {
      await openDocument(page, 'Figures and their proof');
      await page.getByLabel('Find in this list').fill('2024–25');
      await page.locator('summary').filter({ hasText: 'Edinburgh' }).first().click();
      await press(page, /^Withdraw this figure/);
      await saved(page);
      await openSite(page);
      await page.getByRole('link', { name: /^Edinburgh › About selling in this city › / }).click();
      await text(page, 'Paragraph 2').fill('Edinburgh has plenty of buyers for a tidy flat.');
      await saved(page);
    },
  ],
  [
    'a city with its own words, 16 areas and 2 questions',
    async (page) => {
      await openSite(page);
      await press(page, 'Add a city');
      await page.getByLabel('Name of the city').fill('Perth');
      await press(page, 'Add it');
      await field(page, 'Title').fill('Sell a House or Flat in Perth for Cash');
      await field(page, 'Description for search engines').fill(
        'Selling in Perth for cash: what we pay, why it is less than an agent would fetch, and when an agent is better.',
      );
      await unfold(page, 'Top of the page');
      await field(page, 'Heading').fill('A cash buyer for your home in Perth');
      await text(page, 'First sentences').fill('We buy in Perth for less than the open market, on your day.');
      await unfold(page, 'Top of the page');
      await unfold(page, 'About selling in this city');
      await field(page, 'Heading').fill('The Fair City, street by street');
      await text(page, 'Paragraph 1').fill('Perth has stone tenements by the Tay and bungalows on the hill.');
      await unfold(page, 'About selling in this city');
      await unfold(page, 'What you do here');
      await field(page, 'Heading').fill('What we buy around Perth');
      for (const [index, title] of WAYS.entries()) {
        await unfold(page, `Cards ${index + 1}`);
        await field(page, 'Title').nth(1).fill(title);
        await text(page, 'Text').fill(`Ask us about ${title.toLowerCase()}: we look at each one ourselves.`);
        await unfold(page, title);
      }
      await unfold(page, 'What you do here');
      await unfold(page, 'Areas of the city');
      await field(page, 'Heading').fill('Where we buy in and around Perth');
      for (let index = 1; index <= 16; index += 1) {
        await unfold(page, `Areas ${index}`);
        await field(page, 'Name').fill(`Area ${index}`);
        await field(page, 'Postcode district').fill(index <= 8 ? 'PH1' : 'PH2');
        await unfold(page, `Area ${index}`);
      }
      await unfold(page, 'Areas of the city');
      await press(page, 'Add: Questions and answers');
      await field(page, 'Heading').fill('What sellers in Perth ask');
      for (const [index, street] of ['South Inch', 'Craigie'].entries()) {
        if (index > 0) await press(page, 'Add one');
        else await unfold(page, 'Questions 1').catch(() => undefined);
        await field(page, 'Question').last().fill(`Would you buy a flat by ${street}?`);
        await text(page, 'Answer')
          .last()
          .fill(`We would look at any flat by ${street} and say why we offer less.`);
      }
      await saved(page);
    },
  ],
  [
    'the frame of an article: its title and fields',
    async (page) => {
      await openSite(page);
      await press(page, 'Add an article');
      await page.getByLabel('Title of the article').fill('Selling a flat with a sitting tenant');
      await press(page, 'Add it');
      await field(page, 'Description for search engines').fill(
        'What a sitting tenant means for the sale of a flat in Scotland, what you must tell the tenant, and what a buyer will ask you.',
      );
      await field(page, 'Short text').fill('The tenant stays, and the buyer becomes the landlord.');
      await field(page, 'Category').selectOption('Guides');
      await field(page, 'Published on').fill('2026-11-30');
      await unfold(page, 'The box after the text');
      await field(page, 'Text above the button').fill('Tell us about the flat and the lease.');
      await field(page, 'Text of the button').fill('Get an offer');
      await field(page, 'Where the button leads').selectOption('The form');
      await unfold(page, 'The box after the text');
      await unfold(page, 'Related articles');
      for (const index of [1, 2, 3]) await field(page, `Article ${index}`).selectOption({ index });
      await saved(page);
    },
  ],
  [
    'its 800 words',
    async (page) => {
      await text(page, 'Text').click();
      for (let index = 0; index < 35; index += 1) {
        await page.keyboard.insertText(sentence(index));
        await page.keyboard.press('Enter');
      }
      await saved(page);
    },
  ],
  [
    'its worked example, picture and two links',
    async (page) => {
      const tool = (name: string) =>
        page.getByRole('group', { name: /^Tools for/ }).getByRole('button', { name });
      const sheet = page.getByRole('dialog');
      const add = async (name: RegExp) => {
        await press(page, /^Add a figure, picture/);
        await sheet.getByRole('button', { name }).click();
      };
      for (const [words, to] of [
        ['what sellers in Glasgow ask', '/glasgow'],
        ['the register', 'https://www.ros.gov.uk'],
      ] as const) {
        await tool('Link').click();
        await sheet.getByLabel('Words').fill(words);
        await sheet.getByLabel('Leads to').fill(to);
        await sheet.getByRole('button', { name: 'Done' }).click();
        await sheet.waitFor({ state: 'hidden' });
      }
      await add(/^Picture/);
      const kitchen = sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#356' } });
      await sheet.getByLabel('Picture', { exact: true }).setInputFiles({
        name: 'kitchen.jpg',
        mimeType: 'image/jpeg',
        buffer: await kitchen.jpeg().toBuffer(),
      });
      await sheet.getByLabel('Description').fill('A kitchen with a view of the Tay');
      await sheet.getByRole('button', { name: 'Add' }).click();
      await sheet.waitFor({ state: 'hidden' });
      await add(/^Worked example/);
      await sheet.waitFor({ state: 'hidden' });
      await page.keyboard.insertText('Take a flat at a rent of £700 a month, with a year left.');
      await saved(page);
    },
  ],
  [
    'preview',
    async (page) => {
      await press(page, 'Preview');
      await page.locator('iframe').waitFor();
    },
  ],
  [
    'publish',
    async (page) => {
      await openSite(page);
      await press(page, /^Publish \d+ changes$/);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('Published. Visitors see it now.').waitFor();
    },
  ],
  ['back to the former version', useFormer],
  ['and to the new one again', useFormer],
];

async function useFormer(page: Page) {
  await openSite(page);
  await page
    .getByRole('region', { name: 'Published before' })
    .getByRole('button', { name: /^Use this one/ })
    .first()
    .click();
  await page.getByText('Done. Visitors see the version that you chose.').waitFor();
}

/** An owner's work on the site, on a phone: taps, characters, and how long both take a person. */
export async function measureSite(): Promise<void> {
  buildSite();
  await using product = await startProduct({ DESK_PORT: '0' });
  const { link } = await product.server.waitForLog('this link opens the desk, once');
  await using browser = await launchChromium();
  const page = await (await browser.newContext(devices['iPhone 13'])).newPage();
  // A busy machine needs longer for the pages than Playwright's 30 seconds.
  page.setDefaultTimeout(WAIT_LIMIT_MS);
  const counts = await countHand(page);
  await page.goto(String(link));
  await openSite(page);
  const rows = [];
  for (const [task, work] of TASKS) {
    Object.assign(counts, { taps: 0, keys: 0 });
    const startedAt = performance.now();
    await work(page);
    const { taps, keys } = counts;
    rows.push({
      task,
      taps,
      characters: keys,
      'a person, s': Math.round(taps * TAP_SECONDS + keys * KEY_SECONDS),
      'the program, s': Math.round((performance.now() - startedAt) / 1000),
    });
  }
  report(`${TAP_SECONDS} s a tap and ${KEY_SECONDS} s a character, on a phone of 390 pixels`, rows);
}
