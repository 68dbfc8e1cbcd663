import { launch } from 'chrome-launcher';
import lighthouse, { type Flags, type RunnerResult } from 'lighthouse';
import { NetworkRecords } from 'lighthouse/core/computed/network-records.js';
import { CHROMIUM_ARGUMENTS, findChromium } from '#scripts/ensure-chromium.ts';
import { WAIT_LIMIT_MS } from '../runner/time-limits.ts';

export type Throttling = 'simulate' | 'devtools' | 'provided';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

export type Visit = Awaited<ReturnType<typeof visit>>;

/** Starts Chromium without a window, and blocks every host except the page's own. */
const CHROME_FLAGS = [
  ...CHROMIUM_ARGUMENTS,
  '--headless',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Chromium's trace sometimes lacks its beginning. Only this failure is retried. */
const TRACE_WITHOUT_BEGINNING = new Set(['NO_TRACING_STARTED', 'NO_NAVSTART']);
const MAX_TRIES = 3;

/**
 * Opens a page in a fresh Chromium, with Lighthouse's mobile preset.
 *
 * @throws {Error} when the page does not load, or cannot be measured
 */
async function open(url: string, flags: Flags, tries = 1): Promise<RunnerResult> {
  const chromePath = findChromium();
  const chrome = await launch({
    chromeFlags: CHROME_FLAGS,
    logLevel: 'silent',
    // Waits for Chromium until the test's own limit, instead of 25 s.
    maxConnectionRetries: Infinity,
    ...(chromePath !== undefined && { chromePath }),
  });
  let failure: { code: string; message: string } | undefined;
  try {
    const result = await lighthouse(url, { ...flags, port: chrome.port, logLevel: 'silent' });
    if (result && !result.lhr.runtimeError) return result;
    failure = result?.lhr.runtimeError;
  } finally {
    chrome.kill();
  }
  const message = `${url} could not be measured: ${failure ? `${failure.code}, ${failure.message}` : 'no result'}`;
  if (!TRACE_WITHOUT_BEGINNING.has(failure?.code ?? '') || tries >= MAX_TRIES) throw new Error(message);
  console.error(message);
  return open(url, flags, tries + 1);
}

/**
 * Measures one visit. Sizes are bytes on the wire: the total with headers, each kind of file without.
 *
 * @param cpuSlowdownMultiplier how many times the page's CPU is slowed down; Lighthouse's default is 4
 * @throws {Error} when the page does not load, or cannot be measured
 */
export async function visit(url: string, throttling: Throttling, cpuSlowdownMultiplier: number) {
  const { lhr, artifacts } = await open(url, {
    throttlingMethod: throttling,
    throttling: { cpuSlowdownMultiplier },
    onlyCategories: ['performance'],
  });
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const records = await NetworkRecords.request(artifacts.DevtoolsLog, { computedCache: new Map() });
  const requests = records.filter(({ url }) => !url.startsWith('data:'));
  const bodyBytes = (type: string) =>
    requests
      .filter(({ resourceType }) => resourceType === type)
      .reduce((sum, request) => sum + request.transferSize - request.responseHeadersTransferSize, 0);
  const page = lhr.finalDisplayedUrl.split('#')[0];
  const inline = artifacts.Scripts.filter((script) => script.url.split('#')[0] === page);
  return {
    fcpMs: value('first-contentful-paint'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    totalBytes: requests.reduce((sum, { transferSize }) => sum + transferSize, 0),
    htmlBytes: bodyBytes('Document'),
    fontBytes: bodyBytes('Font'),
    // Both script files and inline scripts.
    scriptBytes: bodyBytes('Script') + inline.reduce((sum, { length = 0 }) => sum + length, 0),
    requests: requests.length,
  };
}

/**
 * @returns scores from 0 to 100 by category, and the ids of the audits that lowered them
 * @throws {Error} when the page does not load, or cannot be measured
 */
export async function scoreCategories(url: string, categories: readonly Category[]) {
  const { lhr } = await open(url, {
    throttlingMethod: categories.includes('performance') ? 'simulate' : 'provided',
    onlyCategories: [...categories],
    // Without these, Lighthouse gives up when a busy machine has painted nothing after 30 s, or still loads after 45 s.
    maxWaitForFcp: WAIT_LIMIT_MS,
    maxWaitForLoad: WAIT_LIMIT_MS,
  });
  const results = categories.map((name) => ({ name, ...lhr.categories[name] }));
  return {
    scores: Object.fromEntries(
      results.map(({ name, score }) => [name, Math.round((score ?? 0) * 100)]),
    ) as Partial<Record<Category, number>>,
    failedAudits: results.flatMap(({ auditRefs = [] }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    ),
  };
}
