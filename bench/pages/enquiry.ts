import sharp from 'sharp';
import { enquiryLink, newEnquiryKey } from '#lead/enquiry-key.ts';
import { atMost } from '#support/load/bench-report.ts';
import { launchPuppeteer } from '#support/browser/chromium.ts';
import { openDesk } from '#support/desk/desk-calls.ts';
import { postLead } from '#support/leads/post-lead.ts';
import { addSellersPaper } from '#support/papers/send-file.ts';
import type { Product } from '#support/server/product.ts';
import { VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { report } from '../support/command.ts';
import { openOnSlowPhone } from '../support/slow-phone.ts';
import { openSlowLine } from '../support/start-child.ts';
import { medians, takeTurns } from '../support/take-turns.ts';
import { waitForIdle } from '../support/wait-for-idle.ts';
import type { Options, Site } from './site.ts';

/** A picture of about a megabyte, as a phone sends it. */
const PICTURE = {
  ...{ width: 2048, height: 1536, channels: 3 as const, background: '#964' },
  noise: { type: 'gaussian' as const, mean: 128, sigma: 20 },
};

/** @returns the key to the page of an enquiry with an offer that has changed, a message, and eight pictures */
async function makeEnquiry(product: Product): Promise<string> {
  await postLead(product.server.url, VALUATION_LEAD, crypto.randomUUID());
  const desk = await openDesk(product, VALUATION_LEAD.phone);
  await desk.makeOffer();
  await desk.changeOffer(150_000);
  await desk.call('reply', { body: 'Would Monday suit you?' });
  const { key, hash } = await newEnquiryKey();
  await desk.call('make_link', { key_hash: hash });
  const picture = await sharp({ create: PICTURE }).jpeg().toBuffer();
  for (let count = 0; count < 8; count += 1) await addSellersPaper(product.server.url, key, picture);
  return key;
}

/**
 * Opens the seller's own page and the baseline page, each time in a new browser with an empty cache, on a slow line and a
 * slow CPU. Also measures when the facts of the enquiry are shown, which come from a call.
 */
export async function measureEnquiry({ product, url, baselineUrl }: Site, options: Options): Promise<void> {
  const key = await makeEnquiry(product);
  using siteLine = await openSlowLine(url);
  using baselineLine = await openSlowLine(baselineUrl);
  const pages = {
    baseline: { url: baselineLine.url, shown: 'h1' },
    "seller's page": { url: enquiryLink(siteLine.url, key), shown: '[data-standing]' },
  };
  const visits = await takeTurns(options.rounds, pages, async (page) => {
    await using browser = await launchPuppeteer();
    await waitForIdle(options['idle-limit']);
    return await openOnSlowPhone(browser, page.url, page.shown, { cpuSlowdown: options['cpu-slowdown'] });
  });
  const baseline = medians(visits.baseline);
  const own = medians(visits["seller's page"]);
  report(
    `CPU slowed ${options['cpu-slowdown']} times, 1.6 Mbit/s, round trips of 150 ms, medians of ${options.rounds} visits each`,
    [
      { Page: 'baseline', ...baseline },
      { Page: "seller's page", ...own },
    ],
    [
      atMost(1.15, 'first paint, of the baseline', own['first paint, ms'] / baseline['first paint, ms']),
      atMost(1_600, 'ms until its facts are shown', own['content shown, ms']),
      atMost(80, 'KiB of script until then', own['scripts until then, KiB']),
    ],
  );
}
