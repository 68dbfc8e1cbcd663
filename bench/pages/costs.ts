import { setTimeout as delay } from 'node:timers/promises';
import { median, sum } from '#support/load/bench-report.ts';
import { launchPuppeteer } from '#support/browser/chromium.ts';
import { report } from '../support/command.ts';
import { takeTurns } from '../support/take-turns.ts';
import { urlsOf, type Options, type Site } from './site.ts';

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

/** The kinds of work, with the names of Chromium's trace events. Everything else is "other". */
const KINDS = {
  'HTML and inline styles parsed': ['ParseHTML'],
  'style sheet parsed': ['ParseAuthorStyleSheet'],
  'styles computed': ['UpdateLayoutTree'],
  layout: ['Layout'],
  paint: ['PrePaint', 'Paint', 'Layerize', 'Commit'],
  scripts: ['v8.evaluateModule', 'FunctionCall', 'RunMicrotasks'],
  other: [],
};
const kindOf = (event: string) =>
  Object.entries<string[]>(KINDS).find(([, events]) => events.includes(event))?.[0] ?? 'other';

/** An event of a trace, with its start, duration and processor time in microseconds. */
type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
};
/** Milliseconds by kind of work. */
type Costs = Map<string, number>;

/** The milliseconds of each kind of work. An event's time is its own, without the events inside it. */
function costsOf(events: readonly TraceEvent[], start: number, paint: number): Costs {
  const costs: Costs = new Map();
  const open: TraceEvent[] = [];
  const add = ({ name, ts }: TraceEvent, microseconds: number) => {
    if (ts < start) return;
    const kind = `${ts < paint ? 'before' : 'after'}: ${kindOf(name)}`;
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
  await using browser = await launchPuppeteer();
  const page = await browser.newPage();
  await page.setViewport(PHONE);
  await page.emulateNetworkConditions(LINE);
  await page.tracing.start({
    categories: ['-*', 'devtools.timeline', 'toplevel', 'v8.execute', 'loading'],
  });
  await page.goto(url, { waitUntil: 'load' });
  await delay(REST_MS);
  const text = Buffer.from((await page.tracing.stop()) ?? []).toString();
  const { traceEvents } = JSON.parse(text) as { traceEvents: TraceEvent[] };
  const paint = traceEvents.find(({ name }) => name === 'firstContentfulPaint');
  if (!paint) throw new Error(`${url} was not painted.`);
  const main = traceEvents.filter(({ pid, tid }) => pid === paint.pid && tid === paint.tid);
  const start = main.findLast(({ name, ts }) => name === 'navigationStart' && ts < paint.ts)?.ts ?? 0;
  return costsOf(
    main.filter(({ ph }) => ph === 'X'),
    start,
    paint.ts,
  );
}

/**
 * Traces the pages and the baseline pages in turns, and adds up the main thread's processor time by kind of work, before
 * the first paint and from then until four seconds after the load event. Processor time, unlike elapsed time, hardly
 * depends on other work on the machine; the CPU is not slowed down, so a slow phone takes several times as long.
 */
export async function measureCosts(site: Site, { rounds }: Options): Promise<void> {
  const visits = await takeTurns(rounds, urlsOf(site, ['home', 'city', 'article']), trace);
  const row = (name: string, kinds: string[]) => ({
    'processor time, ms': name,
    ...Object.fromEntries(
      Object.entries(visits).map(([page, all]) => [
        page,
        median(all.map((costs) => sum(kinds.map((kind) => costs.get(kind) ?? 0)))),
      ]),
    ),
  });
  const phases = ['before', 'after'].map((phase) => Object.keys(KINDS).map((kind) => `${phase}: ${kind}`));
  report(`CPU not slowed, medians of ${rounds} interleaved visits`, [
    ...phases.flat().map((kind) => row(kind, [kind])),
    ...['before: all', 'after: all'].map((name, index) => row(name, phases[index] ?? [])),
  ]);
}
