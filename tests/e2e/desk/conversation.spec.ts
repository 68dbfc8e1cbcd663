/** Seller and staff write to each other by mail and on the page, with a real SMTP server and a real IMAP server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import { EnquiryPage } from '#support/browser/enquiry-page.ts';
import { openWideDesk } from '#support/browser/wide-desk.ts';
import { ValuationFormPage } from '#support/browser/valuation-form-page.ts';
import { VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { startDovecot } from '#support/mail/dovecot.ts';
import { startMailServer } from '#support/mail/mail-server.ts';
import { answer, proven, SAMPLES } from '#support/mail/sample-mails.ts';
import { lastDigitsOf } from '#support/seller/last-digits.ts';
import { startProduct, type Product } from '#support/server/product.ts';
import { test as base, expect } from '../fixtures.ts';
import { expectAccessible } from './expect-accessible.ts';

type WorkerFixtures = {
  mailbox: Awaited<ReturnType<typeof startDovecot>>;
  smtp: Awaited<ReturnType<typeof startMailServer>>;
  product: Product;
};

const test = base.extend<{ desk: Page }, WorkerFixtures>({
  mailbox: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'mailbox-'));
      const mailbox = await startDovecot(folder);
      await use(mailbox);
      await mailbox.stop();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  smtp: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const smtp = await startMailServer();
      await use(smtp);
      await smtp.close();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ mailbox, smtp }, use) => {
      const product = await startProduct({
        ...{ DESK_PORT: '0', SMTP_URL: smtp.url, IMAP_URL: mailbox.url },
        ...{ REPLY_TO: 'answers@firm.example', IMAP_AUTHSERV_ID: 'mx.firm.example' },
      });
      await use(product);
      await product.close();
    },
    { scope: 'worker' },
  ],
  backendUrl: async ({ product }, use) => {
    const { link } = await product.server.waitForLog('this link opens the desk, once');
    await use(new URL(String(link)).origin);
  },
  desk: async ({ browser, product, watch }, use) => {
    const { link } = await product.server.waitForLog('this link opens the desk, once');
    const context = await openWideDesk(browser);
    const desk = await context.newPage();
    watch(desk);
    await desk.goto(String(link));
    await use(desk);
    await context.close();
  },
});

const { name: NAME, email: EMAIL } = VALUATION_LEAD;

/** With TIMES=full, there are ten rounds, and their times are checked. Otherwise other tests run beside it, and times say nothing. */
const areTimesChecked = process.env.TIMES === 'full';
const ROUNDS = areTimesChecked ? 10 : 2;

test('one conversation: form, mail, page and desk, in one thread, and quick', async ({
  page,
  phone,
  desk,
  mailbox,
  smtp,
  product,
}) => {
  const enquiry = new EnquiryPage(page);
  const history = desk.getByRole('region', { name: 'Conversation' });
  const box = desk.getByLabel(`Message to ${NAME}`);
  const toSeller = () => smtp.mails.filter(({ to }) => to?.[0]?.address === EMAIL);
  function latest(): Email {
    const mail = toSeller().at(-1);
    if (!mail) throw new Error('There is no mail to the seller.');
    return mail;
  }
  const times: Record<string, number[]> = {};

  /** Measures until something is seen. */
  async function time(what: string, limitMs: number, seen: () => Promise<unknown>) {
    const start = performance.now();
    await seen();
    const ms = Math.round(performance.now() - start);
    (times[what] ??= []).push(ms);
    if (areTimesChecked) expect(ms, what).toBeLessThan(limitMs);
  }

  /** The next mail about an answer, without the two minutes for which it waits in case the seller reads the page. */
  async function nextMail(): Promise<Email> {
    const before = toSeller().length;
    await expect
      .poll(async () => {
        const due = await product.query(
          `update private.notifications set next_attempt_at = now()
           where kind = 'replied' and sent_at is null and next_attempt_at > now() returning 1`,
        );
        return due.length;
      })
      .toBe(1);
    await time('an answer by mail, once it is due', 60_000, () =>
      expect.poll(() => toSeller().length).toBe(before + 1),
    );
    return latest();
  }

  /** The seller opens the link of a mail, and enters the digits. */
  async function openFrom({ text = '' }: Email): Promise<void> {
    const [path = ''] = /\/your-enquiry#k=[\w-]{43}/.exec(text) ?? [];
    await page.goto(path);
    await page.getByLabel('The last four digits').fill(lastDigitsOf(phone));
    await page.getByRole('button', { name: 'Open my page' }).click();
    await enquiry.message.waitFor();
  }

  /** The seller answers our mail on a phone, with the whole mail quoted below. */
  async function answerByMail(ours: Email, words: string): Promise<void> {
    const quoted = (ours.text ?? '').replace(/^/gm, '> ');
    const body = `${words}\n\nSent from my iPhone\n\n> On 30 Nov 2026, at 10:00, Gable & Wynd wrote:\n>\n${quoted}`;
    const mail = answer({ ours: ours.messageId ?? '', email: EMAIL }, body, {
      Subject: `Re: ${ours.subject}`,
    });
    await mailbox.deliver(proven(mail));
    await time('a mail at the desk', 15_000, () => history.getByText(words, { exact: true }).waitFor());
  }

  await test.step('the seller sends the form, and confirms the address of our mail with the digits', async () => {
    await new ValuationFormPage(page, phone).send();
    await expect.poll(() => toSeller().length).toBe(1);
    await openFrom(latest());
  });

  await test.step('an owner writes a saved reply, and staff ring, so that nobody waits', async () => {
    await desk.getByRole('link', { name: 'Settings' }).click();
    await desk.getByLabel('Name of the reply').fill('After six');
    await desk.getByLabel('Its words').fill('Hello {first name},\n\nabout {reference}: we ring after six.');
    await desk.getByRole('button', { name: 'Save the reply' }).click();
    await expect(desk.getByRole('listitem').filter({ hasText: 'After six' })).toBeVisible();
    await expectAccessible(desk);
    await desk.getByRole('link', { name: 'Now 1 waiting' }).click();
    await desk.getByRole('link', { name: 'Open the lead' }).click();
    await desk.getByRole('button', { name: 'Record', exact: true }).click();
    await desk.getByRole('button', { name: 'Spoke' }).click();
    await desk.getByRole('button', { name: /^Value the property/ }).click();
    await expect(desk).not.toHaveTitle(/^\(/);
  });

  const ours = latest();
  await test.step('the seller answers our mail, and the desk has only the new words, in “Now” and in the title', async () => {
    await answerByMail(ours, 'Ring me after six, please.');
    await expect(history.getByText('Open your page')).toBeHidden();
    await expect(desk).toHaveTitle(/^\(1\) /);
    await expect(desk.getByText('New message from a seller')).toBeVisible();
    await expect(desk.getByText(/Reply due · emailed us/).first()).toBeVisible();
    await expectAccessible(desk);
  });

  let reply = ours;
  await test.step('staff answer with the saved reply and words of their own; the mail is in the same thread', async () => {
    // Who reads on the page gets no mail.
    await page.goto('about:blank');
    await desk.getByRole('button', { name: 'Write back' }).click();
    await box.fill('Thank you.');
    await desk.getByRole('button', { name: 'After six' }).click();
    await expect(box).toHaveValue(
      /^Thank you\.\n\nHello Mairi,\n\nabout [\dA-F]{4}-[\dA-F]{4}: we ring after six\.$/,
    );
    const words = await box.inputValue();
    await box.press('Control+Enter');
    await expect(desk.getByRole('button', { name: 'Send to the seller' })).toBeFocused();
    await desk.getByRole('button', { name: 'Send to the seller' }).click();
    await expect(desk).not.toHaveTitle(/^\(/);
    reply = await nextMail();
    expect(reply.text).toContain(words);
    expect([reply.subject, reply.references, reply.inReplyTo]).toEqual([
      ours.subject,
      ours.references,
      ours.references,
    ]);
  });

  await test.step('the seller reads it on the page, and answers there', async () => {
    await openFrom(reply);
    await expect(enquiry.conversation.filter({ hasText: 'we ring after six.' })).toBeVisible();
    await expect(enquiry.conversation.filter({ hasText: 'Ring me after six, please.' })).toBeVisible();
    await enquiry.send('Six it is.');
    await expect(history.getByText('Six it is.')).toBeVisible();
  });

  await test.step('mails are quick, both ways', async () => {
    await page.goto('about:blank');
    for (let round = 1; round < ROUNDS; round += 1) {
      await box.fill(`Answer ${round}.`);
      await desk.getByRole('button', { name: 'Send to the seller' }).click();
      reply = await nextMail();
      await answerByMail(reply, `Mail ${round}.`);
    }
    await page.goBack();
  });

  await test.step('our mail comes back: a task at the desk, until the seller gives another address on the page', async () => {
    const bounce = SAMPLES.find(([name]) => name === 'Postfix: no such address')?.[1];
    const context = { ours: reply.messageId ?? '', email: EMAIL, firms: '', token: '', othersToken: '' };
    await mailbox.deliver(bounce?.(context) ?? '');
    await expect(
      desk.getByText(/did not get our email, because there is no such address/).first(),
    ).toBeVisible();
    await desk.getByRole('button', { name: 'Enter another address' }).click();
    await expect(desk.getByLabel('The seller’s email address')).toBeFocused();
    await expectAccessible(desk);
    await page.reload();
    await expect(page.getByText(`Our last email to ${EMAIL} came back.`)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Another email address').fill('new@elsewhere.example');
    await page
      .getByRole('form', { name: 'Your email address' })
      .getByRole('button', { name: 'Save' })
      .click();
    await expect(page.getByText('We write to this address from now on.')).toBeVisible();
    await expect(desk.getByText(/did not get our email/)).toHaveCount(0);
    await expect(desk.getByText('the address is not confirmed yet')).toBeVisible();
  });

  for (const [what, ms] of Object.entries(times))
    test.info().annotations.push({ type: `ms: ${what}`, description: ms.join(' ') });
});
