/**
 * A tab of Chromium for measurements. Playwright, and Puppeteer's pages, have Chromium report every request. For each
 * request of a script, Chromium then looks up the script's stack, for which it parses the script once more: React takes
 * 0.1 to 0.2 s on a CPU that is slowed 4 times. Visitors do not wait for that, so nothing is reported here.
 */
import type { Browser, CDPSession, Protocol } from 'puppeteer-core';
import { waitUntil } from '../tests/support/wait-until.ts';

/** The window of an iPhone 13. */
const PHONE = { width: 390, height: 664, deviceScaleFactor: 3, mobile: true };

/** How long no file may arrive until a page counts as loaded: longer than the slow line takes for the largest file. */
const QUIET_MS = 1_500;

type Options = {
  cpuSlowdown: number;
  screen?: Protocol.Emulation.SetDeviceMetricsOverrideRequest;
  /** For a cache and a storage of its own. */
  browserContextId?: string | undefined;
};

export type UnwatchedTab = Awaited<ReturnType<typeof openUnwatchedTab>>;

/** Opens a tab, by default as large as a phone. Pages that are prerendered for it are slowed down too. */
export async function openUnwatchedTab(browser: Browser, options: Options) {
  const { cpuSlowdown, screen = PHONE, browserContextId } = options;
  const session = await browser.target().createCDPSession();
  const connection = session.connection();
  if (!connection) throw new Error('The browser is not connected.');
  const { targetId } = await session.send('Target.createTarget', {
    url: 'about:blank',
    forTab: true,
    ...(browserContextId !== undefined && { browserContextId }),
  });
  // Of a target, this method uses nothing but the id. A session of the page, instead of the tab, would keep Chromium
  // from prerendering.
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

  /** @param expression JavaScript for the page @returns its value, of a type that JSON has */
  async function evaluate<Value>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = await page().send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as Value;
  }

  const waitFor = (condition: string) =>
    waitUntil(condition, () => evaluate<boolean>(`Boolean(${condition})`));

  /** Scrolls an element to the middle of the window. @returns its middle */
  const locate = (element: string) =>
    evaluate<{ x: number; y: number }>(`(() => {
      const element = ${element};
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    })()`);

  return {
    page,
    evaluate,
    /** Waits until a JavaScript expression is true in the page. */
    waitFor,
    locate,
    /** Presses and releases a mouse button on an element, which is given as a JavaScript expression. */
    click: async (element: string) => {
      const button = { ...(await locate(element)), button: 'left', clickCount: 1 } as const;
      await page().send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button });
      await page().send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button });
    },
    /** Presses and releases a key, such as "a" or "Backspace". */
    press: async (key: string) => {
      const keyCode = key === 'Backspace' ? 8 : key.toUpperCase().charCodeAt(0);
      const event = { key, windowsVirtualKeyCode: keyCode };
      const text = key.length === 1 ? { text: key } : {};
      await page().send('Input.dispatchKeyEvent', { type: 'keyDown', ...event, ...text });
      await page().send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    },
    /** Waits until no file arrives any more. */
    waitUntilLoaded: () =>
      waitFor(
        `performance.now() - Math.max(...performance.getEntriesByType('resource').map(({ responseEnd }) => responseEnd)) > ${QUIET_MS}`,
      ),
    goto: (url: string) => page().send('Page.navigate', { url }),
    close: () => session.send('Target.closeTarget', { targetId }),
  };
}
