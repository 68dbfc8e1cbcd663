import { expect } from 'vitest';
import { launchPuppeteer } from '../../support/chromium.ts';
import { WAIT_LIMIT_MS } from '../../support/time-limits.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { answerAll, EXPIRED } from './simulated-responses.ts';
import { LOAD_CLIENT, type startBrowser } from './client-runtimes.ts';

type BrowserRuntime = Awaited<ReturnType<typeof startBrowser>>;

/** Counts the timers that tick every 30 seconds, as the client's refresh timer does. */
const COUNT_TICKERS = `
  window.tickers = new Set();
  const { setInterval: start, clearInterval: stop } = window;
  window.setInterval = (work, ms) => { const id = start(work, ms); if (ms === 30000) tickers.add(id); return id; };
  window.clearInterval = (id) => { tickers.delete(id); stop(id); };
`;

/** Checks that the client refreshes its session while the tab is visible, and stops while it is hidden. */
export async function checkHiddenTab({ server, requests, answerWith }: BrowserRuntime): Promise<void> {
  answerWith(answerAll);
  server.requests.length = 0;
  const browser = await launchPuppeteer();
  try {
    const tab = await browser.newPage();
    tab.setDefaultTimeout(WAIT_LIMIT_MS);
    const countTickers = () => tab.evaluate('tickers.size');
    await tab.goto(`${server.url}/empty`);
    await tab.evaluate(COUNT_TICKERS);
    await tab.evaluate(`${LOAD_CLIENT}.then((client) => client.auth.initialize())`);
    expect(await countTickers()).toBe(1);

    await browser.newPage().then((other) => other.bringToFront());
    await waitUntil('the refresh timer stops', async () => (await countTickers()) === 0);
    expect(await tab.evaluate('document.visibilityState')).toBe('hidden');
    const item = JSON.stringify(JSON.stringify(EXPIRED));
    await tab.evaluate(`localStorage.setItem('sb-127-auth-token', ${item})`);
    expect(requests()).toEqual([]);

    await tab.bringToFront();
    await waitUntil('the refresh timer runs again', async () => (await countTickers()) === 1);
    await waitUntil('the expired session is refreshed', () => Promise.resolve(requests().length > 0));
    expect(requests()).toMatchObject([
      { line: 'POST /auth/v1/token?grant_type=refresh_token', body: '{"refresh_token":"expired"}' },
    ]);
  } finally {
    await browser.close();
  }
}

/** Checks that a form whose script cannot be loaded keeps working as without scripts, and shows no error message. */
export async function checkFailedIsland({ page, server }: BrowserRuntime): Promise<void> {
  const context = await page.context().browser()?.newContext();
  context?.setDefaultTimeout(WAIT_LIMIT_MS);
  const home = await context?.newPage();
  if (!home) throw new Error('The browser has no page.');
  await home.route('**/_astro/ValuationForm*.js', (route) => route.abort());
  await home.goto(server.url);
  const form = home.locator('[data-island="valuation-form"] form');
  const isScripted = () => form.evaluate((element: HTMLFormElement) => element.noValidate);
  await waitUntil('the island waits for the first interaction', isScripted);

  await form.dispatchEvent('pointerdown');
  await waitUntil('the island has failed', async () => !(await isScripted()));
  expect(await form.getAttribute('method')).toBe('post');
  expect(await form.locator('[data-form-step]:visible').count()).toBe(3);
  expect(await home.getByText('Unexpected Application Error!').count()).toBe(0);
  await context?.close();
}
