import { randomUUID } from 'node:crypto';
import { postLead } from '#support/leads/post-lead.ts';
import { VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { expect } from '../fixtures.ts';
import { expectAccessible } from './expect-accessible.ts';
import { fillOurTerms } from './fill-our-terms.ts';
import { trialTest as test } from './sign-in-fixtures.ts';

test.use({
  // A change that conflicts with another owner's.
  expectedConsoleErrors: /status of 409/,
  productVariables: { DESK_PORT: '0', RETENTION_LEAD_DAYS: '200' },
});

test('an owner finds the settings, and changes the terms with which the next offer begins', async ({
  page,
  product,
  deskLink,
}) => {
  const cap = page.getByLabel('The most we pay their solicitor, with VAT (£)');
  const save = page.getByRole('button', { name: 'Save the terms' });
  await page.goto(deskLink);
  await expect(page.getByText('The first enquiry will appear here')).toBeVisible();

  await test.step('one page has or names all of them', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    for (const [link, heading] of [
      ['People', 'People'],
      ['Your firm and contact', 'Your firm, hours and contact'],
      ['Alerts, weekly email, devices and quiet hours', 'Alerts and emails to you'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
      await page.goBack();
    }
    await expect(page.getByText('Enquiries are deleted')).toBeVisible();
    await expect(page.getByText('after 200 days')).toBeVisible();
    await page.getByText('Done at the server, with a command').click();
    await expect(page.getByRole('listitem').filter({ hasText: 'npm run backup' })).toContainText(
      'to one file',
    );
    await expectAccessible(page);
  });

  await test.step('a wrong amount is not saved, and what was typed survives a reload', async () => {
    await fillOurTerms(page);
    await cap.fill('a lot');
    await save.click();
    await expect(cap).toBeFocused();
    await expect(page.getByText('Write it in whole pounds, like 1,200.')).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(cap).toHaveValue('a lot');
    await cap.fill('1,200');
    await save.click();
    await expect(page.getByText('Saved. The next offer begins with them.')).toBeVisible();
    await expect(page.getByText(/^Saved by Owner, /)).toBeVisible();
  });

  await test.step('another owner’s change is not overwritten unseen', async () => {
    await cap.fill('1,300');
    await product.query(
      `update desk.settings set offer_terms_version = 7, offer_terms = jsonb_set(offer_terms, '{solicitor_cap}', '900')`,
    );
    await save.click();
    await expect(page.getByText('Somebody has changed the terms meanwhile.')).toBeVisible();
    await expect(cap).toHaveValue('1,300');
    await page.getByRole('button', { name: 'Leave them as they are' }).click();
    await expect(cap).toHaveValue('900');
    await cap.fill('1,250');
    await save.click();
    await expect(page.getByText('Saved. The next offer begins with them.')).toBeVisible();
  });

  await test.step('the next offer’s form begins with them', async () => {
    expect((await postLead(product.server.url, VALUATION_LEAD, randomUUID())).ok).toBe(true);
    await page.getByRole('link', { name: /^Now/ }).click();
    await page.getByRole('link', { name: 'Open the lead' }).click();
    await page.getByRole('button', { name: 'Make an offer' }).click();
    await expect(cap).toHaveValue('1250');
    await expect(page.getByRole('group', { name: 'Outlay 1' }).getByLabel('Who pays')).toHaveValue('us');
    await expect(page.getByLabel('If either of us withdraws')).toHaveValue('Each side bears its own costs.');
  });
});
