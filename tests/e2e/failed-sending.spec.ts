import type { Page } from '@playwright/test';
import { DEFAULT_DETAILS } from '../../src/site.ts';
import { holdRequests } from '../support/browser/lead-form-page.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { expect, test } from './fixtures.ts';

const INSERT = '**/rest/v1/leads';
/** The script that sends the form: the Supabase client. */
const CLIENT = '**/_astro/supabase*';

/** Lets the server store the next lead, but takes the browser offline before the response arrives. */
async function loseResponse(page: Page): Promise<void> {
  await page.route(
    INSERT,
    async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort('timedout');
    },
    { times: 1 },
  );
}

/** Stops the page's clock. From then on, time passes only when the test lets it, however slow the machine is. */
const stopClock = (page: Page) => page.clock.pauseAt(new Date('2030-01-01'));

/** Lets time pass in small steps, because the page waits for a frame before it shows something. */
const runUntil = (page: Page, check: (options: { timeout: number }) => Promise<void>, stepMs = 20) =>
  expect(async () => {
    await page.clock.runFor(stepMs);
    await check({ timeout: 1 });
  }).toPass({ intervals: [100] });

test.describe('when sending fails', () => {
  test.use({ expectedConsoleErrors: /Lead insert failed|Failed to load resource/ });

  test('offline, the form keeps its answers, and a retry works', async ({ page, valuation, phone, sent }) => {
    await valuation.open();
    await valuation.fill();
    await page.context().setOffline(true);
    await valuation.submit();

    await expect(page.getByText('Submission failed').first()).toBeVisible();
    await expect(page.getByText('Please try again or contact us directly.').first()).toBeVisible();
    await expect(valuation.field('phone')).toHaveValue(phone);
    const note = valuation.form.getByRole('status');
    await expect(note).toContainText('Not sent yet. Your answers are safe.');
    await expect(note).toContainText('no internet connection');
    await expect(note).toBeInViewport({ ratio: 1 });
    await expect(valuation.submitButton).toBeInViewport({ ratio: 1 });

    await page.context().setOffline(false);
    const release = await holdRequests(page, INSERT);
    await valuation.submit();
    await expect(valuation.submitButton).toHaveText('Submitting...');
    await expect(valuation.toast('Submission failed')).toHaveCount(0);
    release();
    await expect(valuation.sentRegion).toBeVisible();
    await expect(valuation.toast('Valuation Request Submitted!')).toBeVisible();
    await expect(valuation.toast('Submission failed')).toHaveCount(0);
    expect(await sent.leads()).toEqual([{ ...VALUATION_LEAD, phone, message: null }]);
  });

  for (const [when, now, order] of [
    ['while the firm is open, the telephone first', '2026-11-24T10:00:00Z', ['phone', 'email', 'whatsApp']],
    ['out of hours, the telephone last', '2026-11-21T22:00:00Z', ['email', 'whatsApp', 'phone']],
  ] as const) {
    test(`the notes offer telephone, e-mail and WhatsApp: ${when}`, async ({ page, valuation, chat }) => {
      const links = {
        phone: { text: DEFAULT_DETAILS.phone, href: 'tel:01314960123' },
        email: { text: DEFAULT_DETAILS.email, href: `mailto:${DEFAULT_DETAILS.email}` },
        whatsApp: { text: 'Message us on WhatsApp', href: /^https:\/\/wa\.me\/447700900123\?text=Hello/ },
      };
      await page.clock.setFixedTime(now);
      for (const formPage of [valuation, chat]) {
        await page.context().setOffline(false);
        await formPage.open();
        await formPage.fill();
        await page.context().setOffline(true);
        await formPage.submit();
        const offered = formPage.form.getByRole('status').getByRole('link');
        await expect(offered).toHaveText(order.map((way) => links[way].text));
        for (const [index, way] of order.entries()) {
          await expect(offered.nth(index)).toHaveAttribute('href', links[way].href);
        }
      }
    });
  }

  test('if the script for sending fails to load, it is loaded again', async ({ page, valuation, sent }) => {
    await page.route(CLIENT, (route) => route.abort('connectionreset'));
    await valuation.send();
    await expect(valuation.submitButton).toHaveText('Submitting...');
    await page.waitForEvent('requestfailed', (request) => request.url().includes('/_astro/supabase'));
    await page.unroute(CLIENT);
    await expect(valuation.sentRegion).toBeVisible();
    expect(await sent.leads()).toHaveLength(1);
  });

  test('if the script for sending is gone, as after an update, the answers are kept for the new page', async ({
    page,
    valuation,
    sent,
  }) => {
    await page.clock.install();
    await page.route(CLIENT, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await valuation.open();
    await valuation.fill();
    await stopClock(page);
    await valuation.submit();
    // After four more tries, with ten seconds of pauses between them.
    await runUntil(page, (options) => expect(valuation.toast('Submission failed')).toBeVisible(options), 500);
    await expect(valuation.form.getByRole('status')).toContainText('Your answers are safe.');
    await page.clock.resume();
    await page.unroute(CLIENT);
    await page.reload();
    await valuation.submit();
    await expect(valuation.sentRegion).toBeVisible();
    expect(await sent.leads()).toHaveLength(1);
  });

  test('a script that never loads fails the form in 20 s', async ({ page, valuation, phone, sent }) => {
    await page.clock.install();
    const release = await holdRequests(page, CLIENT);
    await valuation.open();
    await valuation.fill();
    await stopClock(page);
    await valuation.submit();
    await runUntil(page, (options) => expect(valuation.submitButton).toHaveText('Submitting...', options));
    await page.clock.runFor(18_000);
    await expect(valuation.submitButton).toHaveText('Submitting...');
    await page.clock.runFor(2_000);
    await runUntil(page, (options) => expect(valuation.toast('Submission failed')).toBeVisible(options));
    await expect(valuation.submitButton).toHaveText('Get My Cash Offer');
    await expect(valuation.form.getByRole('status')).toContainText('Not sent yet. Your answers are safe.');
    await expect(valuation.field('phone')).toHaveValue(phone);

    release();
    await page.clock.resume();
    await valuation.submit();
    await expect(valuation.sentRegion).toBeVisible();
    expect(await sent.leads()).toHaveLength(1);
  });

  test('a retry after a lost response stores no second lead', async ({ page, valuation, phone, sent }) => {
    await loseResponse(page);
    await valuation.send();
    await expect(page.getByText('Submission failed').first()).toBeVisible();
    const note = valuation.form.getByRole('status');
    await expect(note).toContainText('we cannot tell whether they reached us');
    await expect(note).not.toContainText('Not sent yet');
    expect(await sent.leads()).toHaveLength(1);

    await page.context().setOffline(false);
    await page.reload();
    await valuation.waitForScript();
    await expect(valuation.field('phone')).toHaveValue(phone);
    await valuation.submit();
    await expect(valuation.sentRegion).toBeVisible();
    expect(await sent.leads()).toHaveLength(1);
    expect((await sent.mail()).deliveries).toBe(1);
  });

  test('after three seconds, the form says that it is still trying', async ({ page, valuation, phone }) => {
    await page.clock.install();
    await page.route(INSERT, (route) => route.fulfill({ status: 503, json: {} }));
    await valuation.open();
    await valuation.fill();
    await stopClock(page);
    await valuation.submit();
    const note = valuation.form.getByRole('status');
    await runUntil(page, (options) => expect(note).toHaveText('', options));
    await page.clock.runFor(3_500);
    await expect(note).toHaveText('Still trying to send this. Your answers are safe.');
    await expect(valuation.field('phone')).toHaveValue(phone);
    await expect(valuation.toast('Submission failed')).toHaveCount(0);
    await expect(async () => {
      await page.clock.runFor(1_000);
      await expect(valuation.toast('Submission failed')).toBeVisible({ timeout: 1 });
    }).toPass({ intervals: [100] });
    await expect(note).toContainText('Not sent yet. Your answers are safe.');
    await expect(note.getByRole('link', { name: DEFAULT_DETAILS.phone })).toHaveAttribute(
      'href',
      /^tel:\d+$/,
    );

    await test.step('the note stays after the toast has gone, until a field changes', async () => {
      await page.clock.runFor(30_000);
      await expect(valuation.toast('Submission failed')).toHaveCount(0);
      await expect(note).toContainText('Not sent yet. Your answers are safe.');
      await page.clock.resume();
      await page.reload();
      await valuation.waitForScript();
      await expect(note).toContainText('Not sent yet. Your answers are safe.');
      await valuation.field('firstName').fill('Mhairi');
      await expect(note).toHaveCount(0);
    });
  });
});
