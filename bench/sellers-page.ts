import { enquiryLink, newEnquiryKey } from '#lead/enquiry-key.ts';
import { atMost, markdownTable, median, reportChecks } from '../tests/support/bench-report.ts';
import { launchPuppeteer } from '../tests/support/chromium.ts';
import { openDesk } from '../tests/support/desk-calls.ts';
import { postLead } from '../tests/support/post-lead.ts';
import type { Product } from '../tests/support/product.ts';
import { VALUATION_LEAD } from '../tests/support/sample-leads.ts';
import { openOnSlowPhone } from './slow-phone.ts';
import { openSlowLine } from './start-child.ts';
import { takeTurns } from './take-turns.ts';
import { waitForIdle } from './wait-for-idle.ts';

type Options = { runs: number; cpuSlowdown: number; idleLimitSeconds: number };

/** @returns the key to the page of an enquiry with an offer that has changed, and a message */
async function makeEnquiry(product: Product): Promise<string> {
  await postLead(product.server.url, VALUATION_LEAD, crypto.randomUUID());
  const desk = await openDesk(product, VALUATION_LEAD.phone);
  await desk.makeOffer();
  await desk.changeOffer(150_000);
  await desk.call('reply', { body: 'Would Monday suit you?' });
  const { key, hash } = await newEnquiryKey();
  await desk.call('make_link', { key_hash: hash });
  return key;
}

/**
 * Measures the seller's own page, in turns with the baseline page, each time in a new browser with an empty cache, on a
 * slow line and a slow CPU. Also measures when the facts of the enquiry are shown, which come from a call. Prints a table
 * and whether each target is met.
 */
export async function measureSellersPage(
  product: Product,
  baselineUrl: string,
  options: Options,
): Promise<void> {
  const { runs, cpuSlowdown, idleLimitSeconds } = options;
  const key = await makeEnquiry(product);
  const siteLine = await openSlowLine(product.server.url);
  const baselineLine = await openSlowLine(baselineUrl);
  const urls = { baseline: baselineLine.url, "seller's page": enquiryLink(siteLine.url, key) };
  const visits = await takeTurns(runs, urls, async (url, name) => {
    const browser = await launchPuppeteer();
    await waitForIdle(idleLimitSeconds);
    const shown = name === 'baseline' ? 'h1' : '[data-standing]';
    const figures = await openOnSlowPhone(browser, url, shown, { cpuSlowdown });
    await browser.close();
    return figures;
  });
  for (const line of [siteLine, baselineLine]) line.close();
  const rows = [...visits].map(([page, list]) => ({
    Page: page,
    'first paint ms': Math.round(median(list.map(({ paintMs }) => paintMs))),
    'facts shown ms': Math.round(median(list.map(({ shownMs }) => shownMs))),
    'script KiB': Number(median(list.map(({ scriptKib }) => scriptKib)).toFixed(1)),
  }));
  console.log(`\n${markdownTable(rows)}\n`);
  const [baseline, page] = rows as [(typeof rows)[number], (typeof rows)[number]];
  const ratio = page['first paint ms'] / baseline['first paint ms'];
  reportChecks([
    atMost(1.15, "first paint of the seller's page, of the baseline's", ratio),
    atMost(1_600, 'ms until its facts are shown', page['facts shown ms']),
    atMost(80, 'KiB of script until then', page['script KiB']),
  ]);
}
