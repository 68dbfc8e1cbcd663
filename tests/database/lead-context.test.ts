import { beforeEach, expect, test } from 'vitest';
import type pg from 'pg';
import { createDelivery } from '../../supabase/functions/send-email/delivery.ts';
import { createNotifications } from '../../supabase/functions/send-email/notifications.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { insertLead } from '../support/leads/insert-test-lead.ts';
import { createMemoryLog } from '../support/server/log.ts';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';

const database = await createTestDatabase();
const anon = await database.connectAs('anon');
const mailer = await database.connectAs('mailer');
await database.admin.query('update private.lead_limits set per_minute = null');
beforeEach(() => database.admin.query('delete from public.leads'));

/** Inserts a lead as a visitor does. @returns its id */
async function store(phone: string, headers: Record<string, string> = {}): Promise<string> {
  const submission = crypto.randomUUID();
  await insertLead(anon, { ...CHAT_LEAD, phone }, submission, headers);
  const { rows } = await database.admin.query<{ lead_id: string }>(
    'select lead_id from private.notifications where submission_id = $1',
    [submission],
  );
  return rows[0]?.lead_id ?? '';
}

async function mailAbout(id: string, connection: pg.Client = mailer) {
  await database.admin.query(
    `update private.notifications set sent_at = case when lead_id <> $1 then now() end, next_attempt_at = now()`,
    [id],
  );
  const { log, lines } = createMemoryLog();
  let text = '';
  const delivery = createDelivery({
    notifications: createNotifications(connection),
    promisedBy: () => Promise.resolve(new Date('2026-06-23T17:00Z')),
    sendMail: (mail) => {
      ({ text } = mail);
      return Promise.resolve();
    },
    addresses: { to: 'leads@example.com', from: 'website@example.com' },
    log,
  });
  const claim = await delivery.claim('any');
  if (claim) await delivery.send(claim);
  return { text, events: lines.map(({ msg }) => msg) };
}

test('the mail about a lead has its reference, its page, its campaign, and by when a reply is promised', async () => {
  const origin = 'page=/glasgow&utm_source=google&utm_medium=cpc&utm_campaign=spring';
  const { text } = await mailAbout(await store('0131 496 0123', { 'x-lead-origin': origin }));
  expect(text).toMatch(/^Reference that the sender saw: [0-9A-F]{4}-[0-9A-F]{4}$/m);
  expect(text).toContain('Reply promised by: Tuesday, 23 June 2026 at 18:00\n');
  expect(text).toContain('Sent from the page: /glasgow\nCampaign: spring, google, cpc\n');
  expect(text).not.toContain('wrote before');
});

test('it has the earlier leads with the same number, in any spelling, the latest first', async () => {
  const first = await store('+44 (0)131 496 0123');
  await store('0131 496 9123');
  const second = await store('0131-496-0123');
  const third = await store('01314960123');
  expect((await mailAbout(third)).text).toContain(`This number wrote before: lead ${second}, ${first}\n`);
  expect((await mailAbout(first)).text).not.toContain('wrote before');
});

test('it is sent without them if they cannot be read, and the log says so', async () => {
  await store('0131 496 0123');
  const id = await store('0131 496 0123');
  const breaking = new Proxy(mailer, {
    get: (target, name, receiver) =>
      name === 'query'
        ? (sql: string, values: unknown[]) =>
            sql.includes('limit 2000') ? Promise.reject(new Error('too slow')) : target.query(sql, values)
        : (Reflect.get(target, name, receiver) as unknown),
  });
  const { text, events } = await mailAbout(id, breaking);
  expect(text).toContain('Reference that the sender saw');
  expect(text).not.toContain('wrote before');
  expect(events).toEqual(['the mail about a lead goes without its context', 'notification sent']);
});
