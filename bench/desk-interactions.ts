/**
 * `npm run bench:desk-interactions`: Interaction to Next Paint of what staff do most at the desk (the staff's app), on
 * a phone with the CPU slowed 4 times and with 5,000 leads: opening a lead, recording a call, and each letter of a
 * search. Prints a table; exits with 1 when the slowest interaction exceeds the limit. `--times 20`, the default, is
 * how often each is done.
 */
import { parseArgs } from 'node:util';
import { devices, type Page } from '@playwright/test';
import { findChromium } from '../scripts/ensure-chromium.ts';
import buildSite from '../tests/support/build-site.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { startProduct } from '../tests/support/product.ts';
import { atMost, describeRun, markdownTable, median, reportChecks } from '../tests/support/bench-report.ts';
import { CPU_SLOWDOWN, timeToNextPaint, watchInteractions } from './time-to-next-paint.ts';

const LIMIT_MS = 100;
const LEADS = 5_000;
const SEARCH = 'Lead 12 Great Junct';

const { values } = parseArgs({ options: { times: { type: 'string', default: '20' } } });
const times = Number(values.times);

const durations = new Map<string, number[]>();
async function time(page: Page, what: string, act: () => Promise<void>): Promise<void> {
  durations.set(what, [...(durations.get(what) ?? []), await timeToNextPaint(page, act)]);
}

async function openAndRecord(page: Page): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const row = page.locator('[data-card]').nth(count % 8);
    await time(page, 'open a lead', () => row.click());
    const record = page.getByRole('button', { name: 'Record', exact: true });
    await record.waitFor();
    await time(page, 'record a call: Record', () => record.click());
    await time(page, 'record a call: No answer', () =>
      page.getByRole('button', { name: 'No answer' }).click(),
    );
    await time(page, 'record a call: the next step', () =>
      page.getByRole('dialog').locator('.big-choice').first().click(),
    );
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.goBack();
    await page.locator('[data-card]').first().waitFor();
  }
}

async function searchByLetter(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Search' }).click();
  const box = page.getByRole('searchbox');
  for (let count = 0; count < times; count += 1) {
    const typed = count % SEARCH.length;
    if (typed === 0) await box.fill('');
    const key = SEARCH[typed] === ' ' ? 'Space' : String(SEARCH[typed]);
    await time(page, 'a letter of a search', () => box.press(key));
    // Waits for the results, so that the next letter is typed beside a list. A single letter is not searched for.
    if (typed > 0)
      await page
        .getByRole('status')
        .filter({ hasText: /lead|newest|Nobody/ })
        .waitFor();
  }
}

const run = describeRun();
buildSite();
const product = await startProduct({ DESK_PORT: '0' });
const browser = await launchChromium(findChromium());
try {
  await product.query(
    `insert into public.leads (id, created_at, name, email, phone, postcode, address, property_type, bedrooms,
       property_condition, source)
     select gen_random_uuid(), now() - n * interval '1 minute', 'Lead ' || n, 'lead' || n || '@example.com',
       '0131 ' || lpad(n::text, 7, '0'), 'EH6 6QQ', n || ' Great Junction Street', 'flat', '3', 'fair', 'valuation_form'
     from generate_series(1, $1::int) as n`,
    [LEADS],
  );
  await product.query('select desk_private.adopt(array(select id from public.leads))');
  const { link } = await product.server.waitForLog('this link opens the desk, once');
  const page = await browser.newPage({ ...devices['iPhone 13'] });
  await page.goto(String(link));
  await page.locator('[data-card]').first().waitFor();
  await watchInteractions(page);
  await page.reload();
  await page.locator('[data-card]').first().waitFor();
  await page.waitForLoadState('networkidle');
  await openAndRecord(page);
  await searchByLetter(page);
} finally {
  await browser.close();
  await product.close();
}

const rows = [...durations].map(([what, all]) => ({
  what,
  times: all.length,
  'median, ms': median(all),
  'slowest, ms': Math.max(...all),
}));
console.log(`${run}; ${CPU_SLOWDOWN} × CPU slowdown, ${LEADS} leads, ms to the next paint:\n`);
console.log(markdownTable(rows));
reportChecks(rows.map((row) => atMost(LIMIT_MS, `${row.what}, the slowest, ms`, row['slowest, ms'])));
