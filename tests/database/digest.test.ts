import { once } from 'node:events';
import type { Client } from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { createDigest } from '../../supabase/functions/send-email/digest.ts';
import type { MailMessage } from '../../supabase/functions/send-email/message.ts';
import { createNotifications, type Database } from '../../supabase/functions/send-email/notifications.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { insertLead } from '../support/leads/insert-test-lead.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { createMemoryLog } from '../support/server/log.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

const ADDRESSES = { to: 'leads@example.com', from: 'Website <website@example.com>' };

let database: TestDatabase;
let anon: Client;
let mailer: Client;
beforeEach(async () => {
  database = await createTestDatabase();
  [anon, mailer] = await Promise.all([database.connectAs('anon'), database.connectAs('mailer')]);
  // The first lead uses up the limit of one a minute. All further leads are a flood, which is mailed as a digest: one
  // mail about all leads of a minute.
  await database.admin.query('update private.lead_limits set per_minute = 1');
  await insertLead(anon, { ...CHAT_LEAD, name: 'Came First' });
});

function setUp(
  client: Database = mailer,
  answer: (signal?: AbortSignal) => Promise<void> = () => Promise.resolve(),
) {
  const mails: MailMessage[] = [];
  const { log, lines } = createMemoryLog();
  const digest = createDigest({
    database: client,
    sendMail: (mail, signal) => {
      mails.push(mail);
      return answer(signal);
    },
    addresses: ADDRESSES,
    log,
  });
  return { mails, lines, digest, sendDue: digest.sendDue };
}

/** Lets the minute of the flood end, so that its digest is due. */
const endMinute = () =>
  database.admin.query(`update private.notifications set next_attempt_at = now() where in_digest`);

async function readQueue() {
  const { rows } = await database.admin.query<{ name: string; isSent: boolean; codes: (string | null)[] }>(
    `select name, sent_at is not null as "isSent", array(
       select error_code from private.delivery_attempts where lead_id = leads.id and finished_at is not null order by id
     ) as codes
     from public.leads join private.notifications on lead_id = id where in_digest order by name`,
  );
  return rows;
}

test('the leads of a flood are in one mail when their minute is over, and none has a mail of its own', async () => {
  await insertLead(anon, { ...CHAT_LEAD, name: 'Nr 1' });
  await insertLead(anon, VALUATION_LEAD);
  const { mails, sendDue, lines } = setUp();
  await sendDue();
  expect(mails).toEqual([]);

  await endMinute();
  const notifications = createNotifications(mailer);
  expect((await notifications.claim('any'))?.lead.name).toBe('Came First');
  expect(await notifications.claim('any')).toBeUndefined();
  await sendDue();
  await sendDue();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    to: 'leads@example.com',
    subject: '[Check first] 2 enquiries that came in a flood',
  });
  for (const text of [mails[0]?.text ?? '', mails[0]?.html ?? '']) {
    expect(text).toMatch(/real sellers may be among them/);
    for (const answer of ['Nr 1', CHAT_LEAD.phone, VALUATION_LEAD.postcode, VALUATION_LEAD.address]) {
      expect(text).toContain(answer);
    }
    expect(text).not.toContain('Came First');
    expect(text.match(/Lead [\da-f-]{36}\./g)).toHaveLength(2);
  }
  expect(await readQueue()).toMatchObject([
    { isSent: true, codes: [null] },
    { isSent: true, codes: [null] },
  ]);
  expect(lines).toMatchObject([{ leads: 2, msg: 'digest of a flood sent' }]);
});

test('a digest that the mail server refuses is tried again, with the leads that have come since', async () => {
  await insertLead(anon, { ...CHAT_LEAD, name: 'Nr 1' });
  await endMinute();
  const refused = setUp(mailer, () => Promise.reject(Object.assign(new Error('no'), { code: 'EENVELOPE' })));
  await refused.sendDue();
  expect(await readQueue()).toEqual([{ name: 'Nr 1', isSent: false, codes: ['EENVELOPE'] }]);
  // The digest is not retried at once.
  const { mails, sendDue } = setUp();
  await sendDue();
  expect(mails).toEqual([]);
  await insertLead(anon, { ...CHAT_LEAD, name: 'Nr 2' });
  await endMinute();
  await sendDue();
  expect(mails.map(({ subject }) => subject)).toEqual(['[Check first] 2 enquiries that came in a flood']);
  expect(await readQueue()).toEqual([
    { name: 'Nr 1', isSent: true, codes: ['EENVELOPE', null] },
    { name: 'Nr 2', isSent: true, codes: [null] },
  ]);
});

test('if the database fails once while a sent digest is being recorded, the recording is tried again, and the digest is not sent again', async () => {
  await insertLead(anon, { ...CHAT_LEAD, name: 'Nr 1' });
  await endMinute();
  const outages = [new Error('ECONNREFUSED')];
  const { mails, sendDue, lines } = setUp({
    query: (text, values) => {
      const outage = text.includes('set finished_at') ? outages.pop() : undefined;
      return outage ? Promise.reject(outage) : mailer.query(text, values);
    },
  });
  await sendDue();
  expect(outages).toEqual([]);
  expect(await readQueue()).toEqual([{ name: 'Nr 1', isSent: true, codes: [null] }]);
  expect([mails.length, lines]).toMatchObject([1, [{ msg: 'digest of a flood sent' }]]);
});

test('the Message-ID of a retry is the same for the same leads, and another when more have come', async () => {
  await insertLead(anon, { ...CHAT_LEAD, name: 'Nr 1' });
  const { mails, sendDue } = setUp(mailer, () => Promise.reject(new Error('no')));
  await endMinute();
  await sendDue();
  await endMinute();
  await sendDue();
  await insertLead(anon, { ...CHAT_LEAD, name: 'Nr 2' });
  await endMinute();
  await sendDue();
  const [first, again, more] = mails.map(({ messageId }) => messageId);
  expect(first).toMatch(/^<flood-[\da-f]{32}@example\.com>$/);
  expect(again).toBe(first);
  expect(more).not.toBe(first);
});

test('the leads of a digest that the mail server refuses for its contents are mailed one by one', async () => {
  await insertLead(anon, { ...CHAT_LEAD, name: 'Nr 1' });
  await insertLead(anon, { ...CHAT_LEAD, name: 'Spam' });
  await endMinute();
  const refusal = Object.assign(new Error('spam'), { code: 'EMESSAGE', responseCode: 554 });
  const { digest } = setUp(mailer, () => Promise.reject(refusal));
  await digest.sendDue();
  expect(await readQueue()).toEqual([]);
  const notifications = createNotifications(mailer);
  const claimed = [];
  for (let claim; (claim = await notifications.claim('any'));) claimed.push(claim.lead.name);
  expect(claimed.sort()).toEqual(['Came First', 'Nr 1', 'Spam']);
});

test.each([
  { code: 'EMESSAGE', responseCode: 451 },
  { code: 'EENVELOPE', responseCode: 550 },
  { code: 'UNANSWERED' },
])('a digest that fails with %o is tried again as a whole', async (answer) => {
  await insertLead(anon, CHAT_LEAD);
  await endMinute();
  await setUp(mailer, () => Promise.reject(Object.assign(new Error('no'), answer))).sendDue();
  expect(await readQueue()).toMatchObject([{ isSent: false, codes: [answer.code] }]);
});

test('the lease of a digest (its reservation for one sender) is renewed for as long as the mail server takes', async () => {
  await insertLead(anon, CHAT_LEAD);
  await endMinute();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const sending = Promise.withResolvers<undefined>();
  const answered = Promise.withResolvers<undefined>();
  const slow = setUp(mailer, () => {
    sending.resolve(undefined);
    return answered.promise;
  });
  const sent = slow.sendDue();
  await sending.promise;
  await endMinute();
  vi.advanceTimersByTime(20_000);
  await waitUntil('the lease is renewed', async () => {
    const { rowCount } = await database.admin.query(
      `select from private.notifications where in_digest and next_attempt_at > now()`,
    );
    return rowCount === 1;
  });
  const other = setUp(await database.connectAs('mailer'));
  await other.sendDue();
  answered.resolve(undefined);
  await sent;
  expect([slow.mails.length, other.mails.length]).toEqual([1, 0]);
  expect(slow.lines.at(-1)).not.toHaveProperty('mayBeRepeat');
});

test('if the process that was sending a digest was killed, the next digest with the same leads is marked as a possible repeat', async () => {
  await insertLead(anon, CHAT_LEAD);
  await endMinute();
  const killed = setUp(await database.connectAs('mailer'), () => new Promise(() => undefined));
  void killed.sendDue();
  await waitUntil('the digest is being sent', () => Promise.resolve(killed.mails.length === 1));
  await endMinute();
  const { sendDue, lines } = setUp();
  await sendDue();
  expect(lines).toMatchObject([{ msg: 'digest of a flood sent', mayBeRepeat: true }]);
  const { rows } = await database.admin.query<{ marks: boolean[] }>(
    'select array_agg(may_be_repeat order by id) as marks from private.delivery_attempts',
  );
  expect(rows).toEqual([{ marks: [false, true] }]);
});

test('two senders at once send one digest', async () => {
  for (let count = 0; count < 20; count += 1) await insertLead(anon, CHAT_LEAD);
  await endMinute();
  const senders = [setUp(), setUp(await database.connectAs('mailer'))];
  await Promise.all(senders.map(({ sendDue }) => sendDue()));
  expect(senders.flatMap(({ mails }) => mails)).toHaveLength(1);
  expect((await readQueue()).every(({ isSent }) => isSent)).toBe(true);
});

test('a sender whose transaction began earlier does not mistake another sender’s lease for a time that a wrong clock wrote', async () => {
  await insertLead(anon, CHAT_LEAD);
  await endMinute();
  const early = await database.connectAs('mailer');
  await early.query('begin; select now()');
  const sending = Promise.withResolvers<undefined>();
  const answered = Promise.withResolvers<undefined>();
  const first = setUp(mailer, () => {
    sending.resolve(undefined);
    return answered.promise;
  });
  const sent = first.sendDue();
  await sending.promise;
  const second = setUp(early);
  await second.sendDue();
  await early.query('commit');
  answered.resolve(undefined);
  await sent;
  expect([first.mails.length, second.mails.length]).toEqual([1, 0]);
});

test('a digest has 500 leads at most; the others wait for the next minute, and leads without a mark of spam come first', async () => {
  const names = Array.from({ length: 600 }, (_, index) => `Nr ${index}`);
  for (const [index, name] of names.entries()) {
    await insertLead(
      anon,
      { ...CHAT_LEAD, name },
      crypto.randomUUID(),
      index % 2 ? { 'x-suspect-reasons': 'trap_filled' } : {},
    );
  }
  await endMinute();
  const { mails, sendDue } = setUp();
  await sendDue();
  await sendDue();
  expect(mails.map(({ subject }) => subject)).toEqual(['[Check first] 500 enquiries that came in a flood']);
  const found = Array.from(
    (mails[0]?.text ?? '').matchAll(/^Name: Nr (\d+)$/gm),
    ([, number]) => Number(number) % 2,
  );
  expect(found).toEqual(found.toSorted());
  expect(Buffer.byteLength(mails[0]?.html ?? '')).toBeLessThan(1_000_000);
  await endMinute();
  await sendDue();
  expect(mails).toHaveLength(2);
  expect((await readQueue()).filter(({ isSent }) => isSent)).toHaveLength(600);
});

test('a digest to which the mail server has not yet replied is aborted when the process closes, and stays pending', async () => {
  await insertLead(anon, { ...CHAT_LEAD, name: 'Nr 1' });
  await endMinute();
  const asked = Promise.withResolvers<undefined>();
  const { digest } = setUp(mailer, async (signal) => {
    asked.resolve(undefined);
    if (signal) await once(signal, 'abort');
    throw new Error('aborted');
  });
  const closing = new AbortController();
  const sending = digest.sendDue(closing.signal);
  await asked.promise;
  closing.abort();
  await sending;
  expect(await readQueue()).toEqual([{ name: 'Nr 1', isSent: false, codes: ['UNKNOWN'] }]);
});
