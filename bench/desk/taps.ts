import pg from 'pg';
import { adoptAll } from '../../server/cases/adopt.ts';
import { atMost } from '#support/load/bench-report.ts';
import buildSite from '#support/site/build-site.ts';
import { launchPuppeteer } from '#support/browser/chromium.ts';
import { embeddedDatabaseUrl } from '#support/server/installation.ts';
import { startProduct } from '#support/server/product.ts';
import { report } from '../support/command.ts';
import { fillLeads } from '../support/fill-leads.ts';
import { paintTimesTable, watchInteractions, type PaintTimes } from '../support/time-to-next-paint.ts';
import { openUnwatchedTab, type UnwatchedTab } from '../support/unwatched-tab.ts';

const LIMIT_MS = 100;
const LEADS = 5_000;
const SEARCH = 'Person 12 Great Jun';
const SEARCH_BOX = 'input[type="search"]';
const RECORD = { selector: 'button', text: 'Record' };
const NO_ANSWER = { selector: '[role="dialog"] button, dialog button', text: 'No answer' };
const NEXT_STEP = { selector: '.big-choice' };

type Time = Awaited<ReturnType<typeof watchInteractions>>;

const waitForList = (tab: UnwatchedTab) =>
  tab.waitForFunction(() => document.querySelector('[data-card]')?.checkVisibility() ?? false);

async function openAndRecord(tab: UnwatchedTab, time: Time, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const row = { selector: '[data-card]', index: count % 8 };
    await time('open a lead', () => tab.click(row));
    await tab.locate(RECORD);
    await time('record a call: Record', () => tab.click(RECORD));
    await tab.locate(NO_ANSWER);
    await time('record a call: No answer', () => tab.click(NO_ANSWER));
    await tab.locate(NEXT_STEP);
    await time('record a call: the next step', () => tab.click(NEXT_STEP));
    await tab.waitForFunction(({ selector }) => !document.querySelector(selector), NEXT_STEP);
    await tab.evaluate(() => {
      history.back();
    });
    await waitForList(tab);
  }
}

async function searchByLetter(tab: UnwatchedTab, time: Time, times: number): Promise<void> {
  await tab.click({ selector: 'a', text: 'Search' });
  await tab.locate({ selector: SEARCH_BOX });
  for (let count = 0; count < times; count += 1) {
    const typed = count % SEARCH.length;
    if (typed === 0) {
      await tab.evaluate((box) => document.querySelector<HTMLInputElement>(box)?.select(), SEARCH_BOX);
      await tab.press('Backspace');
    }
    await time('a letter of a search', () => tab.press(SEARCH.charAt(typed)));
    // Waits for the results, so that the next letter is typed beside a list. A single letter is not searched for.
    if (typed > 0)
      await tab.waitForFunction(() =>
        [...document.querySelectorAll('[role="status"]')].some(({ textContent }) =>
          /lead|newest|Nobody/.test(textContent),
        ),
      );
  }
}

async function addLeads(dataDir: string): Promise<void> {
  const operator = new pg.Client(await embeddedDatabaseUrl(dataDir));
  await operator.connect();
  await fillLeads(operator, LEADS);
  await adoptAll(operator);
  await operator.end();
}

export async function measureTaps(options: { times: number; 'cpu-slowdown': number }): Promise<void> {
  buildSite();
  await using product = await startProduct({ DESK_PORT: '0' });
  await addLeads(product.dataDir);
  const { link } = await product.server.waitForLog('this link opens the desk, once');
  await using browser = await launchPuppeteer();
  const tab = await openUnwatchedTab(browser, { cpuSlowdown: options['cpu-slowdown'] });
  const times: PaintTimes = new Map();
  const time = await watchInteractions(tab, times);
  await tab.goto(String(link));
  await waitForList(tab);
  // Opens the desk again, as somebody who is signed in already.
  await tab.page().send('Page.reload');
  await waitForList(tab);
  await tab.waitUntilLoaded();
  await openAndRecord(tab, time, options.times);
  await searchByLetter(tab, time, options.times);
  const rows = paintTimesTable(times);
  report(
    `CPU slowed ${options['cpu-slowdown']} times, ${LEADS} leads`,
    rows,
    rows.map((row) => atMost(LIMIT_MS, `${row['ms to the next paint']}, the slowest, ms`, row.slowest)),
  );
}
