import { beforeEach, describe, expect, test } from 'vitest';
import { startSender } from '../../server/mail/sender.ts';
import { SUBMISSION_ID_HEADER, type Lead } from '#lead/lead.ts';
import { toNotificationBody } from '#lead/notification.ts';
import type { Delivery } from '../../supabase/functions/send-email/delivery.ts';
import { createHandler } from '../../supabase/functions/send-email/handler.ts';
import { insertLead } from '../support/leads/insert-test-lead.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { createMemoryLog } from '../support/server/log.ts';
import { startMailServer } from '../support/mail/mail-server.ts';
import { closeAtEnd } from '../support/runner/close-at-end.ts';
import { openQueue } from '../support/server/app-with-database.ts';
import { createSmtpMailer } from '../../supabase/functions/send-email/smtp.ts';

const SUBMISSION_ID = '0190a5c4-7a3e-7c5f-8f8e-2b0f6a1d9c11';

const queue = await openQueue();
const mailServer = await startMailServer();
closeAtEnd(mailServer.close);
let delivery: Delivery;
beforeEach(async () => {
  delivery = queue.deliveryWith(createSmtpMailer(mailServer.url));
  await queue.database.admin.query('delete from public.leads');
  mailServer.mails.length = 0;
});

const store = (lead: Lead, submissionId?: string) => insertLead(queue.database.admin, lead, submissionId);

async function countAttempts(): Promise<number> {
  const { rows } = await queue.database.admin.query('select id from private.delivery_attempts');
  return rows.length;
}

/** Calls `send-email` as the browser does, and waits until it has sent the mail, if there is one to send. */
async function call(lead: Lead, headers: Record<string, string> = {}): Promise<number> {
  const underWay: Promise<unknown>[] = [];
  const handle = createHandler({
    delivery,
    log: createMemoryLog().log,
    waitUntil: (work) => underWay.push(work),
  });
  const body = JSON.stringify(toNotificationBody(lead));
  const response = await handle(new Request('http://localhost/', { method: 'POST', body, headers }));
  await Promise.all(underWay);
  return response.status;
}

describe('one lead gives one mail', () => {
  test('when the function is called twenty times at once', async () => {
    await store(VALUATION_LEAD, SUBMISSION_ID);
    const calls = Array.from({ length: 20 }, (_, index) =>
      call(VALUATION_LEAD, index % 2 ? {} : { [SUBMISSION_ID_HEADER]: SUBMISSION_ID }),
    );
    expect(new Set(await Promise.all(calls))).toEqual(new Set([202]));
    expect(mailServer.mails).toHaveLength(1);
    expect(await countAttempts()).toBe(1);
  });

  test('when twenty senders claim at once: each lead is claimed once', async () => {
    for (let index = 0; index < 5; index += 1) await store({ ...CHAT_LEAD, name: `Iain ${index}` });
    const claims = await Promise.all(Array.from({ length: 20 }, () => delivery.claim('any')));
    const names = claims.flatMap((claim) => (claim ? [claim.lead.name] : []));
    expect(names.sort()).toEqual(['Iain 0', 'Iain 1', 'Iain 2', 'Iain 3', 'Iain 4']);
  });

  test('and two leads with the same answers give two mails', async () => {
    await store(CHAT_LEAD);
    await store(CHAT_LEAD);
    await call(CHAT_LEAD);
    await call(CHAT_LEAD);
    await call(CHAT_LEAD);
    expect(mailServer.mails).toHaveLength(2);
  });
});

describe('the lead that a call is about', () => {
  test('is found by the header, and mailed as it was stored, whatever the body says', async () => {
    await store(CHAT_LEAD, SUBMISSION_ID);
    await call(
      { ...CHAT_LEAD, name: 'Mallory', message: 'Buy now' },
      { [SUBMISSION_ID_HEADER]: SUBMISSION_ID },
    );
    expect(mailServer.mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Chat message: Iain, [0-9a-f]{8}$/),
    ]);
    expect(mailServer.mails[0]?.text).not.toMatch(/Mallory|Buy now/);
  });

  test.each([VALUATION_LEAD, CHAT_LEAD])(
    'of $source is found by all fields of the body if the header with the submission id is missing',
    async (lead) => {
      await store(lead);
      await call(lead);
      expect(mailServer.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining(lead.name)]);
    },
  );

  test.each<[what: string, lead: Lead, headers: Record<string, string>]>([
    ['another name', { ...CHAT_LEAD, name: 'iain' }, {}],
    ['another phone', { ...CHAT_LEAD, phone: '0131 496 0457' }, {}],
    ['another message', { ...CHAT_LEAD, message: `${CHAT_LEAD.message} ` }, {}],
    ['another form', VALUATION_LEAD, {}],
    ['another submission id', CHAT_LEAD, { [SUBMISSION_ID_HEADER]: '0190a5c4-7a3e-7c5f-8f8e-2b0f6a1d9c12' }],
  ])('is not found for a call with %s, and nothing is sent', async (_what, lead, headers) => {
    await store(CHAT_LEAD, SUBMISSION_ID);
    expect(await call(lead, headers)).toBe(202);
    expect({ mails: mailServer.mails, attempts: await countAttempts() }).toEqual({ mails: [], attempts: 0 });
  });

  test.each(Object.keys(VALUATION_LEAD).filter((key) => key !== 'source'))(
    'of a valuation is not found for a body with another %s',
    async (column) => {
      await store(VALUATION_LEAD);
      await call({ ...VALUATION_LEAD, [column]: 'x' });
      expect(mailServer.mails).toEqual([]);
    },
  );
});

describe('the server’s loop that sends mails', () => {
  test('sends what was pending before it started, oldest first', async () => {
    for (const name of ['First', 'Second', 'Third']) await store({ ...CHAT_LEAD, name });
    const sender = startSender({ delivery, log: createMemoryLog().log });
    await mailServer.waitForMails(3);
    await sender.stop();
    const { rows } = await queue.database.admin.query<{ name: string }>(
      'select name from private.delivery_attempts join public.leads on leads.id = lead_id order by delivery_attempts.id',
    );
    expect(rows.map(({ name }) => name)).toEqual(['First', 'Second', 'Third']);
  });

  test('and the function `send-email`, both at once, send one mail for each lead', async () => {
    const leads = Array.from({ length: 20 }, (_, index) => ({ ...CHAT_LEAD, name: `Iain ${index}` }));
    for (const lead of leads) await store(lead);
    const senders = [1, 2].map(() => startSender({ delivery, log: createMemoryLog().log }));
    await Promise.all([...leads.map((lead) => call(lead)), mailServer.waitForMails(20)]);
    await Promise.all(senders.map((sender) => sender.stop()));
    expect(new Set(mailServer.mails.map(({ subject }) => subject)).size).toBe(20);
    expect(mailServer.mails).toHaveLength(20);
  });
});

test.each([
  // No retry is planned later than ten minutes ahead. If a mail is due later than that, the clock was set back, so the
  // mail is sent at once.
  ['is claimed', '11 minutes', 'Iain'],
  ['is not claimed', '9 minutes', undefined],
])('a notification %s early if it is due in %s (the maximum is 10)', async (_what, wait, name) => {
  await store(CHAT_LEAD);
  await queue.database.admin.query(
    `update private.notifications set next_attempt_at = now() + interval '${wait}'`,
  );
  expect((await delivery.claim('any'))?.lead.name).toBe(name);
});

describe('a sender that was killed or stopped', () => {
  const endLease = () =>
    queue.database.admin.query('update private.notifications set next_attempt_at = now()');
  /** Claims a notification as a sender would that is killed or stopped before it has sent the mail. */
  const claimAndEnd = () => queue.notifications.claim('any');

  test('keeps its lead until the lease ends, and then another sender claims it', async () => {
    await store(CHAT_LEAD, SUBMISSION_ID);
    expect(await claimAndEnd()).toMatchObject({ failedAttempts: 0, mayBeRepeat: false });
    expect(await delivery.claim('any')).toBeUndefined();
    expect(await delivery.claim({ submissionId: SUBMISSION_ID })).toBeUndefined();
    await endLease();
    expect(await delivery.claim('any')).toMatchObject({
      failedAttempts: 1,
      mayBeRepeat: true,
      lead: { name: 'Iain' },
    });
  });

  const readLease = async () => {
    const { rows } = await queue.database.admin
      .query(`select next_attempt_at - now() > interval '50 seconds' as long,
      next_attempt_at - now() <= interval '60 seconds' as bounded from private.notifications`);
    return rows[0] as unknown;
  };

  test('keeps its lease for a minute after its claim or its last renewal', async () => {
    await store(CHAT_LEAD);
    const claim = await claimAndEnd();
    expect(await readLease()).toEqual({ long: true, bounded: true });
    await endLease();
    if (claim) await queue.notifications.renew(claim);
    expect(await readLease()).toEqual({ long: true, bounded: true });
  });

  test('that continues late neither renews nor ends the lease of the next sender, and does not renew that of a mail that was sent', async () => {
    await store(CHAT_LEAD);
    const late = await claimAndEnd();
    await endLease();
    const next = await queue.notifications.claim('any');
    if (late) await queue.notifications.markFailed(late, 'ETIMEDOUT');
    expect(await readLease()).toMatchObject({ long: true });
    await endLease();
    if (late) await queue.notifications.renew(late);
    expect(await readLease()).toMatchObject({ long: false });
    if (next) await queue.notifications.markSent(next);
    if (next) await queue.notifications.renew(next);
    expect(await readLease()).toMatchObject({ long: false });
  });

  test('that continues late does not overwrite sent_at', async () => {
    await store(CHAT_LEAD);
    const late = await claimAndEnd();
    await endLease();
    await call(CHAT_LEAD);
    if (late) await queue.notifications.markFailed(late, 'ETIMEDOUT');
    const { rows } = await queue.database.admin.query(
      'select sent_at is not null as sent from private.notifications',
    );
    expect({ rows, next: await delivery.claim('any') }).toEqual({ rows: [{ sent: true }], next: undefined });
  });
});
