import { test as base, expect } from '@playwright/test';
import { startProduct, type Product } from '../support/product.ts';
import { ChatWidgetPage } from '../support/chat-widget-page.ts';
import { ValuationFormPage } from '../support/valuation-form-page.ts';

type TestFixtures = {
  valuationForm: ValuationFormPage;
  chatWidget: ChatWidgetPage;
  /** The console errors that a test provokes on purpose: anything else that is logged as one fails it. */
  expectedConsoleErrors: RegExp | undefined;
  /** Where the forms send to: the site itself, unless a test says otherwise. */
  backendUrl: string | undefined;
  consoleErrors: undefined;
  /** A phone number of the test's own, by which its leads are found. */
  phone: string;
};

type WorkerFixtures = { product: Product };

let phoneNumbers = 0;

/** Runs in the page. */
const hasItsStyles = () =>
  document.documentElement.dataset.early === undefined ||
  [...document.querySelectorAll('link')].some(({ rel, sheet }) => rel === 'stylesheet' && sheet !== null);

/** Each worker runs the product itself, on a database of its own. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.server.url);
  },
  // A person looks at a page when it has its styles, which on the first of a visit come after the first paint.
  page: async ({ page }, use) => {
    const open = page.goto.bind(page);
    page.goto = async (url, options) => {
      const response = await open(url, options);
      if (options?.waitUntil === undefined) await expect.poll(() => page.evaluate(hasItsStyles)).toBe(true);
      return response;
    };
    await use(page);
  },
  valuationForm: async ({ page }, use) => {
    await use(new ValuationFormPage(page));
  },
  chatWidget: async ({ page }, use) => {
    await use(new ChatWidgetPage(page));
  },
  // eslint-disable-next-line no-empty-pattern -- as above
  phone: async ({}, use) => {
    phoneNumbers += 1;
    await use(`0131 496 ${String(phoneNumbers).padStart(4, '0')}`);
  },
  expectedConsoleErrors: [undefined, { option: true }],
  backendUrl: async ({ baseURL }, use) => {
    await use(baseURL);
  },
  consoleErrors: [
    async ({ page, baseURL, backendUrl, expectedConsoleErrors }, use) => {
      const unexpected: string[] = [];
      // What the pages' policy refuses is logged as an error, and so caught here too.
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (/^(?:https?|wss?):$/.test(protocol) && origin !== baseURL && origin !== backendUrl) {
          unexpected.push(`A request to a third party: ${request.url()}`);
        }
      });
      page.on('console', (message) => {
        if (message.type() !== 'error') return;
        if (!expectedConsoleErrors?.test(message.text())) unexpected.push(message.text());
      });
      page.on('pageerror', (error) => unexpected.push(error.message));
      await use(undefined);
      expect(unexpected, 'no error is logged, and no other site is asked for anything').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
