import type { Page } from '@playwright/test';
import { findChromium } from '../../scripts/ensure-chromium.ts';
import { atMost } from '#support/load/bench-report.ts';
import { ChatWidgetPage } from '#support/browser/chat-widget-page.ts';
import { launchChromium } from '#support/browser/chromium.ts';
import { ValuationFormPage } from '#support/browser/valuation-form-page.ts';
import { report } from '../support/command.ts';
import { takeTurns } from '../support/take-turns.ts';
import { paintTimesTable, watchInteractions, type PaintTimes } from '../support/time-to-next-paint.ts';
import type { Options, Site } from './site.ts';

const LIMIT_MS = 100;

type Time = Awaited<ReturnType<typeof watchInteractions>>;

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

export async function measureTaps({ url }: Site, options: Options): Promise<void> {
  await using browser = await launchChromium(findChromium());
  const times: PaintTimes = new Map();
  await takeTurns(
    options.rounds,
    {
      'header and questions': useHeaderAndQuestions,
      form: useForm,
      Continue: pressContinueFirst,
      chat: useChat,
    },
    async (use) => {
      const page = await browser.newPage({ baseURL: url, viewport: { width: 390, height: 844 } });
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: options['cpu-slowdown'] });
      await use(page, await watchInteractions(page, times));
      await page.close();
    },
  );
  const rows = paintTimesTable(times);
  report(`CPU slowed ${options['cpu-slowdown']} times`, rows, [
    atMost(LIMIT_MS, 'the slowest median, ms', Math.max(...rows.map((row) => row.median))),
  ]);
}
