import { linkOfOwner } from '#support/desk/invite-to-desk.ts';
import { field, openDocument, openSite, saved, text } from '#support/desk/site-pages.ts';
import { waitUntil } from '#support/runner/wait-until.ts';
import { expect } from '../fixtures.ts';
import { expectAccessible } from './expect-accessible.ts';
import { addAuthenticator, test } from './sign-in-fixtures.ts';

// What causes console errors in this test: a page that is opened before the sign-in (401 or 403).
test.use({
  expectedConsoleErrors: /status of 40[13]/,
  productVariables: { SITE_URL: 'https://www.real-homes.scot', TRUST_PROXY: '127.0.0.1' },
});

const DETAILS = {
  'Name on every page': 'Thistle Home Buyers',
  'The company behind it': 'Thistle Home Buyers Ltd',
  'Telephone number': '0141 496 0123',
  'WhatsApp number': '07700 900456',
  'Email address for visitors': 'hello@thistle-homes.scot',
  'Postal address': '8 Bath Street, Glasgow G2 1AB',
  'Where the company is registered': 'Registered in Scotland, company number SC654321',
  'Registered office': '8 Bath Street, Glasgow G2 1AB',
  'Redress scheme': 'The Property Ombudsman',
  'Who supervises you': 'HMRC',
  'ICO registration number': 'ZA123456',
};

test('a new site for the public is shown to nobody until its owner has put it right and published it', async ({
  page,
  product,
  deskUrl,
}) => {
  const status = async () => (await fetch(product.server.url)).status;

  await test.step('the desk says so, and where to go', async () => {
    expect(await status()).toBe(503);
    await addAuthenticator(page);
    await page.goto(await linkOfOwner(product.dataDir, deskUrl));
    await page.getByRole('button', { name: 'Open the desk' }).click();
    await page.getByRole('button', { name: 'Make a passkey' }).click();
    await expect(page.getByRole('heading', { name: 'Nobody can see your site yet' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to Site' }).click();
    await expect(page.getByText(/Put right what is listed here, then publish it/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('all examples among the reviews go at once, and what is done keeps its place in the list', async () => {
    await page.getByRole('link', { name: /^Reviews › A\. M\. › Is it a sample\?: / }).click();
    await page.getByRole('button', { name: 'Take out all 7 examples' }).click();
    await expect(page.getByText('7 examples are taken out.')).toBeFocused();
    await saved(page);
    await expect(
      page.getByRole('button', { name: /^Done\. Reviews › A\. M\. › Is it a sample\?: / }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /^Reviews › / })).toBeHidden();
  });

  await test.step('the ratings without proof are withdrawn, and the sentences that had them are changed', async () => {
    for (const rating of ['4.9 out of 5', '4.8 out of 5']) {
      await openSite(page);
      await page.getByRole('link', { name: RegExp(`^Figures and their proof › ${rating}`) }).click();
      await page.getByRole('button', { name: `Withdraw this figure ${rating}` }).click();
      await saved(page);
    }
    for (const title of ['Home page', 'Glasgow']) {
      await openSite(page);
      await page
        .getByRole('link', { name: RegExp(`^${title} › Above the reviews › Introduction: `) })
        .click();
      await text(page, 'Introduction').fill('What people who sold to us say.');
      await saved(page);
    }
  });

  await test.step('the example’s details of the firm are replaced', async () => {
    await openDocument(page, 'Your firm, hours and contact');
    for (const [label, words] of Object.entries(DETAILS)) await field(page, label).fill(words);
    await saved(page);
    await expect(page.getByRole('button', { name: /to put right$/ })).toBeHidden();
  });

  await test.step('it is published, and the desk says so where the owner looks', async () => {
    await openSite(page);
    await expect(page.getByText('Nobody can see the site yet. Publish it, and everybody can.')).toBeVisible();
    await page.getByRole('link', { name: 'Look at the pages' }).click();
    await page.getByRole('button', { name: 'Publish 5 changes' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish', exact: true }).click();
    const published = page.getByText('Published. Visitors see it now.');
    await expect(published).toBeFocused();
    await expect(published).toBeInViewport();
    await waitUntil('everybody sees the site', async () => (await status()) === 200);
    expect(await (await fetch(product.server.url)).text()).toContain(DETAILS['Telephone number']);
    await page.getByRole('link', { name: /^Now/ }).first().click();
    await expect(page.getByRole('heading', { name: 'The first enquiry will appear here' })).toBeVisible();
  });
});
