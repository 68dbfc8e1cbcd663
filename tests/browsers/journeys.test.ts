import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SENT_IDS } from '#lead/form-notices.ts';
import { findFirefox, findWebKit } from '../../scripts/ensure-other-browsers.ts';
import { CHAT_ANSWERS, NOT_ASKED, VALUATION_ANSWERS, VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { startProduct, type Product } from '../support/server/product.ts';
import { openFirefox } from './firefox.ts';
import type { TestedBrowser } from './tested-browser.ts';
import { openWebKit } from './webkit.ts';

const webKit = findWebKit();
const firefox = findFirefox();

const FORM = 'form[data-lead-form="valuation_form"]';
const CHAT = 'form[data-lead-form="chat_widget"]';
const field = (form: string, name: string) => `${form} [name="${name}"]`;
const choice = (name: string, value: string) => `${FORM} label:has([name="${name}"][value="${value}"])`;
const continueButton = (step: number) =>
  `${FORM} [data-form-step="${step}"] [data-form-actions] button:last-child`;

let product: Product;
beforeAll(async () => {
  product = await startProduct({ LEADS_PER_ADDRESS: 'off', CALLS_PER_ADDRESS: 'off' });
});
afterAll(() => product.close());

/** Counts up, so that each test has a phone number of its own, by which it finds its leads. */
let lastNumber = 300;
const nextPhone = () => `0131 496 0${++lastNumber}`;

/** Both browsers are tested where they are installed, by `npm test` and alone by `npm run test:browsers`. */
const BROWSERS = [
  { name: 'WebKit', isInstalled: webKit !== undefined, start: async () => webKit && openWebKit(webKit) },
  { name: 'Firefox', isInstalled: firefox !== undefined, start: async () => firefox && openFirefox(firefox) },
];

describe.each(BROWSERS)('in $name', ({ isInstalled, start }) => {
  let browser: TestedBrowser;
  beforeEach(async () => {
    const started = await start();
    if (!started) throw new Error('This browser is not installed.');
    browser = started;
  });
  afterEach(() => browser.close());

  const open = (path: string) => browser.open(product.server.url + path);
  const fill = async (form: string, answers: Record<string, string>) => {
    for (const [name, value] of Object.entries(answers)) await browser.type(field(form, name), value);
  };

  test.runIf(isInstalled)(
    'a seller sends the valuation form, and corrects a mistake on the way',
    async () => {
      const phone = nextPhone();
      await open('/');
      const { postcode, address, propertyType, bedrooms, condition } = VALUATION_ANSWERS;
      await fill(FORM, { postcode, address });
      await browser.click(choice('propertyType', propertyType));
      await browser.click(choice('bedrooms', bedrooms));
      await browser.click(continueButton(1));
      await browser.waitFor(`${FORM}[data-step="2"]`);
      await browser.click(choice('condition', condition));
      await browser.click(continueButton(2));
      await browser.waitFor(`${FORM}[data-step="3"]`);

      const { firstName, lastName, email } = VALUATION_ANSWERS;
      await fill(FORM, { firstName, lastName, email });
      await browser.click(`${FORM} button[type="submit"]`);
      await browser.waitFor(`${FORM} [data-field-error="phone"]`);
      expect(await product.findLeads(phone)).toEqual([]);

      await fill(FORM, { phone });
      await browser.click(`${FORM} button[type="submit"]`);
      await browser.waitFor(`#${SENT_IDS.valuation_form}`);
      expect(await product.findLeads(phone)).toEqual([{ ...NOT_ASKED, ...VALUATION_LEAD, phone }]);
      expect((await product.waitForMail(phone)).deliveries).toBe(1);
    },
  );

  test.runIf(isInstalled)('a visitor of a city page sends a chat message', async () => {
    const { name } = CHAT_ANSWERS;
    const message = 'My buyer withdrew on Friday.';
    const phone = nextPhone();
    await open('/glasgow');
    // Scrolls past the form: on a small screen the chat's toggle is hidden while it would cover a form's button.
    await browser.evaluate('document.querySelector("footer").scrollIntoView()');
    await browser.click(`details:has(${CHAT}) > summary`);
    await fill(CHAT, { name, phone, message });
    await browser.click(`${CHAT} button[type="submit"]`);
    await browser.waitFor(`#${SENT_IDS.chat_widget}`);
    expect(await product.findLeads(phone)).toMatchObject([{ name, phone, source: 'chat_widget' }]);
  });

  test.runIf(isInstalled)(
    'the blog links to an article, and the article does not scroll horizontally',
    async () => {
      await open('/blog');
      await browser.click('main a[href="/blog/cash-buyers-vs-estate-agents"]');
      await browser.waitFor('article h1, main h1');
      await browser.waitFor('main table');
      expect(await browser.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
        0,
      );
    },
  );
});
