/**
 * `npm run bench:interactions`: measures Interaction to Next Paint of the site's controls, with the CPU slowed 4 times.
 * The first interaction with an island, which loads its script and hydrates it, is measured too. Prints a table; exits
 * with 1 when a control's median exceeds the limit.
 */
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import buildSite from '../tests/support/build-site.ts';
import { findChromium } from '../scripts/ensure-chromium.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { startProduct } from '../tests/support/product.ts';
import { ChatWidgetPage } from '../tests/support/chat-widget-page.ts';
import { ValuationFormPage } from '../tests/support/valuation-form-page.ts';
import { atMost, describeRun, markdownTable, median, reportChecks } from '../tests/support/bench-report.ts';
import { CPU_SLOWDOWN, timeToNextPaint, watchInteractions } from './time-to-next-paint.ts';

const LIMIT_MS = 100;
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const rounds = Number(values.rounds);

type Time = (control: string, act: () => Promise<void>) => Promise<void>;

async function useHeaderAndQuestions(page: Page, time: Time) {
  await page.goto('/');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await time('menu: open', () => page.getByRole('button', { name: 'Open menu' }).click());
  await time('menu: close', () => menu.getByRole('button', { name: 'Close menu' }).click());
  await time('hero: typing in the box', () => page.locator('#hero-postcode').press('E'));
  await time('hero: Get My Offer', () => page.getByRole('button', { name: 'Get My Offer' }).click());
  const question = page.locator('#faq summary').first();
  await time('question: open', () => question.click());
  await time('question: close', () => question.press('Enter'));
}

async function useForm(page: Page, time: Time) {
  const form = new ValuationFormPage(page);
  await form.open();
  await time('form: first interaction, a field', () => form.field('postcode').click());
  await time('form: typing, while its script loads', () => form.field('postcode').press('E'));
  await time('form: a choice', () => form.field('propertyType').first().click());
  await time('form: Continue', () => form.continueButton.click());
  await time('form: Back', () => form.form.getByRole('button', { name: 'Back' }).click());
  await form.continue();
  await form.continue();
  await time('form: Get My Cash Offer, with nine errors', () => form.submitButton.click());
  await time('form: a link in the error summary', () => form.form.getByRole('link').first().click());
}

async function pressContinueFirst(page: Page, time: Time) {
  const form = new ValuationFormPage(page);
  await form.open();
  await time('form: first interaction, Continue', () => form.continueButton.click());
}

async function useChat(page: Page, time: Time) {
  const chat = new ChatWidgetPage(page);
  await page.goto('/cookie-policy');
  await chat.waitForScript();
  await time('chat: first interaction, open', () => chat.toggle.click());
  await time('chat: a suggested question', () => chat.form.locator('button[type="button"]').first().click());
  await time('chat: typing', () => chat.field('name').press('M'));
  await time('chat: Send message, with an error', () => chat.submitButton.click());
  await time('chat: close', () => chat.toggle.click());
}

buildSite();
const run = describeRun();
const product = await startProduct();
const browser = await launchChromium(findChromium());
const times = new Map<string, number[]>();
try {
  for (let round = 0; round < rounds; round += 1) {
    for (const visit of [useHeaderAndQuestions, useForm, pressContinueFirst, useChat]) {
      const page = await browser.newPage({
        baseURL: product.server.url,
        viewport: { width: 390, height: 844 },
      });
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
      await watchInteractions(page);
      await visit(page, async (control, act) => {
        times.set(control, [...(times.get(control) ?? []), await timeToNextPaint(page, act)]);
      });
      await page.close();
    }
  }
} finally {
  await browser.close();
  await product.close();
}

const rows = [...times].map(([control, all]) => ({
  control,
  median: median(all),
  slowest: Math.max(...all),
}));
console.log(`${run}; ${CPU_SLOWDOWN} × CPU slowdown, ms to the next paint, ${rounds} rounds:\n`);
console.log(markdownTable(rows));
reportChecks([atMost(LIMIT_MS, 'the slowest median, ms', Math.max(...rows.map((row) => row.median)))]);
