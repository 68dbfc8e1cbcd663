/**
 * `npm run bench:desk-interactions`: Interaction to Next Paint of what staff do most at the desk (the staff's app), on
 * a phone with the CPU slowed 4 times and with 5,000 leads: opening a lead, recording a call, and each letter of a
 * search. Prints a table; exits with 1 when the slowest interaction exceeds the limit. `--times 20`, the default, is
 * how often each is done. `--cpu-slowdown 2` slows the CPU less, as for `npm run bench -- --throttling devtools`.
 */
import { parseArgs } from 'node:util';
import buildSite from '../tests/support/build-site.ts';
import { launchPuppeteer } from '../tests/support/chromium.ts';
import { startProduct } from '../tests/support/product.ts';
import { atMost, describeRun, markdownTable, median, reportChecks } from '../tests/support/bench-report.ts';
import { CPU_SLOWDOWN, timeToNextPaint, watchInteractions } from './time-to-next-paint.ts';
import { openUnwatchedTab, type UnwatchedTab } from './unwatched-tab.ts';

const LIMIT_MS = 100;
const LEADS = 5_000;
const SEARCH = 'Lead 12 Great Junct';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    'cpu-slowdown': { type: 'string', default: String(CPU_SLOWDOWN) },
  },
});
const times = Number(values.times);
const cpuSlowdown = Number(values['cpu-slowdown']);

const durations = new Map<string, number[]>();
async function time(tab: UnwatchedTab, what: string, act: () => Promise<void>): Promise<void> {
  durations.set(what, [...(durations.get(what) ?? []), await timeToNextPaint(tab, act)]);
}

const SEARCH_BOX = 'input[type="search"]';
const RECORD = { selector: 'button', text: 'Record' };
const NO_ANSWER = { selector: '[role="dialog"] button, dialog button', text: 'No answer' };
const NEXT_STEP = { selector: '.big-choice' };

const waitForList = (tab: UnwatchedTab) =>
  tab.waitForFunction(() => document.querySelector('[data-card]')?.checkVisibility() ?? false);

async function openAndRecord(tab: UnwatchedTab): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const row = { selector: '[data-card]', index: count % 8 };
    await time(tab, 'open a lead', () => tab.click(row));
    await tab.locate(RECORD);
    await time(tab, 'record a call: Record', () => tab.click(RECORD));
    await tab.locate(NO_ANSWER);
    await time(tab, 'record a call: No answer', () => tab.click(NO_ANSWER));
    await tab.locate(NEXT_STEP);
    await time(tab, 'record a call: the next step', () => tab.click(NEXT_STEP));
    await tab.waitForFunction(({ selector }) => !document.querySelector(selector), NEXT_STEP);
    await tab.evaluate(() => {
      history.back();
    });
    await waitForList(tab);
  }
}

async function searchByLetter(tab: UnwatchedTab): Promise<void> {
  await tab.click({ selector: 'a', text: 'Search' });
  await tab.locate({ selector: SEARCH_BOX });
  for (let count = 0; count < times; count += 1) {
    const typed = count % SEARCH.length;
    if (typed === 0) {
      await tab.evaluate((box) => document.querySelector<HTMLInputElement>(box)?.select(), SEARCH_BOX);
      await tab.press('Backspace');
    }
    await time(tab, 'a letter of a search', () => tab.press(SEARCH.charAt(typed)));
    // Waits for the results, so that the next letter is typed beside a list. A single letter is not searched for.
    if (typed > 0)
      await tab.waitForFunction(() =>
        [...document.querySelectorAll('[role="status"]')].some(({ textContent }) =>
          /lead|newest|Nobody/.test(textContent),
        ),
      );
  }
}

const run = describeRun();
buildSite();
const product = await startProduct({ DESK_PORT: '0' });
const browser = await launchPuppeteer();
try {
  await product.query(
    `insert into public.leads (id, created_at, name, email, phone, postcode, address, property_type, bedrooms,
       property_condition, source)
     select gen_random_uuid(), now() - n * interval '1 minute', 'Lead ' || n, 'lead' || n || '@example.com',
       '0131 ' || lpad(n::text, 7, '0'), 'EH6 6QQ', n || ' Great Junction Street', 'flat', '3', 'fair', 'valuation_form'
     from generate_series(1, $1::int) as n`,
    [LEADS],
  );
  await product.query('select desk.adopt(array(select id from public.leads))');
  const { link } = await product.server.waitForLog('this link opens the desk, once');
  const tab = await openUnwatchedTab(browser, { cpuSlowdown });
  await watchInteractions(tab);
  await tab.goto(String(link));
  await waitForList(tab);
  // Opens the desk again, as somebody who is signed in already.
  await tab.page().send('Page.reload');
  await waitForList(tab);
  await tab.waitUntilLoaded();
  await openAndRecord(tab);
  await searchByLetter(tab);
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
console.log(`${run}; ${cpuSlowdown} × CPU slowdown, ${LEADS} leads, ms to the next paint:\n`);
console.log(markdownTable(rows));
reportChecks(rows.map((row) => atMost(LIMIT_MS, `${row.what}, the slowest, ms`, row['slowest, ms'])));
