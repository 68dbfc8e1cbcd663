import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { BrowserContext } from 'puppeteer-core';
import { build } from 'vite';
import { precompress } from '../../integrations/precompress.ts';
import { atMost } from '#support/load/bench-report.ts';
import buildSite from '#support/site/build-site.ts';
import { launchPuppeteer } from '#support/browser/chromium.ts';
import { postLead } from '#support/leads/post-lead.ts';
import { startProduct } from '#support/server/product.ts';
import { VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { report } from '../support/command.ts';
import { openOnSlowPhone } from '../support/slow-phone.ts';
import { startChild } from '../support/start-child.ts';
import { medians, takeTurns } from '../support/take-turns.ts';
import { waitForIdle } from '../support/wait-for-idle.ts';

type Options = { rounds: number; 'cpu-slowdown': number; 'idle-limit': number };

const LEADS = 50;
/** The most time that the desk may take to show its list, as a ratio to the baseline's time. */
const TARGETS = { 'an empty cache': 1.25, 'the files of the first visit': 1.2 };
type Cache = keyof typeof TARGETS;
const DIST_DESK = join(import.meta.dirname, '../../dist-desk');
const BASELINE = 'bare-react-page';

/** Builds the baseline page into the desk's folder, which the server serves. @returns a function that removes it */
async function buildBaseline(): Promise<() => Promise<void>> {
  const root = join(import.meta.dirname, '../support');
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      outDir: DIST_DESK,
      emptyOutDir: false,
      rolldownOptions: { input: join(root, `${BASELINE}.html`) },
    },
  });
  if (!('output' in built)) throw new Error('The baseline has no output.');
  await precompress(DIST_DESK);
  const files = built.output.flatMap(({ fileName }) => [fileName, `${fileName}.br`, `${fileName}.gz`]);
  return async () => {
    for (const file of files) await rm(join(DIST_DESK, file), { force: true });
  };
}

/** Opens the sign-in link that the server has logged. @returns the cookies that the browser then has */
async function signIn(context: BrowserContext, link: string) {
  const page = await context.newPage();
  await page.goto(link);
  await page.waitForSelector('[data-card]');
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/**
 * Opens the desk and the baseline page from the same server, as somebody who is signed in, on a slow line and a slow CPU:
 * first with an empty cache, then with the files of that visit.
 */
export async function measureFirstScreen(options: Options): Promise<void> {
  buildSite();
  await using opened = new AsyncDisposableStack();
  opened.defer(await buildBaseline());
  const product = opened.use(await startProduct({ DESK_PORT: '0' }));
  const { link } = await product.server.waitForLog('this link opens the desk, once');
  const port = new URL(String(link)).port;
  // The desk answers only at its own port, so the line has the same one at another address of this machine.
  opened.use(await startChild('slow-line.ts', port, '::1'));
  const browser = opened.use(await launchPuppeteer());
  for (let number = 0; number < LEADS; number += 1)
    await postLead(product.server.url, { ...VALUATION_LEAD, name: `Lead ${number}` }, randomUUID());
  const desk = `http://[::1]:${port}/`;
  const context = await browser.createBrowserContext();
  const cookies = await signIn(context, String(link).replace('localhost', '[::1]'));

  const urls = { 'the baseline': `${desk}${BASELINE}`, 'the desk': desk };
  const visits = await takeTurns(options.rounds, urls, async (url) => {
    await waitForIdle(options['idle-limit']);
    const own = await browser.createBrowserContext();
    await own.setCookie(...cookies);
    const tab = { cpuSlowdown: options['cpu-slowdown'], browserContextId: own.id };
    const both = {
      'an empty cache': await openOnSlowPhone(browser, url, '[data-card]', tab),
      'the files of the first visit': await openOnSlowPhone(browser, url, '[data-card]', tab),
    };
    await own.close();
    return both;
  });
  const mediansOf = (page: keyof typeof urls, cache: Cache) =>
    medians(visits[page].map((both) => both[cache]));
  const caches = Object.keys(TARGETS) as Cache[];
  report(
    `CPU slowed ${options['cpu-slowdown']} times, 1.6 Mbit/s, round trips of 150 ms, medians of ${options.rounds} visits each`,
    caches.flatMap((cache) =>
      (['the baseline', 'the desk'] as const).map((page) => ({
        'Opened with': cache,
        Page: page,
        ...mediansOf(page, cache),
        slowest: Math.max(...visits[page].map((both) => both[cache]['content shown, ms'])),
      })),
    ),
    caches.map((cache) => {
      const [baseline, own] = [mediansOf('the baseline', cache), mediansOf('the desk', cache)];
      const ratio = own['content shown, ms'] / baseline['content shown, ms'];
      return atMost(TARGETS[cache], `list of leads, of the baseline, ${cache}`, ratio);
    }),
  );
}
