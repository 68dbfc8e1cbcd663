/** What an owner presses and types in `Site` at the desk, for the browser tests and the benchmark of an owner's work. */
import type { Page } from '@playwright/test';

const WAYS = ['Flats by the river', 'Houses on the hill', 'Farm cottages', 'Shops with a flat'];

/** The areas of the city below, one on each line. */
const AREAS = Array.from({ length: 16 }, (_, index) => `Area ${index + 1}, PH${index < 8 ? 1 : 2}`).join(
  '\n',
);

export const openSite = (page: Page) => page.getByRole('link', { name: 'Site', exact: true }).first().click();

export async function openDocument(page: Page, title: string): Promise<void> {
  await openSite(page);
  await page.getByRole('link', { name: title, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

export const unfold = (page: Page, title: string) =>
  page.locator('summary').filter({ hasText: title }).first().click();
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
/** The texts with figures, and the long texts, are editors, not fields. */
export const text = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
export const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d, not published$/).waitFor();

/** Fills in a review that was added. */
export async function fillReview(page: Page): Promise<void> {
  await field(page, 'Name').fill('R. N.');
  await field(page, 'Place').fill('Leith');
  await field(page, 'Stars').selectOption('4');
  await field(page, 'Review').fill('They said what they would pay, and paid it.');
  await field(page, 'Written on').fill('2026-10-01');
  await field(page, 'Where it was left').fill('A letter to us');
  await page.getByLabel('No', { exact: true }).check();
}

/** Opens the form of a figure that the page of Edinburgh has in its second paragraph. */
export async function openFigure(page: Page): Promise<void> {
  await openDocument(page, 'Figures and their proof');
  await page.getByLabel('Find in this list').fill('2024–25');
  await page.locator('summary').filter({ hasText: 'Edinburgh' }).first().click();
}

/** Opens the sentence that has lost its figure. */
export const openSentence = (page: Page) =>
  page.getByRole('link', { name: /^Edinburgh › About selling in this city › / }).click();

export async function addCity(page: Page): Promise<void> {
  await openSite(page);
  await page.getByRole('button', { name: 'Add a city' }).click();
  await page.getByLabel('Name of the city').fill('Perth');
  await page.getByRole('button', { name: 'Add it' }).click();
  await page.getByRole('heading', { level: 1, name: 'Perth' }).waitFor();
}

/** Fills in a city that was added, up to the field in which its areas are typed as lines. */
export async function fillCity(page: Page): Promise<void> {
  await field(page, 'Title').fill('Sell a House or Flat in Perth for Cash');
  await field(page, 'Description for search engines').fill(
    'Selling in Perth for cash: what we pay, why it is less than an agent would fetch, and when an agent is better.',
  );
  await unfold(page, 'Top of the page');
  await field(page, 'Heading').fill('A cash buyer for your home in Perth');
  await text(page, 'First sentences').fill(
    'We buy in Perth for less than the open market, on a day that you choose.',
  );
  await unfold(page, 'Top of the page');
  await unfold(page, 'About selling in this city');
  await field(page, 'Heading').fill('The Fair City, street by street');
  await text(page, 'Paragraph 1').fill(
    'Perth has stone tenements by the Tay and bungalows on Kinnoull Hill.',
  );
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
  await page.getByRole('button', { name: 'Add several at once' }).click();
  await page.getByLabel('Several at once').fill(AREAS);
}

/** Adds an article, and fills in all but its text. */
export async function addArticle(page: Page): Promise<void> {
  await openSite(page);
  await page.getByRole('button', { name: 'Add an article' }).click();
  await page.getByLabel('Title of the article').fill('Selling a flat with a sitting tenant');
  await page.getByRole('button', { name: 'Add it' }).click();
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
}

/** Opens the dialog of a link in the text of an article, and fills it in. */
export async function addLink(page: Page, words: string, to: string): Promise<void> {
  await page
    .getByRole('group', { name: /^Tools for/ })
    .getByRole('button', { name: 'Link' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Words').fill(words);
  await dialog.getByLabel('Leads to').fill(to);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

export async function addClosedDays(page: Page): Promise<void> {
  const closed = page.getByRole('group', { name: 'Closed days', exact: true });
  await closed.getByRole('button', { name: 'Add a day or several' }).click();
  await closed.getByLabel('First day').fill('2026-12-24');
  await closed.getByLabel('Last day').fill('2027-01-03');
}
