import { setTimeout as delay } from 'node:timers/promises';
import { atMost, median } from '#support/load/bench-report.ts';
import { launchPuppeteer } from '#support/browser/chromium.ts';
import { waitUntil } from '#support/runner/wait-until.ts';
import { report } from '../support/command.ts';
import { openSlowLine } from '../support/start-child.ts';
import { takeTurns } from '../support/take-turns.ts';
import { openUnwatchedTab, type UnwatchedTab } from '../support/unwatched-tab.ts';
import { waitForIdle } from '../support/wait-for-idle.ts';
import type { Options, Site } from './site.ts';

const LIMIT_MS = 150;
/** Long enough for the next page to be prerendered. */
const HOVER_MS = 1500;
const PRESS_MS = 90;
const SCREEN = { width: 412, height: 823, deviceScaleFactor: 1.75 };
const LINK = { selector: 'footer a[href="/glasgow"]' };
const RULES = 'script[type="speculationrules"]';

const WAYS = {
  'a mouse, after 1.5 s on the link': { isFinger: false, hasRules: true },
  'a mouse, without speculation rules': { isFinger: false, hasRules: false },
  'a finger': { isFinger: true, hasRules: true },
  'a finger, without speculation rules': { isFinger: true, hasRules: false },
};

async function tapWithFinger(tab: UnwatchedTab, point: { x: number; y: number }): Promise<void> {
  await tab.page().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await delay(PRESS_MS);
  await tab.page().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function clickAfterHover(tab: UnwatchedTab, point: { x: number; y: number }): Promise<void> {
  const page = tab.page();
  const button = { ...point, button: 'left', clickCount: 1 } as const;
  await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...point });
  await delay(HOVER_MS);
  await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button });
  await delay(PRESS_MS);
  // The answer may not come, because the page ends.
  void page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button }).catch(() => undefined);
}

/** How long after the press and the release of the link the next page was first painted. Undefined until that paint. */
const readTimes = (tab: UnwatchedTab) =>
  tab.evaluate(() => {
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

/** Opens the home page in a new Chromium, taps a link once the machine is idle, and waits for the next page's paint. */
async function openByLink(
  url: string,
  { isFinger, hasRules }: (typeof WAYS)[keyof typeof WAYS],
  options: Options,
) {
  await using browser = await launchPuppeteer();
  const screen = { ...SCREEN, mobile: isFinger };
  const tab = await openUnwatchedTab(browser, { cpuSlowdown: options['cpu-slowdown'], screen });
  await tab.goto(url);
  await tab.waitForFunction((rules) => document.querySelector(rules) !== null, RULES);
  if (!hasRules) await tab.evaluate((rules) => document.querySelector(rules)?.remove(), RULES);
  await tab.evaluate(() => {
    for (const type of ['pointerdown', 'pointerup'] as const)
      window.addEventListener(type, ({ timeStamp }) => {
        sessionStorage.setItem(type, String(performance.timeOrigin + timeStamp));
      });
  });
  // The sections around the link get their real heights when it is scrolled to, so it is located again after that.
  await tab.locate(LINK);
  await waitForIdle(options['idle-limit']);
  await (isFinger ? tapWithFinger : clickAfterHover)(tab, await tab.locate(LINK));
  await waitUntil('the next page is painted', async () => (await readTimes(tab)) !== undefined);
  const times = await readTimes(tab);
  if (!times) throw new Error('The next page has no first paint.');
  return times;
}

/**
 * Taps a link with a mouse, which first rests on it, and with a finger. A finger has no target: prerendering starts only
 * with its press, and the slow line alone takes longer than the limit.
 */
export async function measureLinks({ url }: Site, options: Options): Promise<void> {
  using line = await openSlowLine(url);
  const taps = await takeTurns(options.rounds, WAYS, (way) => openByLink(`${line.url}/`, way, options));
  const rows = Object.entries(taps).map(([way, times]) => {
    const released = times.map(({ fromReleaseMs }) => fromReleaseMs);
    return {
      'tapped with': way,
      prerendered: times.filter(({ isPrerendered }) => isPrerendered).length,
      'from the press, median ms': median(times.map(({ fromPressMs }) => fromPressMs)),
      'from the release, median ms': median(released),
      slowest: Math.max(...released),
    };
  });
  report(
    `round trips of 150 ms, 1.6 Mbit/s, CPU slowed ${options['cpu-slowdown']} times, ${options.rounds} rounds`,
    rows,
    [atMost(LIMIT_MS, 'mouse: from the release, ms', rows[0]?.['from the release, median ms'] ?? Number.NaN)],
  );
}
