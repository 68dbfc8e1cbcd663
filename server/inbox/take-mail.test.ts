/** What becomes of each mail, from its bytes to the history of the lead. */
import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { answer, proven, SAMPLES, type SampleContext } from '../../tests/support/mail/sample-mails.ts';
import { A_PDF, ONE_PIXEL } from '../../tests/support/papers/send-file.ts';
import { VALUATION_LEAD } from '../../tests/support/leads/sample-leads.ts';
import { openSellerDatabase } from '../../tests/support/seller/seller-database.ts';
import { addKey } from '../cases/links.ts';
import { transact } from '../database/transact.ts';
import { openRoom } from '../papers/room.ts';
import { HEAD_BYTES } from './read-mail.ts';
import { readArrival, takeMail, type InboxSettings } from './take-mail.ts';
import { replyAddressOf } from './which-lead.ts';

const REPLY_TO = 'answers+@firm.example';
const SETTINGS: InboxSettings = {
  ownAddresses: ['answers@firm.example'],
  replyTo: REPLY_TO,
  authservId: 'mx.firm.example',
  readRoom: openRoom({ folders: [], mostBytes: Infinity }),
};

const db = await openSellerDatabase();

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

async function take(source: string | Buffer, at = new Date(), settings = SETTINGS) {
  const bytes = Buffer.from(source);
  const readMore = (length: number) => Promise.resolve(bytes.subarray(0, length));
  const fetched = { at, size: bytes.length, head: bytes.subarray(0, HEAD_BYTES), readMore };
  const arrival = await readArrival(db.pool, fetched, settings);
  if (!arrival) return 'left_unreadable';
  return transact(db.pool, (client) => takeMail(client, arrival, settings));
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
  const before = process.cpuUsage();
  expect(await take(write(context))).toBe(outcome);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(5_000);
  const { events, question_at, asked } = await db.staff.lead(isOthers ? othersId : leadId);
  const event = events.find(({ kind }) => kind !== 'received');
  if (outcome.startsWith('left')) {
    expect([event, question_at]).toEqual([undefined, null]);
    return;
  }
  expect(event?.kind).toBe({ message: 'written', ours: 'staff_mailed' }[outcome] ?? outcome);
  if (outcome === 'ours') expect([question_at, asked]).toEqual([null, null]);
  else expect(asked?.kind).toBe(event?.kind);
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

test('what staff write in their own mail program is recorded as theirs, but not on the seller’s page', async () => {
  const seller = await addMailedSeller();
  await seller.call('write', { body: 'When do you ring?' });
  const before = await db.staff.lead(seller.leadId);
  const { rows } = await db.admin.query<{ email: string; name: string }>(
    'select users.email, staff.name from desk.staff join desk_auth.users on id = user_id where active limit 1',
  );
  const { email = '', name } = rows[0] ?? {};
  const source = answer({ ...seller, email: email.toUpperCase() }, 'At six.');
  expect([
    await take(source),
    await take(proven(`X-Copy: 1\r\n${answer({ ...seller, email }, 'At seven.')}`)),
  ]).toEqual(['ours', 'ours']);
  const lead = await db.staff.lead(seller.leadId);
  const { question_at, asked, stage, next_at, first_contact_at, version } = before;
  expect(lead).toMatchObject({ question_at, asked, stage, next_at, first_contact_at, version });
  expect(lead.events.slice(-2)).toMatchObject([
    { kind: 'staff_mailed', actor: null, text: 'At six.', facts: { sender: 'firm_unproven' } },
    { kind: 'staff_mailed', actor: { name }, text: 'At seven.', facts: { sender: 'firm' } },
  ]);
  expect((await seller.see()).conversation.map(({ body }) => body)).toEqual(['When do you ring?']);
});

const HEIC = Buffer.from('0000001866747970686569630000000068656963', 'hex');

/** A mail with these files. */
const withFiles = (
  context: Parameters<typeof answer>[0],
  files: readonly { name: string; bytes: Buffer; type?: string }[],
) => {
  const parts = files.map(
    ({ name, bytes, type = 'application/octet-stream' }) =>
      `--b\r\nContent-Type: ${type}\r\nContent-ID: <${randomUUID()}@x>\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`,
  );
  const body = `--b\r\nContent-Type: text/plain\r\n\r\nSee these.\r\n${parts.join('')}--b--\r\n`;
  return answer(context, body, { 'Content-Type': 'multipart/mixed; boundary=b' });
};
const titlesOf = async (leadId: string) => (await db.staff.lead(leadId)).papers.map(({ title }) => title);
const attachedTo = async (leadId: string) =>
  (await db.staff.lead(leadId)).events.findLast(({ kind }) => kind === 'written')?.texts?.attachments;

const photo = await sharp(randomBytes(3 * 1200 * 900), { raw: { width: 1200, height: 900, channels: 3 } })
  .jpeg({ quality: 100 })
  .toBuffer();

test('pictures and PDFs of the seller’s own mail become papers, also large ones, and what is refused is named with the reason', async () => {
  const seller = await addMailedSeller();
  const source = proven(
    withFiles({ ...seller, email: VALUATION_LEAD.email }, [
      { name: 'roof.jpg', bytes: photo, type: 'image/jpeg' },
      { name: 'Home Report.pdf', bytes: A_PDF },
      { name: 'IMG_1.HEIC', bytes: HEIC, type: 'image/heic' },
      { name: 'page.pdf', bytes: Buffer.from('<script>alert(1)</script>'), type: 'application/pdf' },
      {
        name: 'huge.pdf',
        bytes: Buffer.concat([A_PDF, Buffer.alloc(15 * 1024 ** 2)]),
        type: 'application/pdf',
      },
      { name: 'keys.zip', bytes: Buffer.from('zip') },
    ]),
  );
  expect([await take(source), await take(source)]).toEqual(['message', 'known']);
  const { papers, asked } = await db.staff.lead(seller.leadId);
  expect(asked?.kind).toBe('written');
  expect(papers).toMatchObject([
    { title: 'roof.jpg', kind: 'picture', by: null, is_shown: true },
    { title: 'Home Report.pdf', kind: 'other', by: null, is_shown: true },
  ]);
  expect((await attachedTo(seller.leadId))?.split('\n')).toEqual([
    expect.stringMatching(/^IMG_1\.HEIC \(1 kB; This picture is in the format HEIC/),
    'page.pdf (1 kB; This is neither a picture (JPEG, PNG or WebP) nor a PDF.)',
    'huge.pdf (15.7 MB; This file is larger than 15 MB.)',
    'keys.zip (1 kB)',
  ]);
  expect((await seller.see()).papers.map(({ title }) => title)).toEqual(['roof.jpg', 'Home Report.pdf']);
});

test('a mail that is not proven to be the seller’s adds no paper, and shows the seller nothing', async () => {
  const seller = await addMailedSeller();
  const files = [{ name: 'roof.jpg', bytes: photo, type: 'image/jpeg' }];
  await take(withFiles({ ...seller, email: VALUATION_LEAD.email }, files));
  await take(proven(withFiles({ ...seller, email: 'eve@elsewhere.example' }, files)));
  await take(proven(withFiles({ ...seller, email: SETTINGS.ownAddresses[0] ?? '' }, files)));
  expect(await titlesOf(seller.leadId)).toEqual([]);
  expect(await attachedTo(seller.leadId)).toMatch(/^roof\.jpg/);
  expect(await seller.see()).toMatchObject({ papers: [], conversation: [] });
});

test('a lead gets no more papers by mail than it may have, and a mail is taken all the same', async () => {
  const seller = await addMailedSeller();
  const many = (from: number) =>
    Array.from({ length: 15 }, (_, index) => ({ name: `${from + index}.pdf`, bytes: A_PDF }));
  const context = { ...seller, email: VALUATION_LEAD.email };
  expect(await take(proven(withFiles(context, many(0))))).toBe('message');
  expect(await take(proven(withFiles(context, many(15))))).toBe('message');
  expect(await titlesOf(seller.leadId)).toHaveLength(20);
  expect(await attachedTo(seller.leadId)).toMatch(/^20\.pdf \(1 kB; There are 20 files already/);
});

test('a file for which there is no room stays in the mailbox; the desk says so, and the mail is taken all the same', async () => {
  const seller = await addMailedSeller();
  const { rows } = await db.admin.query<{ bytes: string }>(
    `select pg_total_relation_size('desk.paper_contents') as bytes`,
  );
  // Room for the first one.
  const readRoom = openRoom({ folders: [], mostBytes: Number(rows[0]?.bytes) + 1 });
  const files = ['roof.jpg', 'wall.jpg'].map((name) => ({ name, bytes: photo, type: 'image/jpeg' }));
  const source = proven(withFiles({ ...seller, email: VALUATION_LEAD.email }, files));
  expect(await take(source, new Date(), { ...SETTINGS, readRoom })).toBe('message');
  expect(await titlesOf(seller.leadId)).toEqual(['roof.jpg']);
  expect(await attachedTo(seller.leadId)).toMatch(
    /^wall\.jpg \(.* MB; There is no room here for more pictures and documents\. Tell whoever runs the server\.\)$/,
  );
});

test('the logo of a signature becomes no paper', async () => {
  const seller = await addMailedSeller();
  const source = withFiles({ ...seller, email: VALUATION_LEAD.email }, [
    { name: 'logo.png', bytes: ONE_PIXEL, type: 'image/png' },
    { name: 'roof.jpg', bytes: photo, type: 'image/jpeg' },
  ]).replace('multipart/mixed', 'multipart/related');
  expect(await take(proven(source))).toBe('message');
  expect(await titlesOf(seller.leadId)).toEqual(['roof.jpg']);
});

type Knows = (seller: { ours: string; leadId: string }) => Record<string, string | undefined>;
/** What a stranger can know, and the headers of the mail that they write with it. */
const STRANGERS: [knows: string, headers: Knows, outcome: string][] = [
  ['only the address of the mailbox', () => ({ 'In-Reply-To': undefined }), 'left_not_a_reply'],
  ['the Message-ID of our mail', () => ({}), 'message'],
  ['it, and pretends to be the seller', () => ({ From: VALUATION_LEAD.email }), 'message'],
  [
    'it, and pretends to be the seller, proven',
    () => ({ From: `${VALUATION_LEAD.email}, eve@elsewhere.example` }),
    'message',
  ],
  ['it, and pretends to be the firm', () => ({ From: 'answers@firm.example' }), 'ours'],
  [
    'the thread of our mails',
    ({ leadId }) => ({ 'In-Reply-To': `<enquiry-lead-${leadId}@firm.example>` }),
    'message',
  ],
  [
    'the token',
    ({ leadId }) => ({ 'In-Reply-To': undefined, To: replyAddressOf(leadId, REPLY_TO) }),
    'message',
  ],
  [
    'it, and pretends that it came back',
    () => ({ 'Content-Type': 'multipart/report; boundary=b' }),
    'left_robot',
  ],
  ['it, and pretends to be a program', () => ({ 'Auto-Submitted': 'auto-replied' }), 'left_robot'],
];

test.each(STRANGERS)(
  'a stranger who knows %s puts words before staff at most: they read nothing, and do nothing',
  async (_knows, headersOf, outcome) => {
    const seller = await addMailedSeller();
    await seller.see();
    const look = async () => {
      const inNow = { events: [], question_at: null, asked: null, asked_at: null, changed_at: null };
      const lead = { ...(await db.staff.lead(seller.leadId)), ...inNow };
      const { rows } = await db.admin.query(
        `select (select count(*) from private.notifications) as mails, (select count(*) from desk.enquiry_keys) as keys,
          (select count(*) from desk.refused_addresses) as refused`,
      );
      return { lead, rows, page: { ...(await seller.see()), now: undefined } };
    };
    const before = await look();
    const source = withFiles({ ...seller, email: 'eve@elsewhere.example' }, [
      { name: 'a.pdf', bytes: A_PDF, type: 'application/pdf' },
    ]);
    const headers = Object.entries({ ...headersOf(seller) });
    const written = headers.reduce(
      (mail, [name, value]) =>
        mail.replace(new RegExp(`^${name}: .*\r\n`, 'm'), value === undefined ? '' : `${name}: ${value}\r\n`),
      headers.some(([name]) => name === 'Auto-Submitted') ? `Auto-Submitted: no\r\n${source}` : source,
    );
    expect(await take(`Authentication-Results: mx.firm.example; dmarc=fail\r\n${written}`)).toBe(outcome);
    expect(await look()).toEqual(before);
    expect((await db.staff.lead(seller.leadId)).events.some(({ facts }) => facts.sender === 'seller')).toBe(
      false,
    );
  },
);

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
  for (const at of [-1, 1, -9_000, 9_000].map((days) => new Date(Date.now() + days * 86_400_000)))
    await take(answer({ ...seller, email: VALUATION_LEAD.email }, at.toISOString()), at);
  const lead = await db.staff.lead(seller.leadId);
  const times = lead.events.filter(({ kind }) => kind === 'written').map(({ at }) => Date.parse(at));
  expect(times.every((time) => time >= Date.parse(lead.created_at) && time <= Date.now())).toBe(true);
  expect(lead.question_at).toBe(lead.events.find(({ kind }) => kind === 'written')?.at);
});

const sampleNamed = (name: string, context: SampleContext) =>
  SAMPLES.find(([other]) => other === name)?.[1](context) ?? '';

test('after our mail came back, the page asks its seller, and nobody else, for another address; that ends the task', async () => {
  const seller = await addMailedSeller();
  const { leadId, ours } = seller;
  const { context } = await addTwoSellers();
  const of = (name: string) => sampleNamed(name, { ...context, ours });
  const asks = async () => (await seller.see()).contact?.is_returned;
  for (const forged of [
    'a report about a mail to an address that is not the present one',
    'a report that names another recipient',
  ])
    expect([await take(of(forged)), await asks()]).toEqual(['left_robot', false]);
  expect([await take(of('Postfix: no such address')), await asks()]).toEqual(['mail_returned', true]);
  const now = async () => (await db.staff.lead(leadId)).asked?.kind;
  expect(await now()).toBe('mail_returned');
  const reader = await db.addReader(seller);
  expect((await reader.see()).contact).toBeNull();
  expect(await reader.attempt('correct_contact', { email: 'eve@elsewhere.example' })).toMatchObject({
    status: 404,
  });
  expect(await seller.attempt('correct_contact', { email: VALUATION_LEAD.email })).toMatchObject({
    status: 422,
    body: { hint: 'email' },
  });
  await seller.call('correct_contact', { email: 'new@elsewhere.example' });
  expect([await asks(), await now()]).toEqual([false, undefined]);
  expect((await db.staff.lead(leadId)).seller).toMatchObject({ is_returned: false, is_confirmed: false });
});

test.each([
  ['staff give another address', 'new@elsewhere.example'],
  ['staff have asked, and the address is right', VALUATION_LEAD.email],
])('a bounce is a task until %s; what else the seller asked still waits', async (_what, email) => {
  const { leadId, ours, key } = await addMailedSeller();
  const { context } = await addTwoSellers();
  const bounce = () => take(sampleNamed('Postfix: no such address', { ...context, ours }));
  await bounce();
  expect((await db.staff.lead(leadId)).seller.is_returned).toBe(true);
  const settle = () => db.staff.call('confirm_address', { lead_id: leadId, request_id: randomUUID(), email });
  expect(await settle()).toMatchObject({ asked_at: null, seller: { is_returned: false } });
  await db.sellerWith(key).call('ask_for_call', { starts_at: null });
  expect(await settle()).toMatchObject({ asked: { kind: 'call_wished' } });
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
