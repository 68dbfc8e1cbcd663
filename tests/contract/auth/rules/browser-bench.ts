import type { Browser, JSHandle, Page } from '@playwright/test';
import type { SiteClient } from '../calls/call.ts';
import { loadClient, type SiteHost } from '../site-host.ts';

/** What the client reports of an address that it was opened with. */
export type Outcome = { name: string; message: string; code?: string; details?: unknown } | null;

export type OpenPage = {
  page: Page;
  client: JSHandle<SiteClient>;
  /** The error with which the client started, if it did. */
  outcome: Outcome;
  /** What it told other tabs so far. */
  events: () => Promise<string[]>;
  /** The session in the local storage, or null. */
  stored: () => Promise<unknown>;
  /** What was written to the console as a warning. */
  warnings: string[];
};

type OpenOptions = {
  /** What follows the page's path: `?code=…`, `#access_token=…`. */
  address?: string;
  /** Items in the local storage, by what follows the storage key. */
  items?: Record<string, unknown>;
  hostname?: '127.0.0.1' | 'localhost';
  /** Runs in the page before the client is loaded. */
  before?: () => void;
};

export type BrowserBench = {
  host: SiteHost;
  open: (options?: OpenOptions) => Promise<OpenPage>;
};

/** A place to try rules in a browser: every page has a storage of its own. */
export function createBrowserBench(browser: Browser, host: SiteHost): BrowserBench {
  return {
    host,
    async open({ address = '', items = {}, hostname = '127.0.0.1', before } = {}) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const warnings: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'warning') warnings.push(message.text());
      });
      const key = `sb-${hostname.split('.')[0] ?? ''}-auth-token`;
      await page.goto(`http://${hostname}:${host.server.port}/empty${address}`);
      await page.evaluate(
        ([storageKey, stored]) => {
          for (const [suffix, item] of Object.entries(stored)) {
            localStorage.setItem(storageKey + suffix, JSON.stringify(item));
          }
          const told: string[] = [];
          const last = 'nothing was told after this';
          let askedFor = Promise.withResolvers<undefined>();
          new BroadcastChannel(storageKey).addEventListener('message', ({ data }) => {
            const { event } = data as { event: string };
            if (event === last) askedFor.resolve(undefined);
            else told.push(event);
          });
          const asking = new BroadcastChannel(storageKey);
          Object.assign(window, {
            /** Messages arrive in order: what was told before this one is there with it. */
            async readTold() {
              askedFor = Promise.withResolvers();
              asking.postMessage({ event: last });
              await askedFor.promise;
              return told;
            },
          });
        },
        [key, items] as const,
      );
      if (before) await page.evaluate(before);
      const client = await loadClient(page);
      const outcome = await client.evaluate(async ({ auth }) => {
        const { error } = await auth.initialize();
        return error && (error.toJSON() as Outcome);
      });
      return {
        page,
        client,
        outcome,
        warnings,
        events: () =>
          page.evaluate(() => (window as unknown as { readTold: () => Promise<string[]> }).readTold()),
        stored: async () =>
          JSON.parse((await page.evaluate((name) => localStorage.getItem(name), key)) ?? 'null') as unknown,
      };
    },
  };
}
