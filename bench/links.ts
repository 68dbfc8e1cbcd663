/**
 * `npm run bench:links`: measures the time from a tap on a link within the site to the first paint of the next page, on
 * a slow phone's line (`slow-line.ts`) with the CPU slowed 4 times. Each round taps the link with a mouse, which first
 * rests on the link, and with a finger, each with and without the speculation rules. Every tap has a new Chromium and
 * presses the link for 0.09 s. `--idle-limit 5` waits at most five seconds before each tap until the machine is idle,
 * instead of sixty. Prints a table; exits with 1 when a target is missed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'puppeteer-core';
import buildSite from '../tests/support/build-site.ts';
import { atMost, describeRun, markdownTable, median, reportChecks } from '../tests/support/bench-report.ts';
import { launchPuppeteer } from '../tests/support/chromium.ts';
import { startProduct } from '../tests/support/product.ts';
import { waitUntil } from '../tests/support/wait-until.ts';
import { startChild } from './start-child.ts';
import { waitForIdle } from './wait-for-idle.ts';

const LIMIT_MS = 150;
const CPU_SLOWDOWN = 4;
/** Long enough for the next page to be prerendered. */
const HOVER_MS = 1500;
const PRESS_MS = 90;
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75 };
const LINK = 'footer a[href="/glasgow"]';
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
async function tap(page: Page, pointer: Pointer): Promise<void> {
  const { x, y } = await page.$eval(LINK, (link) => {
    link.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = link.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  await waitForIdle(Number(values['idle-limit']));
  if (pointer === 'finger') {
    const touch = await page.touchscreen.touchStart(x, y);
    await delay(PRESS_MS);
    await touch.end();
    return;
  }
  await page.mouse.move(x, y);
  await delay(HOVER_MS);
  await page.mouse.down();
  await delay(PRESS_MS);
  await page.mouse.up();
}

/**
 * When the link was pressed and released and the next page was first painted, in milliseconds since 1970. Undefined
 * until that paint.
 */
const readTimes = (page: Page) =>
  page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    if (location.pathname === '/' || !paint) return undefined;
    const [visit] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
      activationStart: number;
    })[];
    return {
      paintedAt: performance.timeOrigin + paint.startTime,
      pressedAt: Number(sessionStorage.getItem('pointerdown')),
      releasedAt: Number(sessionStorage.getItem('pointerup')),
      isPrerendered: (visit?.activationStart ?? 0) > 0,
    };
  });

/** Opens the home page, taps the link, and measures the time until the next page is first painted. */
async function openByLink(url: string, pointer: Pointer, hasRules: boolean): Promise<Times> {
  const browser = await launchPuppeteer();
  try {
    const page = await browser.newPage();
    const isTouch = pointer === 'finger';
    await page.setViewport({ ...PHONE, isMobile: isTouch, hasTouch: isTouch });
    await page.emulateCPUThrottling(CPU_SLOWDOWN);
    await page.goto(url);
    await page.waitForSelector(RULES);
    await page.waitForNetworkIdle();
    if (!hasRules)
      await page.$eval(RULES, (rules) => {
        rules.remove();
      });
    await page.evaluate(() => {
      for (const type of ['pointerdown', 'pointerup'])
        window.addEventListener(type, ({ timeStamp }) => {
          sessionStorage.setItem(type, String(performance.timeOrigin + timeStamp));
        });
    });
    await tap(page, pointer);
    // Not `waitForFunction`, which fails when the prerendered page replaces the page.
    await waitUntil('the next page is painted', async () => (await readTimes(page)) !== undefined);
    const times = await readTimes(page);
    if (!times) throw new Error('The next page has no first paint.');
    const { paintedAt, pressedAt, releasedAt, isPrerendered } = times;
    return { fromPressMs: paintedAt - pressedAt, fromReleaseMs: paintedAt - releasedAt, isPrerendered };
  } finally {
    await browser.close();
  }
}

buildSite();
const run = describeRun();
const product = await startProduct();
const line = await startChild('slow-line.ts', new URL(product.server.url).port);
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
