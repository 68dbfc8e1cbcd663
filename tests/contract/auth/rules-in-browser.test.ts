import type { Browser } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
import { BROWSER_RULES, titleOf } from './rules/all.ts';
import { createBrowserBench } from './rules/browser-bench.ts';
import { startSiteHost, type SiteHost } from './site-host.ts';

let browser: Browser;
let host: SiteHost;
beforeAll(async () => {
  [browser, host] = await Promise.all([launchChromium(), startSiteHost()]);
});
beforeEach(() => {
  host.server.requests.length = 0;
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  await browser.close();
  await host.server.close();
});

describe('in a browser, the client of the built site does what the specification says in section', () => {
  test.each(BROWSER_RULES.map((rule) => [titleOf(rule), rule] as const))('%s', (_title, rule) =>
    rule.prove(createBrowserBench(browser, host)),
  );
});
