/** What becomes of each mail, from its bytes to the history of the lead. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answer, proven, SAMPLES, type SampleContext } from '../../tests/support/mail/sample-mails.ts';
import { VALUATION_LEAD } from '../../tests/support/leads/sample-leads.ts';
import { openSellerDatabase, type SellerDatabase } from '../../tests/support/seller/seller-database.ts';
import { addKey } from '../cases/links.ts';
import { transact } from '../database/transact.ts';
import { HEAD_BYTES, MOST_BYTES, readMail } from './read-mail.ts';
import { takeMail, type InboxSettings } from './take-mail.ts';
import { replyAddressOf } from './which-lead.ts';

const REPLY_TO = 'answers+@firm.example';
const SETTINGS: InboxSettings = {
  ownAddresses: ['answers@firm.example'],
  replyTo: REPLY_TO,
  authservId: 'mx.firm.example',
};

let db: SellerDatabase;
beforeAll(async () => {
  db = await openSellerDatabase();
});
afterAll(() => db.close());

/** A seller with a mail of ours, whose address is confirmed, or not. */
async function addMailedSeller({ email = VALUATION_LEAD.email, isConfirmed = true } = {}) {
  const seller = await db.addSeller({ ...VALUATION_LEAD, email });
  const { leadId } = seller;
  await db.staff.lead(leadId);
  await db.admin.query(`insert into private.notifications (lead_id, kind) values ($1, 'received')`, [leadId]);
  if (isConfirmed) await confirm(leadId, email);
  return { ...seller, ours: `<received-1-0123456789abcdef-lead-${leadId}@firm.example>` };
}

async function confirm(leadId: string, email: string) {
  await transact(db.pool, async (client) => {
    const hash = randomUUID().replaceAll('-', '').repeat(2);
    await addKey(client, { hash, leadId, madeFor: 'mail', sentTo: email, undoesEventId: undefined });
    await client.query(
      'update desk.enquiry_keys set confirmed_at = now() where lead_id = $1 and made_for = $2',
      [leadId, 'mail'],
    );
  });
}

async function take(source: string | Buffer, at = new Date()) {
  const bytes = Buffer.from(source);
  const head = await readMail(bytes.subarray(0, HEAD_BYTES));
  const whole = (await readMail(bytes.subarray(0, MOST_BYTES))) ?? head;
  if (!whole) return 'left_unreadable';
  const arrival = { mail: whole, at, isCut: bytes.length > MOST_BYTES };
  return transact(db.pool, (client) => takeMail(client, arrival, SETTINGS));
}

async function addTwoSellers() {
  const { leadId, ours } = await addMailedSeller();
  const other = await addMailedSeller({ email: 'other@elsewhere.example' });
  const context: SampleContext = {
    ours,
    firms: `<lead-${leadId}@firm.example>`,
    email: VALUATION_LEAD.email,
    token: replyAddressOf(leadId, REPLY_TO),
    othersToken: replyAddressOf(other.leadId, REPLY_TO),
  };
  return { leadId, othersId: other.leadId, context };
}

test.for(SAMPLES)('%s', async ([, write, expected]) => {
  const { outcome = 'message', words, sender, attachments, reason, isOthers } = expected;
  const { leadId, othersId, context } = await addTwoSellers();
  const started = performance.now();
  expect(await take(write(context))).toBe(outcome);
  expect(performance.now() - started).toBeLessThan(5_000);
  const { events, question_at, asked } = await db.staff.lead(isOthers ? othersId : leadId);
  const event = events.find(({ kind }) => kind !== 'received');
  if (outcome.startsWith('left')) {
    expect([event, question_at]).toEqual([undefined, null]);
    return;
  }
  expect(event?.kind).toBe(outcome === 'message' ? 'written' : outcome);
  expect(asked?.kind).toBe(event?.kind);
  if (reason !== undefined) expect(event?.facts).toEqual({ reason });
  if (typeof words === 'string') expect(event?.text).toBe(words);
  if (words instanceof RegExp) expect(event?.text).toMatch(words);
  if (sender !== undefined) expect(event?.facts).toMatchObject({ by: 'mail', sender });
  expect(JSON.stringify(event)).not.toContain('Kq3Kq3');
  if (attachments) expect(event?.texts?.attachments).toMatch(attachments);
});

const kindsOf = async (id: string) => (await db.staff.lead(id)).events.map(({ kind }) => kind);

test('a mail is taken once, also in two copies, and at most 50 a day are', async () => {
  const seller = await addMailedSeller();
  const source = answer({ ...seller, email: VALUATION_LEAD.email }, 'One.');
  const copy = source.replace('mx.firm.example', 'other.firm.example');
  expect([await take(source), await take(source), await take(copy)]).toEqual(['message', 'known', 'known']);
  for (let count = 1; count < 50; count += 1)
    await take(answer({ ...seller, email: VALUATION_LEAD.email }, 'More.'));
  expect(await take(answer({ ...seller, email: VALUATION_LEAD.email }, 'Too many.'))).toBe('left_too_many');
  expect(await seller.attempt('write', { body: 'From the page.' })).toMatchObject({ status: 200 });
});

test('a stranger’s mail is marked at the desk, moves nothing else, and is not on the seller’s page', async () => {
  const seller = await addMailedSeller();
  const { stage, next_at, do_not_call, version } = await db.staff.lead(seller.leadId);
  const eves = { ...seller, email: 'eve@elsewhere.example' };
  await take(proven(answer(eves, 'Stop. Erase all. My new number is 07700 900999.')));
  await take(proven(answer({ ...seller, email: VALUATION_LEAD.email }, 'It is me.')));
  const lead = await db.staff.lead(seller.leadId);
  expect(lead).toMatchObject({ stage, next_at, do_not_call, version, phone: VALUATION_LEAD.phone });
  expect(lead.events.slice(-2)).toMatchObject([
    { facts: { sender: 'other_address' }, texts: { sender: 'Morag Bell <eve@elsewhere.example>' } },
    { facts: { sender: 'seller' }, texts: null },
  ]);
  expect((await seller.see()).conversation.map(({ body }) => body)).toEqual(['It is me.']);
  const { rows } = await db.admin.query(
    `select from private.notifications where lead_id = $1 and kind = 'asked'`,
    [seller.leadId],
  );
  expect(rows).toEqual([]);
});

test('an address that nobody has confirmed proves nothing', async () => {
  const seller = await addMailedSeller({ isConfirmed: false });
  await take(proven(answer({ ...seller, email: VALUATION_LEAD.email }, 'It is me.')));
  expect((await db.staff.lead(seller.leadId)).events.at(-1)?.facts).toEqual({
    by: 'mail',
    sender: 'unproven',
  });
});

test('a merged lead keeps its mails to itself, and an erased one gets none', async () => {
  const [one, other] = [await addMailedSeller(), await addMailedSeller({ email: 'b@elsewhere.example' })];
  await db.staff.write('merge', one.leadId, { target_id: other.leadId });
  const before = await kindsOf(other.leadId);
  const source = answer({ ...one, email: VALUATION_LEAD.email }, 'Xylophone.');
  expect(await take(source)).toBe('message');
  expect(await kindsOf(other.leadId)).toEqual(before);
  expect(await db.staff.lead(one.leadId)).toMatchObject({ stage: 'closed', asked: { kind: 'written' } });

  await db.admin.query(`select desk.erase_leads(array[$1::uuid], 'command')`, [one.leadId]);
  const withToken = { 'In-Reply-To': undefined, To: replyAddressOf(one.leadId, REPLY_TO) };
  expect(await take(source)).toBe('left_not_a_reply');
  expect(await take(answer({ ...one, email: VALUATION_LEAD.email }, 'Two.', withToken))).toBe(
    'left_not_a_reply',
  );
  expect(await db.countRows('xylophone')).toEqual({});
});

test('the time is the mailbox’s, but no earlier than the lead and no later than now', async () => {
  const seller = await addMailedSeller();
  for (const at of ['2001-01-01', '2099-01-01'])
    await take(answer({ ...seller, email: VALUATION_LEAD.email }, at), new Date(at));
  const lead = await db.staff.lead(seller.leadId);
  const times = lead.events.filter(({ kind }) => kind === 'written').map(({ at }) => Date.parse(at));
  expect(times.every((time) => time >= Date.parse(lead.created_at) && time <= Date.now())).toBe(true);
  expect(lead.question_at).toBe(lead.events.find(({ kind }) => kind === 'written')?.at);
});

test('a complaint about the warning that went to a former address does nothing to the present one', async () => {
  const { leadId, context } = await addTwoSellers();
  await db.admin.query(
    `insert into private.notifications (lead_id, kind, event_id)
     select lead_id, 'contact_changed', max(id) from desk.events where lead_id = $1 group by lead_id`,
    [leadId],
  );
  const complaint = SAMPLES.find(([name]) => name === 'a complaint of spam');
  const warning = context.ours.replace('received', 'contact_changed');
  expect(await take(complaint?.[1]({ ...context, ours: warning }) ?? '')).toBe('left_robot');
  expect(await kindsOf(leadId)).toEqual(['received']);
});

test('after a complaint of spam, no mail goes to the address', async () => {
  const { leadId, othersId, context } = await addTwoSellers();
  const complaint = SAMPLES.find(([name]) => name === 'a complaint of spam');
  expect(await take(complaint?.[1](context) ?? '')).toBe('mail_complained');
  expect((await db.staff.lead(leadId)).seller.is_refused).toBe(true);
  expect((await db.staff.lead(othersId)).seller.is_refused).toBe(false);
});
