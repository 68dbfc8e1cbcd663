import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Builder, By, error, type WebDriver, type WebElement } from 'selenium-webdriver';
import type { WebKit } from '../../scripts/ensure-other-browsers.ts';
import { findFreePort } from '../support/server/listen-on-free-port.ts';
import { WAIT_LIMIT_MS } from '../support/runner/time-limits.ts';
import { waitUntil } from '../support/runner/wait-until.ts';
import { VIEWPORT, type TestedBrowser } from './tested-browser.ts';

/** Starts a virtual X11 display. @returns its process, and its name, such as `:3` */
async function startDisplay(program: string) {
  const process = spawn(
    program,
    ['-displayfd', '3', '-screen', '0', `${VIEWPORT.width}x${VIEWPORT.height + 100}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const [number] = (await once(process.stdio[3] as Readable, 'data')) as [Buffer];
  return { process, name: `:${number.toString().trim()}` };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function startDriver(program: string, display: string) {
  const port = await findFreePort();
  const process = spawn(program, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...globalThis.process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Turns off GTK's accessibility bridge, which needs a D-Bus session bus.
      NO_AT_BRIDGE: '1',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil('the driver responds', async () => (await fetch(`${url}/status`)).ok);
  return { process, url };
}

const RETRIED_ERRORS = [
  error.NoSuchElementError,
  error.StaleElementReferenceError,
  error.ElementNotInteractableError,
  error.ElementClickInterceptedError,
];

/**
 * Repeats an attempt until it returns true. It is also repeated if the element is missing, stale, covered or not
 * interactable.
 */
const retryUntilTrue = (driver: WebDriver, what: string, attempt: () => Promise<boolean>) =>
  driver.wait(
    async () => {
      try {
        return await attempt();
      } catch (cause) {
        if (RETRIED_ERRORS.some((type) => cause instanceof type)) return false;
        throw cause;
      }
    },
    WAIT_LIMIT_MS,
    what,
  );

/**
 * Scrolls an element into view and acts on it, again and again until that succeeds. The scroll is instant, because with
 * the page's own smooth scrolling the element would still be moving when the action starts.
 */
const act = (driver: WebDriver, selector: string, action: (element: WebElement) => Promise<void>) =>
  retryUntilTrue(driver, `${selector} can be used`, async () => {
    const element = await driver.findElement(By.css(selector));
    await driver.executeScript(
      'arguments[0].scrollIntoView({ block: "center", behavior: "instant" })',
      element,
    );
    await action(element);
    return true;
  });

export async function openWebKit({ miniBrowser, driver: program, display }: WebKit): Promise<TestedBrowser> {
  const screen = await startDisplay(display);
  const server = await startDriver(program, screen.name);
  const driver = await new Builder()
    .usingServer(server.url)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
    })
    .build();
  await driver.manage().setTimeouts({ pageLoad: WAIT_LIMIT_MS, script: WAIT_LIMIT_MS });
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...VIEWPORT });

  return {
    open: (url) => driver.get(url),
    click: async (selector) => {
      await act(driver, selector, (element) => element.click());
    },
    type: async (selector, text) => {
      await act(driver, selector, (element) => element.click());
      await act(driver, selector, (element) => element.sendKeys(text));
    },
    waitFor: async (selector) => {
      await retryUntilTrue(driver, `${selector} is visible`, () =>
        driver.findElement(By.css(selector)).isDisplayed(),
      );
    },
    evaluate: (expression) => driver.executeScript(`return ${expression}`),
    close: async () => {
      await driver.quit();
      await stopProcess(server.process);
      await stopProcess(screen.process);
    },
  };
}
