import { devices, type Page } from '@playwright/test';
import sharp from 'sharp';
import { launchChromium } from '#support/browser/chromium.ts';
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
import { WAIT_LIMIT_MS } from '#support/runner/time-limits.ts';
import { startProduct } from '#support/server/product.ts';
import buildSite from '#support/site/build-site.ts';
import { report } from '../support/command.ts';

/** How long a person takes to find what to press, and to press it. */
const TAP_SECONDS = 1.35;
/** How long a character takes a person who types 40 words a minute. */
const KEY_SECONDS = 0.3;

type Counts = { taps: number; keys: number };

/**
 * Counts the taps and characters of a person with a phone. A person needs one tap for each press, one to reach a field before
 * they type, two to choose from a list and three to choose one of the phone's pictures, even where the code below needs fewer.
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
    // Playwright fills in dates and times without a `beforeinput` event.
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

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const nextMonday = () => dayIn(8 - (new Date().getDay() || 7));

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
      await addClosedDays(page);
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
      await fillReview(page);
      await saved(page);
    },
  ],
  [
    'a figure withdrawn, and its sentence put right',
    async (page) => {
      await openFigure(page);
      await press(page, /^Withdraw this figure/);
      await saved(page);
      await openSite(page);
      await openSentence(page);
      await text(page, 'Paragraph 2').fill('Edinburgh has plenty of buyers for a tidy flat.');
      await saved(page);
    },
  ],
  [
    'a city with its own words, 16 areas and 2 questions',
    async (page) => {
      await addCity(page);
      await fillCity(page);
      await press(page, 'Add them');
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
      await addArticle(page);
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
      const sheet = page.getByRole('dialog');
      const add = async (name: RegExp) => {
        await press(page, /^Add a figure, picture/);
        await sheet.getByRole('button', { name }).click();
      };
      await addLink(page, 'what sellers in Glasgow ask', '/glasgow');
      await addLink(page, 'the register', 'https://www.ros.gov.uk');
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
  // On a busy machine, the build of the pages can take longer than Playwright's limit of 30 seconds.
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
