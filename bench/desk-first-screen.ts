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
import react from '@vitejs/plugin-react';
import type { BrowserContext } from 'puppeteer-core';
import { build } from 'vite';
import { precompress } from '../integrations/precompress.ts';
import buildSite from '../tests/support/build-site.ts';
import { launchPuppeteer } from '../tests/support/chromium.ts';
import { VALUATION_LEAD } from '../tests/support/sample-leads.ts';
import { postLead } from '../tests/support/post-lead.ts';
import { startProduct } from '../tests/support/product.ts';
import { atMost, describeRun, markdownTable, median, reportChecks } from '../tests/support/bench-report.ts';
import { openOnSlowPhone, type SlowVisit } from './slow-phone.ts';
import { startChild } from './start-child.ts';
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

type Session = [key: string, value: string][];

/** Opens the sign-in link that the server has logged. @returns what the browser then keeps for the desk */
async function signIn(context: BrowserContext, link: string): Promise<Session> {
  const page = await context.newPage();
  await page.goto(link);
  await page.waitForSelector('[data-card]');
  const session = await page.evaluate(() => Object.entries(localStorage) as Session);
  await context.close();
  return session;
}

/** Signs somebody in, on a page of the desk that has no script. */
async function keepSession(context: BrowserContext, desk: string, session: Session): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${desk}icon.svg`);
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, session);
  await page.close();
}

const run = describeRun();
buildSite();
const removeBaseline = await buildBaseline();
const product = await startProduct({ DESK_PORT: '0' });
const { link } = await product.server.waitForLog('this link opens the desk, once');
const deskPort = new URL(String(link)).port;
// The desk answers only at its own port, so the line has the same one at another address of this machine.
const line = await startChild('slow-line.ts', deskPort, '::1');
const browser = await launchPuppeteer();
try {
  for (let number = 0; number < LEADS; number += 1) {
    await postLead(product.server.url, { ...VALUATION_LEAD, name: `Lead ${number}` }, randomUUID());
  }
  const desk = `http://[::1]:${deskPort}/`;
  const session = await signIn(
    await browser.createBrowserContext(),
    String(link).replace('localhost', '[::1]'),
  );
  const pages = { 'the baseline': `${desk}${BASELINE}`, 'the desk': desk };
  const visits = Object.keys(TARGETS).flatMap((cache) =>
    Object.keys(pages).map((page) => ({ page, cache, list: [] as SlowVisit[] })),
  );
  for (let round = 0; round < Number(options.runs); round += 1) {
    for (const [page, url] of Object.entries(pages)) {
      await waitForIdle(Number(options['idle-limit']));
      const context = await browser.createBrowserContext();
      await keepSession(context, desk, session);
      for (const { list } of visits.filter((visit) => visit.page === page)) {
        const cpuSlowdown = Number(options['cpu-slowdown']);
        list.push(
          await openOnSlowPhone(browser, url, '[data-card]', { cpuSlowdown, browserContextId: context.id }),
        );
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
  line.close();
  await product.close();
  await removeBaseline();
}
