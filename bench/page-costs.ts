/**
 * `npm run bench:costs`: what each page spends processor time on, compared with the baseline pages. Traces visits in
 * turns, and prints medians of the main thread's processor time by kind of work, before the first paint and from then
 * until four seconds after the load event. Processor time, unlike elapsed time, hardly depends on other work on the
 * machine; the CPU is not slowed down, so a slow phone takes several times as long.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import buildSite from '../tests/support/build-site.ts';
import { describeRun, markdownTable, median, sum } from '../tests/support/bench-report.ts';
import { launchPuppeteer } from '../tests/support/chromium.ts';
import { startProduct } from '../tests/support/product.ts';
import { startChild } from './start-child.ts';
import { takeTurns } from './take-turns.ts';

const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
/**
 * Lighthouse's slow mobile network, as Lighthouse sets it in Chromium. The emulation delays a request only once, so its
 * latency is 3.75 round trips of 150 ms.
 *
 * @see https://github.com/GoogleChrome/lighthouse/blob/main/core/config/constants.js
 */
const LINE = { latency: 562.5, download: 184_320, upload: 84_375 };
/** How long a trace goes on after the load event, while fonts arrive and the sections further down are laid out. */
const REST_MS = 4000;

/** The kinds of work, by the names of Chromium's trace events. Everything else is "other". */
const KINDS = new Map([
  ['ParseHTML', 'HTML and inline styles parsed'],
  ['ParseAuthorStyleSheet', 'style sheet parsed'],
  ['UpdateLayoutTree', 'styles computed'],
  ['Layout', 'layout'],
  ['PrePaint', 'paint'],
  ['Paint', 'paint'],
  ['Layerize', 'paint'],
  ['Commit', 'paint'],
  ['v8.evaluateModule', 'scripts'],
  ['FunctionCall', 'scripts'],
  ['RunMicrotasks', 'scripts'],
]);

const eventSchema = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.optional(z.number()),
  tdur: z.optional(z.number()),
});
type TraceEvent = z.infer<typeof eventSchema>;
/** Milliseconds by kind of work. */
type Costs = Map<string, number>;

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });

/** The milliseconds of each kind of work. An event's time is its own, without the events inside it. */
function costsOf(events: readonly TraceEvent[], start: number, paint: number): Costs {
  const costs: Costs = new Map();
  const open: TraceEvent[] = [];
  const add = ({ name, ts }: TraceEvent, microseconds: number) => {
    if (ts < start) return;
    const kind = `${ts < paint ? 'before' : 'after'}: ${KINDS.get(name) ?? 'other'}`;
    costs.set(kind, (costs.get(kind) ?? 0) + microseconds / 1000);
  };
  for (const event of events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    while (open.length > 0 && (open.at(-1)?.ts ?? 0) + (open.at(-1)?.dur ?? 0) <= event.ts) open.pop();
    const outer = open.at(-1);
    if (outer) add(outer, -(event.tdur ?? 0));
    add(event, event.tdur ?? 0);
    open.push(event);
  }
  return costs;
}

async function trace(url: string): Promise<Costs> {
  const browser = await launchPuppeteer();
  try {
    const page = await browser.newPage();
    await page.setViewport(PHONE);
    await page.emulateNetworkConditions(LINE);
    await page.tracing.start({
      categories: ['-*', 'devtools.timeline', 'toplevel', 'v8.execute', 'loading'],
    });
    await page.goto(url, { waitUntil: 'load' });
    await delay(REST_MS);
    const text = Buffer.from((await page.tracing.stop()) ?? []).toString();
    const { traceEvents } = z.object({ traceEvents: z.array(eventSchema) }).parse(JSON.parse(text));
    const paint = traceEvents.find(({ name }) => name === 'firstContentfulPaint');
    if (!paint) throw new Error(`${url} was not painted.`);
    const main = traceEvents.filter(({ pid, tid }) => pid === paint.pid && tid === paint.tid);
    const start = main.findLast(({ name, ts }) => name === 'navigationStart' && ts < paint.ts)?.ts ?? 0;
    return costsOf(
      main.filter(({ ph }) => ph === 'X'),
      start,
      paint.ts,
    );
  } finally {
    await browser.close();
  }
}

buildSite();
const run = describeRun();
const product = await startProduct();
const baseline = await startChild('baseline-server.ts');
const visits = await takeTurns(
  Number(values.runs),
  {
    baseline: `${baseline.url}/`,
    'baseline article': `${baseline.url}/article/`,
    home: `${product.server.url}/`,
    city: `${product.server.url}/glasgow`,
    article: `${product.server.url}/blog/how-to-sell-house-fast-scotland`,
  },
  trace,
);
baseline.close();
await product.close();

const phases = ['before', 'after'].flatMap((phase) =>
  [...new Set(KINDS.values()), 'other'].map((kind) => `${phase}: ${kind}`),
);
const cell = (all: Costs[], kinds: string[]) =>
  Number(median(all.map((costs) => sum(kinds.map((kind) => costs.get(kind) ?? 0)))).toFixed(1));
const row = (name: string, kinds: string[]) => ({
  'processor time, ms': name,
  ...Object.fromEntries([...visits].map(([page, all]) => [page, cell(all, kinds)])),
});
console.log(`${run}; CPU not slowed, medians of ${values.runs} interleaved visits:\n`);
console.log(
  markdownTable([
    ...phases.map((phase) => row(phase, [phase])),
    ...['before', 'after'].map((phase) =>
      row(
        `${phase}: all`,
        phases.filter((name) => name.startsWith(phase)),
      ),
    ),
  ]),
);
