import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { newEnquiryKey } from '#lead/enquiry-key.ts';
import { adoptAll } from '#server/cases/adopt.ts';
import { MAIL_LIMITS } from '#server/seller/mails.ts';
import type { Composed } from '../../supabase/functions/send-email/delivery.ts';
import { timeInWords } from '../../supabase/functions/send-email/message.ts';
import { UNANSWERED } from '../../supabase/functions/send-email/notifications.ts';
import { offerTerms } from '../support/desk/desk-database.ts';
import { claimMail, type Mail, type SellersKind } from '../support/seller/claim-mail.ts';
import { openSellerMails } from '../support/seller/seller-mails.ts';
import { openSellerDatabase } from '../support/seller/seller-database.ts';
import { SELLER_MAIL_SETTINGS, VALUATION_LEAD } from '../support/leads/sample-leads.ts';

const desk = await openSellerDatabase();
const { notifications, write } = await openSellerMails(desk);
beforeEach(() =>
  desk.admin.query(
    'delete from public.leads; delete from desk.mail_counts; update desk.settings set confirms_enquiries = true',
  ),
);

const SELLERS_KINDS = Object.keys(MAIL_LIMITS).filter((kind) => kind !== 'lead') as SellersKind[];

async function sendFirmsMails(): Promise<void> {
  for (let claim; (claim = await notifications.claim('any', ['lead']));) await notifications.markSent(claim);
}

const claim = (queue = notifications) => claimMail(queue, write, SELLERS_KINDS);

async function finish(mail: Mail, errorCode?: string): Promise<void> {
  if (errorCode === undefined) return notifications.markSent(mail);
  await mail.onFailed?.(errorCode);
  await notifications.markFailed(mail, errorCode);
}

const listMails = async () => {
  const { rows } = await desk.admin.query<{ kind: string }>(
    `select kind from private.notifications where kind <> 'lead' and cancelled_at is null order by made_at`,
  );
  return rows.map(({ kind }) => kind);
};

const moveTime = (interval: string) =>
  desk.admin.query(
    `update private.notifications
     set next_attempt_at = next_attempt_at - $1::interval, made_at = made_at - $1::interval
     where kind <> 'lead'`,
    [interval],
  );

test('no mail of any kind goes to the seller of an invented lead', async () => {
  const seller = await desk.addSeller({ ...VALUATION_LEAD });
  const { leadId } = seller;
  await seller.call('correct_contact', { email: 'other@example.com' });
  await desk.admin.query('insert into desk.demo_leads values ($1)', [leadId]);
  await desk.admin.query(
    `insert into private.notifications (lead_id, kind) select $1, unnest(array['received', 'tried', 'offer', 'new_link'])`,
    [leadId],
  );
  await desk.send('send_new_link', { email: 'other@example.com' });
  const sent: string[] = [];
  for (let mail; (mail = await claim());) sent.push(mail.kind);
  expect(sent).toEqual(['asked']);
  // The others were cancelled.
  expect(await listMails()).toEqual(['asked']);
});

describe('the confirmation of an enquiry', () => {
  test('waits until the firm’s mail about the lead was sent, and goes to its address with a link of its own', async () => {
    const { leadId } = await desk.addSeller({ ...VALUATION_LEAD });
    expect(await claim()).toBeUndefined();
    await sendFirmsMails();
    const mail = await claim();
    const { reference, promised_by: promised } = await desk.staff.lead(leadId);
    expect(mail).toMatchObject({
      kind: 'received',
      failedAttempts: 0,
      lead: { id: leadId },
      message: {
        to: { address: VALUATION_LEAD.email },
        subject: `Your enquiry (reference ${reference})`,
      },
    });
    expect(mail?.message.text).toContain(timeInWords.format(new Date(promised)));
    expect((await desk.sellerWith(mail?.key ?? '').confirm()).sent.name).toBe(VALUATION_LEAD.name);
    expect(await claim()).toBeUndefined();
  });

  test('is sent once, also if the firm’s mail is recorded twice', async () => {
    await desk.addLead({ ...VALUATION_LEAD });
    const firms = await notifications.claim('any', ['lead']);
    if (!firms) throw new Error('There is no mail to the firm.');
    await notifications.markSent(firms);
    await desk.admin.query(`update private.notifications set sent_at = null where kind = 'lead'`);
    await notifications.markSent(firms);
    expect(await listMails()).toEqual(['received']);
  });

  test.each([
    { why: 'a message from the chat, which has no address', row: {} },
    { why: 'a suspect lead', headers: { 'x-suspect-reasons': 'sent_too_fast' } },
    { why: 'a lead of a flood', statement: `update public.leads set suspect_reasons = '{flood}'` },
    { why: 'a lead that staff have marked', statement: 'update desk.cases set is_suspect = true' },
    { why: 'a lead without links', statement: 'update desk.cases set links_ended_at = now()' },
    {
      why: 'a lead that staff have closed meanwhile',
      statement: `update desk.cases set stage = 'closed', close_reason = 'no_reply'`,
    },
    { why: 'an imported lead', statement: `update public.leads set source = 'import'` },
    { why: 'a lead in a digest', statement: 'update private.notifications set in_digest = true' },
    { why: 'a cautious operator', statement: 'update desk.settings set confirms_enquiries = false' },
  ])('is not sent for $why', async ({ row = VALUATION_LEAD, headers = {}, statement = 'select' }) => {
    await desk.addLead({ ...row }, headers);
    await adoptAll(desk.pool);
    await desk.admin.query(statement);
    await desk.admin.query('update private.notifications set sent_at = now()');
    expect(await claim()).toBeUndefined();
    expect(await listMails()).toEqual([]);
  });

  test('is sent three times a day to one mailbox at most, in any spelling', async () => {
    for (const email of ['a@gmail.com', 'A@gmail.com', 'a+1@gmail.com', 'a@googlemail.com', 'b@gmail.com']) {
      await desk.addLead({ ...VALUATION_LEAD, email, name: `${randomUUID().slice(0, 8)} B` });
      await sendFirmsMails();
      await claim();
    }
    expect(await listMails()).toHaveLength(4);
    for (const [age, mails] of [
      ['23 hours', 4],
      ['2 hours', 5],
    ] as const) {
      await desk.admin.query(
        `update desk.mail_counts set counted_at = array(select at - $1::interval from unnest(counted_at) as at)`,
        [age],
      );
      await desk.addLead({ ...VALUATION_LEAD, email: 'a@gmail.com', name: `${age} B` });
      await sendFirmsMails();
      await claim();
      expect(await listMails()).toHaveLength(mails);
    }
  });

  test('does not keep the firm’s mail from being recorded as sent if it cannot be queued', async () => {
    await desk.addLead({ ...VALUATION_LEAD });
    await desk.admin.query(
      `alter table private.notifications add constraint broken check (kind <> 'received')`,
    );
    await sendFirmsMails();
    await desk.admin.query('alter table private.notifications drop constraint broken');
    const { rows } = await desk.admin.query('select sent_at is not null as sent from private.notifications');
    expect(rows).toEqual([{ sent: true }]);
  });
});

describe('the queue', () => {
  const ask = async () => {
    const seller = await desk.addSeller({ ...VALUATION_LEAD });
    await seller.call('write', { body: 'Hello?' });
    return seller;
  };

  test('has the firm’s mail about a message first, with the event, and makes no key for it', async () => {
    const first = await desk.addLead({ ...VALUATION_LEAD });
    await desk.staff.call('mail_seller', { lead_id: first, request_id: randomUUID(), mail: 'tried' });
    const seller = await ask();
    const mail = await claim();
    expect(mail).toMatchObject({
      kind: 'asked',
      lead: { id: seller.leadId },
      message: { to: SELLER_MAIL_SETTINGS.to, text: expect.stringContaining('They wrote: Hello?') as string },
    });
    expect(mail?.message.text).toContain(`/#/lead/${seller.leadId}`);
    expect(mail?.key).toBe('');
    expect(await claim()).toMatchObject({ kind: 'tried' });
  });

  test('tells what a seller asks after five mails in an hour in one mail, nine minutes later', async () => {
    const seller = await desk.addSeller({ ...VALUATION_LEAD });
    const messages = Array.from({ length: 9 }, (_, index) => `Message ${index + 1}.`);
    for (const body of messages) await seller.call('write', { body });
    const toldBy = (mail: Mail | undefined) =>
      [...(mail?.message.text.matchAll(/Message \d+\./g) ?? [])].flat();
    for (const message of messages.slice(0, 5)) {
      const mail = await claim();
      expect(toldBy(mail)).toEqual([message]);
      if (mail) await finish(mail);
    }
    expect(await claim()).toBeUndefined();
    await moveTime('530 seconds');
    expect(await claim()).toBeUndefined();

    await moveTime('11 seconds');
    const digest = await claim();
    expect(toldBy(digest)).toEqual(messages.slice(5));
    expect(digest?.message.text).toContain('4 things from their page');
    expect(await claim()).toBeUndefined();
    if (digest) await finish(digest, 'ECONNREFUSED');
    await seller.call('ask_for_call');
    await moveTime('20 seconds');
    // It is sent once more, with what waits meanwhile.
    const again = await claim();
    expect(toldBy(again)).toEqual(messages.slice(5));
    expect(again?.message.text).toContain('They would like a call: as soon as you can');
    if (again) await finish(again, UNANSWERED);
    await seller.call('write', { body: 'Message 10.' });
    // The mail says when it was made, so only its next attempt comes earlier.
    await desk.admin.query(
      "update private.notifications set next_attempt_at = next_attempt_at - interval '20 seconds' where kind = 'asked'",
    );
    const repeat = await claim();
    const { messageId, subject } = again?.message ?? {};
    expect(repeat?.message).toMatchObject({ messageId, subject });
    if (repeat) await finish(repeat);
    expect(await claim()).toBeUndefined();

    await moveTime('1 hour');
    expect(toldBy(await claim())).toEqual(['Message 10.']);
    await seller.call('stop');
    expect((await claim())?.message.text).toContain('Asks us to stop');
  });

  test('does not let one seller delay the mails about another', async () => {
    const seller = await desk.addSeller({ ...VALUATION_LEAD });
    for (let count = 0; count < 6; count += 1) await seller.call('write', { body: 'Hello?' });
    for (let count = 0; count < 5; count += 1) await claim();
    const other = await ask();
    expect(await claim()).toMatchObject({ lead: { id: other.leadId } });
  });

  test.each([
    [UNANSWERED, 200],
    ['EENVELOPE', 404],
  ])('the link in a mail that failed with %s answers %i', async (code, status) => {
    const leadId = await desk.addLead({ ...VALUATION_LEAD });
    await desk.staff.call('mail_seller', { lead_id: leadId, request_id: randomUUID(), mail: 'tried' });
    const mail = await claim();
    if (!mail) throw new Error('There is no mail.');
    await finish(mail, code);
    expect(await desk.sellerWith(mail.key).attempt('enquiry')).toMatchObject({ status });
  });

  test('a mail to a seller is given up after three days, and one to the firm never', async () => {
    const seller = await ask();
    await desk.staff.call('mail_seller', { lead_id: seller.leadId, request_id: randomUUID(), mail: 'tried' });
    const stateOf = async () =>
      ((await desk.staff.lead(seller.leadId)) as unknown as { seller: { mail: { tried: string } } }).seller
        .mail.tried;
    expect(await stateOf()).toBe('waiting');
    await moveTime('4 days');
    expect(await claim()).toMatchObject({ kind: 'asked' });
    expect(await claim()).toBeUndefined();
    expect(await stateOf()).toBe('failed');
    await desk.staff.call('mail_seller', { lead_id: seller.leadId, request_id: randomUUID(), mail: 'tried' });
    expect(await claim()).toMatchObject({ kind: 'tried' });
  });

  test.each(['end_links', 'stop'])(
    '%s takes back the waiting mails to the seller, and leaves those to the firm',
    async (name) => {
      const seller = await ask();
      const request = { lead_id: seller.leadId, request_id: randomUUID() };
      await desk.staff.call('mail_seller', { ...request, mail: 'tried' });
      expect(await listMails()).toEqual(['asked', 'tried']);
      if (name === 'stop') await seller.call('stop');
      else await desk.staff.call('end_links', { ...request, request_id: randomUUID() });
      expect(new Set(await listMails())).toEqual(new Set(['asked']));
    },
  );

  test('the desk sees the state of a mail, also in its feed of changes', async () => {
    const leadId = await desk.addLead({ ...VALUATION_LEAD });
    const stateOf = async () =>
      ((await desk.staff.lead(leadId)) as unknown as { seller: { mail: { tried: string } } }).seller.mail
        .tried;
    await desk.staff.call('mail_seller', { lead_id: leadId, request_id: randomUUID(), mail: 'tried' });
    const { cursor } = await desk.staff.call<{ cursor: string }>('changes', { after: null });
    const mail = await claim();
    if (!mail) throw new Error('There is no mail.');
    await finish(mail, 'ECONNREFUSED');
    expect(await stateOf()).toBe('retrying');
    await finish(mail);
    expect(await stateOf()).toBe('sent');
    const { cards } = await desk.staff.call<{ cards: { id: string }[] }>('changes', { after: cursor });
    expect(cards.map(({ id }) => id)).toContain(leadId);
  });
});

describe('a new link by e-mail', () => {
  const ask = (email: unknown, address?: string) =>
    desk.send('send_new_link', { email }, address === undefined ? {} : { 'cf-connecting-ip': address });
  const ASKED = { status: 200, body: { asked: true } };

  const keysIn = ({ message }: Composed) => [
    ...new Set([...message.text.matchAll(/#k=([\w-]{43})/g)].map(([, key = '']) => key)),
  ];
  const initialsOf = async (mail: Composed | undefined) => {
    const names = (mail ? keysIn(mail) : []).map(async (key) =>
      (await desk.sellerWith(key).confirm()).sent.name?.charAt(0),
    );
    return (await Promise.all(names)).join('');
  };

  const addNamed = async (letters: string) => {
    const ids: string[] = [];
    for (const letter of letters) {
      ids.push(
        await desk.addLead({
          ...VALUATION_LEAD,
          name: `${letter} ${letter}`,
          address: `${letter} Shore Place`,
        }),
      );
    }
    return ids;
  };

  test('has a link to each open enquiry of the address, ten at most, so that a stranger’s take none away', async () => {
    const ids = await addNamed('ABCDEFGHIJKLM');
    await adoptAll(desk.pool);
    const [first = '', second = '', third = ''] = ids;
    await desk.staff.write('merge', third, { target_id: second });
    await ask(VALUATION_LEAD.email);
    const mail = await claim();
    if (!mail) throw new Error('There is no mail.');
    // The oldest five and the newest five.
    expect(await initialsOf(mail)).toBe('MLKJIFEDBA');
    await finish(mail, 'EENVELOPE');
    for (const key of keysIn(mail)) {
      expect(await desk.sellerWith(key).attempt('enquiry')).toMatchObject({ status: 404 });
    }
    await desk.admin.query('update private.notifications set cancelled_at = now()');
    ids.push(...(await addNamed('NO')));
    await ask(VALUATION_LEAD.email);
    expect(await initialsOf(await claim())).toBe('MLKJIFEDBA');
    await desk.admin.query('update private.notifications set cancelled_at = now()');
    await desk.admin.query('delete from desk.mail_counts');
    for (const id of ids.slice(3)) {
      await desk.staff.write('set_stage', id, { stage: 'closed', reason: 'no_reply' });
    }
    await ask(VALUATION_LEAD.email);
    expect(await initialsOf(await claim())).toBe('BA');
    for (const id of [first, second]) {
      await desk.staff.write('set_stage', id, { stage: 'closed', reason: 'no_reply' });
    }
    await ask(VALUATION_LEAD.email);
    expect(await initialsOf(await claim())).toBe('M');
  });

  test('goes to the address of the enquiry; the answer is the same for every address', async () => {
    await desk.addLead({ ...VALUATION_LEAD });
    const latest = await desk.addLead({ ...VALUATION_LEAD, address: '4 Shore Place' });
    for (const email of [
      'nobody@example.com',
      '',
      null,
      '@',
      '<script>',
      "' or true --",
      'x'.repeat(10_000),
    ]) {
      expect(await ask(email)).toEqual(ASKED);
    }
    expect(await listMails()).toEqual([]);
    expect(await ask(` ${VALUATION_LEAD.email.toUpperCase()} `)).toEqual(ASKED);
    const mail = await claim();
    expect(mail).toMatchObject({
      kind: 'new_link',
      message: { to: { address: VALUATION_LEAD.email } },
      lead: { id: latest },
    });
    expect((await desk.sellerWith(mail?.key ?? '').confirm()).access).toBe('full');
  });

  test('goes to nobody after staff have ended all links, until they confirm an address', async () => {
    const seller = await desk.addSeller({ ...VALUATION_LEAD });
    const { leadId } = seller;
    await seller.call('correct_contact', { email: 'thief@elsewhere.example' });
    await desk.staff.call('end_links', { lead_id: leadId, request_id: randomUUID() });
    const askBoth = async () => {
      for (const email of ['thief@elsewhere.example', VALUATION_LEAD.email]) await ask(email);
      return (await listMails()).filter((kind) => kind === 'new_link');
    };
    expect(await askBoth()).toEqual([]);
    const confirm = (email: string) =>
      desk.staff.attempt('confirm_address', { lead_id: leadId, request_id: randomUUID(), email });
    expect(await confirm('no address')).toMatchObject({ code: 'PT422', hint: 'email' });
    expect(await askBoth()).toEqual([]);
    await confirm(VALUATION_LEAD.email);
    const lead = await desk.staff.lead(leadId);
    expect(lead.events.at(-1)).toMatchObject({
      kind: 'address_confirmed',
      texts: { former_email: 'thief@elsewhere.example' },
    });
    expect(await askBoth()).toEqual(['new_link']);
    await sendFirmsMails();
    const sent: Mail[] = [];
    for (let mail; (mail = await claim());) sent.push(mail);
    const link = sent.find(({ kind }) => kind === 'new_link');
    expect(link?.message.to).toEqual({ name: '', address: VALUATION_LEAD.email });
  });

  test('that is being written while staff end the links has no link that works', async () => {
    const { leadId } = await desk.addSeller({ ...VALUATION_LEAD });
    const other = await desk.addSeller({ ...VALUATION_LEAD, name: 'Bob Second' });
    await ask(VALUATION_LEAD.email);
    const end = (id: string) => desk.staff.call('end_links', { lead_id: id, request_id: randomUUID() });
    const [mail] = await Promise.all([claim(), end(leadId), end(other.leadId)]);
    for (const key of mail ? keysIn(mail) : []) {
      expect(await desk.sellerWith(key).attempt('enquiry')).toMatchObject({ status: 404 });
    }
  });

  test('does not go to a suspect lead', async () => {
    await desk.addLead({ ...VALUATION_LEAD }, { 'x-suspect-reasons': 'trap_filled' });
    expect(await ask(VALUATION_LEAD.email)).toEqual(ASKED);
    expect(await listMails()).toEqual([]);
  });

  test('goes to an imported seller only after staff have sent them a link', async () => {
    const leadId = await desk.addLead({ ...VALUATION_LEAD });
    await adoptAll(desk.pool);
    await desk.admin.query(`update public.leads set source = 'import'`);
    expect(await ask(VALUATION_LEAD.email)).toEqual(ASKED);
    expect(await listMails()).toEqual([]);
    const { key, hash } = await newEnquiryKey();
    await desk.staff.call('make_link', { lead_id: leadId, request_id: randomUUID(), key_hash: hash });
    expect((await desk.sellerWith(key).see()).source).toBe('import');
    await ask(VALUATION_LEAD.email);
    expect(await listMails()).toEqual(['new_link']);
  });

  test('is sent three times a day to one mailbox, also if it has several addresses', async () => {
    const emails = ['mairi@gmail.com', 'mai.ri@gmail.com', 'mairi+1@gmail.com', 'mairi@googlemail.com'];
    for (const email of emails)
      await desk.addLead({ ...VALUATION_LEAD, email, name: `${randomUUID().slice(0, 8)} B` });
    for (const email of emails) expect(await ask(email)).toEqual(ASKED);
    expect(await listMails()).toHaveLength(3);
    for (const [age, mails] of [
      ['23 hours', 3],
      ['25 hours', 4],
    ] as const) {
      await desk.admin.query(
        'update desk.mail_counts set counted_at = array_fill(now() - $1::interval, array[3])',
        [age],
      );
      await ask('mairi@gmail.com');
      expect(await listMails()).toHaveLength(mails);
    }
  });

  test('can be asked for three times an hour from one address', async () => {
    for (let count = 0; count < 3; count += 1)
      expect(await ask('a@example.com', '203.0.113.5')).toEqual(ASKED);
    const refused = await ask('b@example.com', '203.0.113.5');
    expect(refused).toMatchObject({ status: 429 });
    expect(Number((refused.body as { details: string }).details)).toBeGreaterThan(3_400);
    expect(await ask('a@example.com', '203.0.113.6')).toEqual(ASKED);
  });

  test('is counted without storing the address of who asks', async () => {
    await ask('a@example.com', '203.0.113.200');
    const { rows } = await desk.admin.query<{ counts: string }>(
      `select string_agg(to_jsonb(counts)::text, '') as counts from desk.mail_counts as counts
       having not bool_or(key = sha256('new link 203.0.113.200'))`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.counts).not.toContain('203.0.113');
  });
});

test('a stranger who sends the number and the address of a seller gets nothing of the seller’s enquiry by a merge', async () => {
  const given = { ...VALUATION_LEAD, phone: '0131 496 0601', email: 'owner@example.com' };
  const victim = await desk.addSeller({ ...given, name: 'Zebedee Quill' });
  const thief = await desk.addSeller(given);
  await desk.staff.write('merge', thief.leadId, { target_id: victim.leadId });
  const { offers } = await desk.staff.write('offer', victim.leadId, offerTerms());
  const answer = { offer_id: offers[0]?.id, answer: 'decline' };
  expect(await thief.attempt('answer_offer', answer)).toMatchObject({ status: 409 });
  await thief.call('correct_contact', { phone: '0131 496 0666', email: 'thief@elsewhere.example' });
  await thief.call('write', { body: 'Please send me everything.' });
  await thief.call('stop');
  await sendFirmsMails();

  for (const email of ['thief@elsewhere.example', given.email]) await desk.send('send_new_link', { email });
  const mails: Mail[] = [];
  for (let mail; (mail = await claim());) {
    await finish(mail);
    mails.push(mail);
  }
  const toSellers = mails.filter(({ kind }) => kind !== 'asked');
  expect(toSellers.map(({ kind, message }) => [kind, message.to])).toEqual(
    ['received', 'new_link', 'contact_changed'].map((kind) => [kind, { name: '', address: given.email }]),
  );
  for (const { key } of toSellers.slice(0, 2)) {
    expect((await desk.sellerWith(key).confirm(given.phone)).sent.name).toBe('Zebedee Quill');
  }
  expect(await victim.see()).toMatchObject({
    contact: { phone: given.phone, email: given.email },
    state: { code: 'offer' },
    do_not_call: false,
    answer: null,
    conversation: [],
  });
  const toFirm = mails.filter(({ kind }) => kind === 'asked').map(({ message }) => message);
  expect(toFirm).toHaveLength(3);
  for (const { text } of toFirm) {
    expect(text).toContain('Merged: This enquiry was merged into another one, which is unchanged.');
    expect(text).toContain(`/#/lead/${thief.leadId}`);
    expect(text).not.toContain('Zebedee');
  }
});

describe('the mail about changed contact details', () => {
  /** Writes all mails that are due. @returns those to former addresses */
  async function claimNotices(): Promise<Mail[]> {
    const notices: Mail[] = [];
    for (let mail; (mail = await claim());) {
      await finish(mail);
      if (mail.kind === 'contact_changed') notices.push(mail);
    }
    return notices;
  }

  test('goes to the address before each change, with what has changed, and no word that anybody typed', async () => {
    const seller = await desk.addSeller({ ...VALUATION_LEAD });
    await seller.call('correct_contact', { phone: '0131 496 0666' });
    await seller.call('correct_contact', { email: 'second@example.com' });
    await seller.call('correct_contact', { phone: '0131 496 0777', email: 'third@example.com' });
    const mails = await claimNotices();
    const toldIn = ({ message: { to, text } }: Mail) => [
      (to as { address: string }).address,
      /gave us (a new .+?)\. If/.exec(text)?.[1],
    ];
    expect(mails.map(toldIn)).toEqual([
      [VALUATION_LEAD.email, 'a new phone number'],
      [VALUATION_LEAD.email, 'a new email address'],
      ['second@example.com', 'a new email address and a new phone number'],
    ]);
    for (const { message } of mails) {
      expect(message.text).not.toMatch(/496 0666|496 0777|second@|third@|Mairi/);
      expect(message.text).toContain('Put the old details back: ');
    }
  });

  test.each(['end_links', 'confirm_address'])('has no link after %s', async (name) => {
    const seller = await desk.addSeller({ ...VALUATION_LEAD });
    await seller.call('correct_contact', { email: 'thief@elsewhere.example' });
    const given = name === 'end_links' ? {} : { email: VALUATION_LEAD.email };
    await desk.staff.call(name, { lead_id: seller.leadId, request_id: randomUUID(), ...given });
    const [mail] = await claimNotices();
    expect(mail?.message.to).toEqual({ name: '', address: VALUATION_LEAD.email });
    expect(mail?.message.text).toContain('If it was not you, please ring us.');
    expect(mail?.key).toBe('');
  });

  test('is sent although whoever changed the details stops everything at once', async () => {
    const seller = await desk.addSeller({ ...VALUATION_LEAD });
    await seller.call('correct_contact', { email: 'thief@elsewhere.example' });
    await seller.call('stop');
    expect(await claimNotices()).toHaveLength(1);
  });

  test('is not sent about a suspect lead, nor more than ten times a day to one mailbox', async () => {
    const suspect = await desk.addSeller({ ...VALUATION_LEAD }, { 'x-suspect-reasons': 'sent_too_fast' });
    await suspect.call('correct_contact', { phone: '0131 496 0666' });
    expect(await claimNotices()).toEqual([]);
    for (let count = 0; count < 4; count += 1) {
      const seller = await desk.addSeller({ ...VALUATION_LEAD, address: `${count} Shore Place` });
      for (let digit = 1; digit <= 3; digit += 1) {
        await seller.call('correct_contact', { phone: `0131 496 066${digit}` });
      }
    }
    expect(await claimNotices()).toHaveLength(10);
  });
});

describe('an erasure by the seller', () => {
  const WORDS = 'zebedee|quill|xylophone|496 ?0777';

  /** The names of our tables in which the words occur. */
  const findWords = async () => Object.keys(await desk.countRows(WORDS));

  /** A seller with words in every field that the page has. */
  async function addTalker() {
    const seller = await desk.addSeller({
      ...VALUATION_LEAD,
      name: 'Zebedee Quill',
      email: 'zebedee@example.com',
      phone: '0131 496 0777',
      address: '77 Xylophone Wynd',
    });
    await seller.call('write', { body: 'Zebedee wrote' });
    await seller.call('correct_contact', { phone: '07700 900 111', email: 'other@example.com' });
    await desk.staff.call('reply', {
      lead_id: seller.leadId,
      request_id: randomUUID(),
      body: 'Dear Zebedee',
    });
    return seller;
  }

  test('deletes every word, key and mail about them, and keeps the record of what was done', async () => {
    const seller = await addTalker();
    const reader = await desk.addReader(seller);
    // The desk's next call works out what its search reads of the corrected lead.
    await desk.staff.call('changes', { after: null });
    expect(await findWords()).toEqual(['desk.cases', 'desk.texts', 'leads']);
    const request = { request_id: randomUUID() };
    const erased = { status: 200, body: { erased: true } };
    expect(await Promise.all([1, 2, 3].map(() => seller.attempt('erase', request)))).toEqual([
      erased,
      erased,
      erased,
    ]);
    expect(await findWords()).toEqual([]);
    for (const table of ['desk.enquiry_keys', 'private.notifications']) {
      expect((await desk.admin.query(`select from ${table}`)).rowCount).toBe(0);
    }
    const { rows } = await desk.admin.query(
      `select kind, actor, facts from desk.events where lead_id = $1 order by id desc limit 1`,
      [seller.leadId],
    );
    expect(rows).toEqual([{ kind: 'erased', actor: null, facts: { leads: 1, reason_code: 'seller_asked' } }]);
    for (const one of [seller, reader]) expect(await one.attempt('enquiry')).toMatchObject({ status: 404 });
    expect(await seller.attempt('erase')).toMatchObject({ status: 404 });
  });

  test.each<[why: string, prepare: (id: string) => Promise<unknown>, reason: RegExp]>([
    [
      'the lead is on hold',
      (id) =>
        desk.staff.write('hold', id, {
          until: '2030-03-04',
          reason: 'Zebedee complains about the surveyor.',
        }),
      /^We have to keep this until 4 March 2030, because something about it is not settled yet\./,
    ],
    [
      'the house was bought',
      (id) => desk.staff.write('set_stage', id, { stage: 'closed', reason: 'bought' }),
      /, because we bought the house and must keep our records of it for six years\.$/,
    ],
  ])('is refused while %s, with the day and the reason in plain words', async (_why, prepare, reason) => {
    const seller = await addTalker();
    await prepare(seller.leadId);
    const { status, body } = await seller.attempt('erase');
    const { message, hint } = body as { message: string; hint: string };
    expect([status, hint]).toEqual([423, 'held']);
    expect(message).toMatch(reason);
    expect(message).not.toMatch(/complain|survey/);
    expect((await seller.see()).held_until).not.toBeNull();
  });

  test('is refused while a mail about them is being sent', async () => {
    const seller = await addTalker();
    const mail = await claim();
    if (!mail) throw new Error('There is no mail.');
    expect(await seller.attempt('erase')).toMatchObject({ status: 409, body: { hint: 'sending' } });
    await finish(mail, 'ECONNREFUSED');
    expect(await seller.attempt('erase')).toMatchObject({ status: 200 });
  });

  test('an export of the person’s data has the messages, keys and mails, without the hashes', async () => {
    const { leadId } = await addTalker();
    const { stored } = await desk.owner.call<{ stored: Record<string, unknown>[] }>('person', {
      key: 'other@example.com',
    });
    const text = JSON.stringify(stored);
    for (const words of ['Zebedee wrote', 'Dear Zebedee', '0131 496 0777', 'zebedee@example.com', 'asked']) {
      expect(text).toContain(words);
    }
    expect(stored).toMatchObject([
      {
        lead: { id: leadId },
        keys: [{ made_for: 'sender' }],
        sellerMails: [{ kind: 'asked' }, { kind: 'asked' }, { kind: 'contact_changed' }, { kind: 'replied' }],
      },
    ]);
    expect(text).not.toContain('key_hash');
  });
});
