import { test as base, expect, type Page } from '@playwright/test';
import { startProduct, type Product } from '../support/server/product.ts';
import { ChatWidgetPage } from '../support/browser/chat-widget-page.ts';
import { ValuationFormPage } from '../support/browser/valuation-form-page.ts';

type TestFixtures = {
  valuation: ValuationFormPage;
  chat: ChatWidgetPage;
  /** The console errors that a test expects. Any other console error fails the test. */
  expectedConsoleErrors: RegExp | undefined;
  /** The origin that the forms send to: by default the site's own. */
  backendUrl: string | undefined;
  /** Checks the console and the requests of a second page too. The test's own page is always checked. */
  watch: (page: Page) => void;
  phone: string;
  /** The stored leads with the test's phone number, where they came from (page, campaign), and the mail about them. */
  sent: {
    leads: () => ReturnType<Product['findLeads']>;
    origins: () => ReturnType<Product['findOrigins']>;
    mail: () => ReturnType<Product['waitForMail']>;
  };
};

type WorkerFixtures = {
  /** Environment variables for the product: the server under test, with its database. */
  productVariables: Record<string, string>;
  product: Product;
};

let phoneNumbers = 0;

/** Playwright's test, with fixtures. Each of Playwright's workers runs the product with its own database. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  productVariables: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ productVariables }, use) => {
      const product = await startProduct(productVariables);
      await use(product);
      await product.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.server.url);
  },
  valuation: async ({ page, phone }, use) => {
    await use(new ValuationFormPage(page, phone));
  },
  chat: async ({ page, phone }, use) => {
    await use(new ChatWidgetPage(page, phone));
  },
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
  phone: async ({}, use) => {
    phoneNumbers += 1;
    await use(`0131 496 ${String(phoneNumbers).padStart(4, '0')}`);
  },
  sent: async ({ product, phone }, use) => {
    await use({
      leads: () => product.findLeads(phone),
      origins: () => product.findOrigins(phone),
      mail: () => product.waitForMail(phone),
    });
  },
  expectedConsoleErrors: [undefined, { option: true }],
  backendUrl: async ({ baseURL }, use) => {
    await use(baseURL);
  },
  watch: [
    async ({ page, baseURL, backendUrl, expectedConsoleErrors }, use) => {
      const unexpected: string[] = [];
      const watch = (watched: Page) => {
        watched.on('request', (request) => {
          const { protocol, origin } = new URL(request.url());
          if (/^(?:https?|wss?):$/.test(protocol) && origin !== baseURL && origin !== backendUrl) {
            unexpected.push(`A request to a third party: ${request.url()}`);
          }
        });
        // Violations of the content security policy are console errors too.
        watched.on('console', (message) => {
          // React has replaced HTML that it could not hydrate (`forms/island/hydrate.tsx`).
          if (message.type() !== 'error' && !message.text().startsWith('Hydration')) return;
          if (!expectedConsoleErrors?.test(message.text())) unexpected.push(message.text());
        });
        watched.on('pageerror', (error) => unexpected.push(error.message));
      };
      watch(page);
      await use(watch);
      expect(unexpected, 'console errors and requests to third parties').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
