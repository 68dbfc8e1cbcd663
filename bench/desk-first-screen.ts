/**
 * `npm run bench:desk-screen`: how long the desk (the staff's app) takes to show its list of leads on a slow phone:
 * 1.6 Mbit/s, round trips of 150 ms, and a CPU slowed 4 times, as in Lighthouse's mobile preset. Somebody is signed in,
 * and there are 38 new leads. Each run opens the desk twice: with an empty cache, and with the files of the first visit
 * in the cache. Prints a table; exits with 1 when the target is missed. `--runs 5`, the default, is the number of runs;
 * with `--cpu-slowdown 1` only the network is slow.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { chromium, devices, type Browser } from '@playwright/test';
import { findChromium, launchOptions } from '../scripts/ensure-chromium.ts';
import buildSite from '../tests/support/build-site.ts';
import { VALUATION_LEAD } from '../tests/support/sample-leads.ts';
import { postLead } from '../tests/support/post-lead.ts';
import { startProduct } from '../tests/support/product.ts';
import { atMost, describeRun, markdownTable, median, reportChecks } from '../tests/support/bench-report.ts';
import { openOnSlowPhone, type SlowVisit } from './slow-phone.ts';
import { waitForIdle } from './wait-for-idle.ts';

const LEADS = 38;
const TARGET_MS = 1_500;

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, 'cpu-slowdown': { type: 'string', default: '4' } },
});

/** Opens the sign-in link that the server has logged, and returns the browser's session. */
async function signIn(browser: Browser, link: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.locator('[data-card]').first().waitFor();
  const session = await context.storageState();
  await context.close();
  return session;
}

const run = describeRun();
buildSite();
const product = await startProduct({ DESK_PORT: '0' });
const browser = await chromium.launch(launchOptions(findChromium()));
try {
  for (let number = 0; number < LEADS; number += 1) {
    await postLead(product.server.url, { ...VALUATION_LEAD, name: `Lead ${number}` }, randomUUID());
  }
  const { link } = await product.server.waitForLog('this link opens the desk, once');
  const desk = `${new URL(String(link)).origin}/`;
  const session = await signIn(browser, String(link));
  const visits = { 'an empty cache': [] as SlowVisit[], 'the files of the first visit': [] as SlowVisit[] };
  const cpuSlowdown = Number(options['cpu-slowdown']);
  for (let round = 0; round < Number(options.runs); round += 1) {
    await waitForIdle();
    const context = await browser.newContext({ ...devices['iPhone 13'], storageState: session });
    for (const list of Object.values(visits))
      list.push(await openOnSlowPhone(context, desk, '[data-card]', cpuSlowdown));
    await context.close();
  }
  console.log(`${run}; ${options.runs} visits each, medians:\n`);
  const rows = Object.entries(visits).map(([cache, list]) => ({
    'Opened with': cache,
    'first paint, ms': Math.round(median(list.map(({ paintMs }) => paintMs))),
    'list of leads, ms': Math.round(median(list.map(({ shownMs }) => shownMs))),
    slowest: Math.round(Math.max(...list.map(({ shownMs }) => shownMs))),
    'scripts until then, KiB': Math.round(median(list.map(({ scriptKib }) => scriptKib))),
  }));
  console.log(markdownTable(rows));
  reportChecks(
    rows.map((row) =>
      atMost(TARGET_MS, `ms to the list of leads, ${row['Opened with']}`, row['list of leads, ms']),
    ),
  );
} finally {
  await browser.close();
  await product.close();
}
