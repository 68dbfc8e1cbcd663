import {
  devices,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';

/** With xdg-open installed, Chromium asks before it opens a link to a number, in a window that takes all keys. */
export const ignoreTelephoneLinks = (target: Page | BrowserContext) =>
  target.addInitScript(() => {
    window.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a[href^="tel:"]')) event.preventDefault();
    });
  });

/** Opens a browser for the desk on a wide screen. */
export async function openWideDesk(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    ...options,
  });
  await ignoreTelephoneLinks(context);
  return context;
}
