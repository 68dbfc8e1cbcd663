import type { Locator, Page } from '@playwright/test';
import pg from 'pg';
import { adoptAll } from '../../server/cases/adopt.ts';
import { launchChromium } from '#support/browser/chromium.ts';
import { openWideDesk } from '#support/browser/wide-desk.ts';
import { atMost } from '#support/load/bench-report.ts';
import { embeddedDatabaseUrl } from '#support/server/installation.ts';
import { startProduct } from '#support/server/product.ts';
import buildSite from '#support/site/build-site.ts';
import { report } from '../support/command.ts';
import { fillLeads } from '../support/fill-leads.ts';

const LIMIT_SECONDS = 120;
/** 40 words a minute, which is an average for people who type with all fingers or a few. */
const KEY_MS = 300;
/** To find the next field with the eye, and to press it or Tab. */
const FIELD_MS = 1000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Somebody who knows the house, and fills in the form at the pace of a person. */
function openHand(desk: Page) {
  const counts = { keys: 0, fields: 0 };
  const reach = async () => {
    counts.fields += 1;
    await pause(FIELD_MS);
  };
  const within = (rows: string, row?: string) =>
    row === undefined
      ? desk
      : desk.getByRole('group', { name: rows }).getByRole('group', { name: row, exact: true });
  return {
    counts,
    press: async (button: Locator) => {
      await reach();
      await button.click();
    },
    type: async (label: string, text: string, rows = '', row?: string) => {
      await reach();
      counts.keys += text.length;
      await within(rows, row).getByLabel(label, { exact: true }).pressSequentially(text, { delay: KEY_MS });
    },
    /** A date is typed as figures, and a choice by its first letter. */
    choose: async (label: string, value: string, keys: number, rows = '', row?: string) => {
      await reach();
      counts.keys += keys;
      await pause(keys * KEY_MS);
      const field = within(rows, row).getByLabel(label, { exact: true });
      await (keys === 1 ? field.selectOption(value) : field.fill(value));
    },
  };
}

const LINES = [
  ['Damp in the back bedroom', '4500', 'A quote'],
  ['Our share of the roof', '6000', 'Our estimate'],
  ['Rewiring', '3200', 'The Home Report'],
  ['Clearing the garden', '1300', 'Our estimate'],
] as const;
const SALES = [
  ['Shore Place, Leith', '2026-08', '172000', 'flat'],
  ['Great Junction Street, Leith', '2026-10', '181000', 'flat'],
] as const;
const POINTS = ['Damp survey', 'Title'];
const OUTLAYS = [
  ['Searches', 'We do'],
  ['Registration', 'We do'],
] as const;

/** Makes a full offer. @param hasTerms whether the form remembers the firm's terms. @returns what it took */
async function makeOffer(desk: Page, hasTerms: boolean) {
  const { press, type, choose, counts } = openHand(desk);
  const startedAt = performance.now();
  await press(desk.getByRole('button', { name: 'Make an offer' }));
  await type('Market value (£)', '185000');
  await type('Our offer (£)', '148000');
  await choose('The market value is based on', 'Comparable sales', 1);
  await choose('Source of funds', 'Our own cash', 1);
  await press(desk.getByText('How we worked it out', { exact: true }).first());
  for (const [index, [what, amount, from]] of LINES.entries()) {
    const at = ['Lines', `Line ${index + 1}`] as const;
    await press(desk.getByRole('button', { name: 'Add a line' }));
    await type('What', what, ...at);
    await type('Amount (£)', amount, ...at);
    await choose('From', from, 1, ...at);
  }
  for (const [index, [street, month, price, kind]] of SALES.entries()) {
    const at = ['Sales', `Sale ${index + 1}`] as const;
    await press(desk.getByRole('button', { name: 'Add a sale' }));
    await type('Street and town', street, ...at);
    await choose('Month', month, 6, ...at);
    await type('Price (£)', price, ...at);
    await type('Kind of home', kind, ...at);
  }
  await press(desk.getByText('What may still lower the price', { exact: true }).first());
  const lastDay = await desk.getByLabel('Open until').inputValue();
  for (const [index, what] of POINTS.entries()) {
    const at = ['Open points', `Open point ${index + 1}`] as const;
    await press(desk.getByRole('button', { name: 'Add a point' }));
    await type('What', what, ...at);
    await choose('Last day', lastDay, 8, ...at);
  }
  if (!hasTerms) {
    await type('The most we pay their solicitor, with VAT (£)', '1200');
    for (const [index, [what, payer]] of OUTLAYS.entries()) {
      const at = ['Outlays', `Outlay ${index + 1}`] as const;
      await press(desk.getByRole('button', { name: 'Add an outlay' }));
      await type('What', what, ...at);
      await choose('Who pays', payer, 1, ...at);
    }
    await type('If either of us withdraws', 'Each side bears its own costs, before missives and after.');
  }
  await choose('Next step', 'Wait for the seller', 1);
  await press(desk.getByRole('button', { name: / \d\d:\d\d$/ }).first());
  await press(desk.getByRole('button', { name: 'Record the offer' }));
  await desk
    .getByText(/^Offer of £148,000/)
    .first()
    .waitFor();
  return { ...counts, seconds: (performance.now() - startedAt) / 1000 };
}

/** Makes a full offer at the pace of a person: the first one, and one for which the form remembers the firm's terms. */
export async function measureOffer(): Promise<void> {
  buildSite();
  await using product = await startProduct({ DESK_PORT: '0' });
  const operator = new pg.Client(await embeddedDatabaseUrl(product.dataDir));
  await operator.connect();
  await fillLeads(operator, 3);
  await adoptAll(operator);
  const { rows: leads } = await operator.query<{ id: string }>('select id from public.leads order by name');
  await operator.end();
  const { link } = await product.server.waitForLog('this link opens the desk, once');
  await using browser = await launchChromium();
  const desk = await (await openWideDesk(browser)).newPage();
  await desk.goto(String(link));
  await desk.locator('[data-card]').first().waitFor();
  const rows = [];
  for (const [index, { id }] of leads.entries()) {
    await desk.goto(new URL(`/#/lead/${id}`, String(link)).href);
    // The terms are those that the last offers to two sellers share.
    const offer = await makeOffer(desk, index === 2);
    if (index !== 1)
      rows.push({ 'a full offer': index === 0 ? 'the first one' : 'with the terms remembered', ...offer });
  }
  report(
    `typed at ${60_000 / KEY_MS / 5} words a minute, ${FIELD_MS / 1000} s to reach each field; 4 lines, 2 sales, 2 open points`,
    rows,
    rows
      .slice(1)
      .map(({ seconds }) => atMost(LIMIT_SECONDS, 'a full offer with the terms remembered, s', seconds)),
  );
}
