/**
 * A tab of Chromium for measurements. Playwright, and Puppeteer's pages, have Chromium report every request. For each
 * request of a script, Chromium then looks up the script's stack, for which it parses the script once more: React takes
 * 0.1 to 0.2 s on a CPU that is slowed 4 times. Visitors do not wait for that, so nothing is reported here.
 */
import { devices } from '@playwright/test';
import type { Browser, CDPSession, Protocol } from 'puppeteer-core';
import { waitUntil } from '#support/runner/wait-until.ts';

const { viewport, deviceScaleFactor, isMobile } = devices['iPhone 13'];
const PHONE = { ...viewport, deviceScaleFactor, mobile: isMobile };

/** How long no file may arrive until a page counts as loaded: longer than the slow line takes for the largest file. */
const QUIET_MS = 1_500;

export type TabOptions = {
  cpuSlowdown: number;
  screen?: Protocol.Emulation.SetDeviceMetricsOverrideRequest;
  /** For a cache and a storage of its own. */
  browserContextId?: string | undefined;
};

/** One of the elements that match a selector and, if given, have this text and no other. By default the first. */
type Place = { selector: string; text?: string; index?: number };

export type UnwatchedTab = Awaited<ReturnType<typeof openUnwatchedTab>>;

/** Opens a tab, by default as large as a phone. Pages that are prerendered for it are slowed down too. */
export async function openUnwatchedTab(browser: Browser, options: TabOptions) {
  const { cpuSlowdown, screen = PHONE, browserContextId } = options;
  const session = await browser.target().createCDPSession();
  const connection = session.connection();
  if (!connection) throw new Error('The browser is not connected.');
  const { targetId } = await session.send('Target.createTarget', {
    url: 'about:blank',
    forTab: true,
    ...(browserContextId !== undefined && { browserContextId }),
  });
  // The method reads only the id, although its type asks for more. With a session of the page instead of the tab,
  // Chromium would not prerender.
  const tab = await connection.createSession({ targetId } as Protocol.Target.TargetInfo);
  /** The page that is shown, and after it those that are prerendered. */
  const pages: CDPSession[] = [];
  async function prepare(page: CDPSession) {
    await page.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.send('Emulation.setDeviceMetricsOverride', screen);
    await page.send('Emulation.setTouchEmulationEnabled', { enabled: screen.mobile });
    await page.send('Page.enable');
    pages.push(page);
  }
  tab.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const page = connection.session(sessionId);
    // A prerendered page can end before it is prepared.
    if (page && targetInfo.type === 'page') prepare(page).catch(() => undefined);
  });
  tab.on('Target.detachedFromTarget', ({ sessionId }) => {
    const index = pages.findIndex((page) => page.id() === sessionId);
    if (index !== -1) pages.splice(index, 1);
  });
  await tab.send('Target.setAutoAttach', { autoAttach: true, flatten: true, waitForDebuggerOnStart: false });
  await waitUntil('the tab has a page', () => Promise.resolve(pages.length > 0));
  // A page in the background has no animation frames and prerenders nothing.
  await page().send('Page.bringToFront');

  function page(): CDPSession {
    const [shown] = pages;
    if (!shown) throw new Error('The tab has no page.');
    return shown;
  }

  /** The function is run in the page, so it can use nothing but its arguments. They and its value go through JSON. */
  async function evaluate<Arguments extends unknown[], Value>(
    run: (...args: Arguments) => Value | Promise<Value>,
    ...args: Arguments
  ): Promise<Value> {
    const { result, exceptionDetails } = await page().send('Runtime.evaluate', {
      expression: callOf(run, args),
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as Value;
  }

  const waitForFunction = <Arguments extends unknown[]>(
    isTrue: (...args: Arguments) => boolean,
    ...args: Arguments
  ) => waitUntil(callOf(isTrue, args), () => evaluate(isTrue, ...args));

  /** Waits for an element and scrolls it to the middle of the window. @returns its middle */
  async function locate(place: Place): Promise<{ x: number; y: number }> {
    let middle: { x: number; y: number } | undefined;
    await waitUntil(`the page has ${JSON.stringify(place)}`, async () => {
      middle = await evaluate(({ selector, text, index = 0 }) => {
        const element = [...document.querySelectorAll(selector)].filter(
          ({ textContent }) => text === undefined || textContent.trim() === text,
        )[index];
        element?.scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = element?.getBoundingClientRect();
        return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      }, place);
      return middle !== undefined;
    });
    if (!middle) throw new Error('The element is gone.');
    return middle;
  }

  return {
    page,
    evaluate,
    waitForFunction,
    locate,
    /** From the next page on, runs the function before the page's own scripts. */
    addInitScript: <Arguments extends unknown[]>(run: (...args: Arguments) => void, ...args: Arguments) =>
      page().send('Page.addScriptToEvaluateOnNewDocument', { source: callOf(run, args) }),
    /** Presses and releases a mouse button on an element. */
    click: async (place: Place) => {
      const button = { ...(await locate(place)), button: 'left', clickCount: 1 } as const;
      await page().send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button });
      await page().send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button });
    },
    press: async (key: string) => {
      const keyCode = key === 'Backspace' ? 8 : key.toUpperCase().charCodeAt(0);
      const event = { key, windowsVirtualKeyCode: keyCode };
      const text = key.length === 1 ? { text: key } : {};
      await page().send('Input.dispatchKeyEvent', { type: 'keyDown', ...event, ...text });
      await page().send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    },
    /** Waits until no file arrives any more. */
    waitUntilLoaded: () =>
      waitForFunction((quietMs) => {
        const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        return files.every(({ responseEnd }) => performance.now() - responseEnd > quietMs);
      }, QUIET_MS),
    goto: (url: string) => page().send('Page.navigate', { url }),
    close: () => session.send('Target.closeTarget', { targetId }),
  };
}

/** JavaScript that calls the function. */
const callOf = <Arguments extends unknown[]>(run: (...args: Arguments) => unknown, args: Arguments) =>
  `(${String(run)})(...${JSON.stringify(args)})`;
