/**
 * `npm run bench:desk-screen`: how long the desk (the staff's app) takes to show its list of leads on a slow phone:
 * 1.6 Mbit/s, round trips of 150 ms, and a CPU slowed 4 times, as in Lighthouse's mobile preset. Somebody is signed in,
 * and there are 50 new leads. The desk takes turns with a baseline page from the same server (`bare-react-page/`). Each
 * run opens both pages twice: with an empty cache, and with the files of the first visit in the cache. Prints a table;
 * exits with 1 when a target is missed. `--runs 5`, the default, is the number of runs; with `--cpu-slowdown 1` only the
 * network is slow; `--idle-limit 5` waits at most five seconds before each visit until the machine is idle, instead of
 * sixty.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { devices, type Browser } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { precompress } from '../integrations/precompress.ts';
import { findChromium } from '../scripts/ensure-chromium.ts';
import buildSite from '../tests/support/build-site.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { VALUATION_LEAD } from '../tests/support/sample-leads.ts';
import { postLead } from '../tests/support/post-lead.ts';
import { startProduct } from '../tests/support/product.ts';
import { atMost, describeRun, markdownTable, median, reportChecks } from '../tests/support/bench-report.ts';
import { openOnSlowPhone, type SlowVisit } from './slow-phone.ts';
import { waitForIdle } from './wait-for-idle.ts';

const LEADS = 50;
/** The most time that the desk may take to show its list, as a ratio to the baseline's time. */
const TARGETS = { 'an empty cache': 1.25, 'the files of the first visit': 1.2 };
const DIST_DESK = join(import.meta.dirname, '../dist-desk');
const BASELINE = 'bare-react-page';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    'cpu-slowdown': { type: 'string', default: '4' },
    'idle-limit': { type: 'string', default: '60' },
  },
});

/** Builds the baseline page into the desk's folder, which the server serves. @returns a function that removes it */
async function buildBaseline(): Promise<() => Promise<void>> {
  const root = join(import.meta.dirname, BASELINE);
  const input = join(root, `${BASELINE}.html`);
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir: DIST_DESK, emptyOutDir: false, rolldownOptions: { input } },
  });
  if (!('output' in built)) throw new Error('The baseline has no output.');
  await precompress(DIST_DESK);
  const files = built.output.flatMap(({ fileName }) => [fileName, `${fileName}.br`, `${fileName}.gz`]);
  return async () => {
    for (const file of files) await rm(join(DIST_DESK, file), { force: true });
  };
}

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
const removeBaseline = await buildBaseline();
const product = await startProduct({ DESK_PORT: '0' });
const browser = await launchChromium(findChromium());
try {
  for (let number = 0; number < LEADS; number += 1) {
    await postLead(product.server.url, { ...VALUATION_LEAD, name: `Lead ${number}` }, randomUUID());
  }
  const { link } = await product.server.waitForLog('this link opens the desk, once');
  const desk = `${new URL(String(link)).origin}/`;
  const session = await signIn(browser, String(link));
  const pages = { 'the baseline': `${desk}${BASELINE}`, 'the desk': desk };
  const visits = Object.keys(TARGETS).flatMap((cache) =>
    Object.keys(pages).map((page) => ({ page, cache, list: [] as SlowVisit[] })),
  );
  for (let round = 0; round < Number(options.runs); round += 1) {
    for (const [page, url] of Object.entries(pages)) {
      await waitForIdle(Number(options['idle-limit']));
      const context = await browser.newContext({ ...devices['iPhone 13'], storageState: session });
      for (const { list } of visits.filter((visit) => visit.page === page)) {
        list.push(await openOnSlowPhone(context, url, '[data-card]', Number(options['cpu-slowdown'])));
      }
      await context.close();
    }
  }
  console.log(
    `${run}; CPU slowed ${options['cpu-slowdown']} times, medians of ${options.runs} visits each:\n`,
  );
  const rows = visits.map(({ page, cache, list }) => ({
    'Opened with': cache,
    Page: page,
    'first paint, ms': Math.round(median(list.map(({ paintMs }) => paintMs))),
    'list of leads, ms': Math.round(median(list.map(({ shownMs }) => shownMs))),
    slowest: Math.round(Math.max(...list.map(({ shownMs }) => shownMs))),
    'scripts until then, KiB': Math.round(median(list.map(({ scriptKib }) => scriptKib))),
  }));
  console.log(markdownTable(rows));
  reportChecks(
    Object.entries(TARGETS).map(([cache, target]) => {
      const [baseline, own] = rows.filter((row) => row['Opened with'] === cache);
      const ratio = (own?.['list of leads, ms'] ?? Number.NaN) / (baseline?.['list of leads, ms'] ?? 0);
      return atMost(target, `list of leads, of the baseline, ${cache}`, ratio);
    }),
  );
} finally {
  await browser.close();
  await product.close();
  await removeBaseline();
}
