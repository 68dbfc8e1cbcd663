/**
 * `npm run bench:links`: measures the time from a tap on a link within the site to the first paint of the next page, on
 * a slow phone's line (`slow-line.ts`) with the CPU slowed 4 times. Each round taps the link with a mouse, which first
 * rests on the link, and with a finger, each with and without the speculation rules. Every tap has a new Chromium and
 * presses the link for 0.09 s. `--idle-limit 5` waits at most five seconds before each tap until the machine is idle,
 * instead of sixty. Prints a table; exits with 1 when a target is missed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import buildSite from '../tests/support/build-site.ts';
import { atMost, describeRun, markdownTable, median, reportChecks } from '../tests/support/bench-report.ts';
import { launchPuppeteer } from '../tests/support/chromium.ts';
import { startProduct } from '../tests/support/product.ts';
import { waitUntil } from '../tests/support/wait-until.ts';
import { openSlowLine } from './start-child.ts';
import { openUnwatchedTab, type UnwatchedTab } from './unwatched-tab.ts';
import { waitForIdle } from './wait-for-idle.ts';

const LIMIT_MS = 150;
const CPU_SLOWDOWN = 4;
/** Long enough for the next page to be prerendered. */
const HOVER_MS = 1500;
const PRESS_MS = 90;
const SCREEN = { width: 412, height: 823, deviceScaleFactor: 1.75 };
const LINK = { selector: 'footer a[href="/glasgow"]' };
const RULES = 'script[type="speculationrules"]';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    'idle-limit': { type: 'string', default: '60' },
  },
});

const POINTERS = { mouse: 'a mouse, after 1.5 s on the link', finger: 'a finger' };
type Pointer = keyof typeof POINTERS;
type Times = { fromPressMs: number; fromReleaseMs: number; isPrerendered: boolean };

/** Presses and releases the link, once the machine is idle. */
async function tap(tab: UnwatchedTab, pointer: Pointer): Promise<void> {
  // The sections around the link get their real heights when it is scrolled to, so it is located again after that.
  await tab.locate(LINK);
  await waitForIdle(Number(values['idle-limit']));
  const point = await tab.locate(LINK);
  const page = tab.page();
  if (pointer === 'finger') {
    await page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await delay(PRESS_MS);
    await page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    return;
  }
  const button = { ...point, button: 'left', clickCount: 1 } as const;
  await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...point });
  await delay(HOVER_MS);
  await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button });
  await delay(PRESS_MS);
  // The answer may not come, because the page ends.
  void page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button }).catch(() => undefined);
}

/**
 * How long after the press and the release of the link the next page was first painted. Undefined until that paint.
 */
const readTimes = (tab: UnwatchedTab) =>
  tab.evaluate((): Times | undefined => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    if (location.pathname === '/' || !paint) return undefined;
    const [visit] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
      activationStart: number;
    })[];
    const since = (type: string) =>
      performance.timeOrigin + paint.startTime - Number(sessionStorage.getItem(type));
    return {
      fromPressMs: since('pointerdown'),
      fromReleaseMs: since('pointerup'),
      isPrerendered: (visit?.activationStart ?? 0) > 0,
    };
  });

/** Opens the home page, taps the link, and measures the time until the next page is first painted. */
async function openByLink(url: string, pointer: Pointer, hasRules: boolean): Promise<Times> {
  const browser = await launchPuppeteer();
  try {
    const screen = { ...SCREEN, mobile: pointer === 'finger' };
    const tab = await openUnwatchedTab(browser, { cpuSlowdown: CPU_SLOWDOWN, screen });
    await tab.goto(url);
    await tab.waitForFunction((rules) => document.querySelector(rules) !== null, RULES);
    if (!hasRules) await tab.evaluate((rules) => document.querySelector(rules)?.remove(), RULES);
    await tab.evaluate(() => {
      for (const type of ['pointerdown', 'pointerup'] as const)
        window.addEventListener(type, ({ timeStamp }) => {
          sessionStorage.setItem(type, String(performance.timeOrigin + timeStamp));
        });
    });
    await tap(tab, pointer);
    await waitUntil('the next page is painted', async () => (await readTimes(tab)) !== undefined);
    const times = await readTimes(tab);
    if (!times) throw new Error('The next page has no first paint.');
    return times;
  } finally {
    await browser.close();
  }
}

buildSite();
const run = describeRun();
const product = await startProduct();
const line = await openSlowLine(product.server.url);
const ways = (Object.keys(POINTERS) as Pointer[]).flatMap((pointer) =>
  [true, false].map((hasRules) => ({ pointer, hasRules, times: [] as Times[] })),
);
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const { pointer, hasRules, times } of ways) {
    const found = await openByLink(`${line.url}/`, pointer, hasRules);
    times.push(found);
    console.error(pointer, hasRules ? 'with the rules:' : 'without:', Math.round(found.fromReleaseMs), 'ms');
  }
}
line.close();
await product.close();

const rows = ways.map(({ pointer, hasRules, times }) => {
  const released = times.map(({ fromReleaseMs }) => fromReleaseMs);
  return {
    'tapped with': POINTERS[pointer],
    'speculation rules': hasRules ? 'yes' : 'no',
    prerendered: times.filter(({ isPrerendered }) => isPrerendered).length,
    'from the press, median ms': Math.round(median(times.map(({ fromPressMs }) => fromPressMs))),
    'from the release, median ms': Math.round(median(released)),
    slowest: Math.round(Math.max(...released)),
  };
});
console.log(
  `${run}; round trips of 150 ms, 1.6 Mbit/s, ${CPU_SLOWDOWN} × CPU slowdown, ${values.rounds} rounds:\n`,
);
console.log(markdownTable(rows));
// A finger has no target: prerendering starts only with its press, and the slow line alone takes longer than the limit.
reportChecks(
  rows
    .filter((row) => row['tapped with'] === POINTERS.mouse && row['speculation rules'] === 'yes')
    .map((row) => atMost(LIMIT_MS, 'mouse: from the release, ms', row['from the release, median ms'])),
);
