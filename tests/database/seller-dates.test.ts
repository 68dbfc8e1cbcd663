/** What the seller reads of a visit, and three calendars that follow it: the page's file, the mails, and the staff's feed. */
import { randomUUID } from 'node:crypto';
import nodemailer from 'nodemailer';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { readCalendarFeed } from '#server/cases/calendar-feed.ts';
import { isFromRobot } from '#server/inbox/robots.ts';
import { readMail } from '#server/inbox/read-mail.ts';
import { londonDay, offerTerms } from '../support/desk/desk-database.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { claimMail } from '../support/seller/claim-mail.ts';
import { readCalendar } from '../support/seller/read-calendar.ts';
import { openSellerMails } from '../support/seller/seller-mails.ts';
import { openSellerDatabase, type SellerDatabase } from '../support/seller/seller-database.ts';
import { OFFER_DETAILS } from '../support/desk/offer-details.ts';

const desk = await openSellerDatabase();
const { notifications, write } = await openSellerMails(desk);
const { path } = await desk.staff.call<{ path: string }>('calendar_feed', { change: 'new' });
const feedKey = path.slice('/calendar/'.length, -'.ics'.length);

/** Typed, unlike the matcher itself. */
const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;

type Seller = Awaited<ReturnType<SellerDatabase['addSeller']>>;

/** A time in so many hours, as the desk sends it. */
const inHours = (hours: number) =>
  new Date(Math.ceil(Date.now() / 60_000 + hours * 60) * 60_000).toISOString();

const plan = ({ leadId }: Seller, next_action: string, next_at: string, given = {}) =>
  desk.staff.write('plan', leadId, { next_action, next_at, ...given });

const offer = ({ leadId }: Seller, days: number) =>
  desk.staff.write(
    'offer',
    leadId,
    offerTerms({ valid_until: londonDay(days), next_action: 'wait_for_seller' }),
  );

/** The entries of the page's file. */
async function pageOf(seller: Pick<Seller, 'attempt'>) {
  const { body } = await seller.attempt('dates');
  const { method, entries } = readCalendar((body as { file: string }).file);
  expect(method).toBe('PUBLISH');
  return entries;
}

/** The feed's entries of a lead. */
const feedOf = async ({ leadId }: Seller) =>
  readCalendar((await readCalendarFeed(desk.pool, feedKey, 'Gable & Wynd')) ?? '').entries.filter(({ uid }) =>
    uid.endsWith(leadId),
  );

/** Sends what is due after two minutes. @returns each mail, with its calendar */
async function mailsTo({ leadId }: Seller, kind: 'date' | 'offer' | 'contact_changed' = 'date') {
  await desk.admin.query(
    `update private.notifications set made_at = made_at - interval '2 minutes', next_attempt_at = next_attempt_at - interval '2 minutes'
     where lead_id = $1 and kind = $2 and sent_at is null and cancelled_at is null`,
    [leadId, kind],
  );
  const mails = [];
  for (let mail; (mail = await claimMail(notifications, write, [kind]));) {
    await notifications.markSent(mail);
    const { icalEvent, text, to } = mail.message;
    if (mail.lead.id !== leadId) continue;
    const { method, entries } = readCalendar(icalEvent?.content ?? 'BEGIN:VCALENDAR\r\nEND:VCALENDAR');
    expect(method).toBe(icalEvent?.method ?? null);
    mails.push({ ...mail, text, to: (to as { address: string }).address, method, entry: entries[0] });
  }
  return mails;
}

let houses = 0;
/** A seller whose address is confirmed, unless `isConfirmed` is false. */
async function addSeller({ isConfirmed = true } = {}): Promise<Seller> {
  houses += 1;
  const [email, address] = [`seller${houses}@example.com`, `${houses} Xylophone Wynd`];
  const seller = await desk.addSeller({ ...VALUATION_LEAD, email, address });
  if (!isConfirmed) return seller;
  await desk.staff.call('mail_seller', { lead_id: seller.leadId, request_id: randomUUID(), mail: 'tried' });
  const mail = await claimMail(notifications, write, ['tried']);
  if (!mail) throw new Error('There is no mail.');
  await notifications.markSent(mail);
  await desk.sellerWith(mail.key).confirm();
  return seller;
}

test('a visit is agreed, moved and cancelled: the page’s file, the mails and the staff’s feed follow it', async () => {
  const seller = await addSeller();
  const [first, second] = [inHours(30), inHours(50)];
  await plan(seller, 'visit', first, { visitor: ' Morag,\n in a green van; BEGIN:VEVENT ' });
  const page = await seller.see();
  expect(page).toMatchObject({ visitor: 'Morag, in a green van; BEGIN:VEVENT', has_dates: true });
  expect(Date.parse(page.state.visit ?? '')).toBe(Date.parse(first));
  const [onPage] = await pageOf(seller);
  expect(onPage).toMatchObject({
    ...{ sequence: 0, start: first, status: 'CONFIRMED', organizer: 'mailto:hello@firm.example' },
    summary: 'Gable & Wynd: Visit to see your property',
    description: 'Who comes: Morag, in a green van; BEGIN:VEVENT\nOur number: 0131 496 0123',
    location: `${houses} Xylophone Wynd, ${VALUATION_LEAD.postcode}`,
  });
  expect(onPage?.uid).toMatch(/^visit-1-lead-[\da-f-]{36}$/);
  const [agreed, ...more] = await mailsTo(seller);
  expect(more).toEqual([]);
  expect(agreed).toMatchObject({
    method: 'REQUEST',
    entry: { ...onPage, attendee: `MAILTO:seller${houses}@example.com` },
  });
  expect(agreed?.text).toMatch(
    /^Our visit is agreed\n\nWe will come to see your property on .* \(UK time\)\.\nWho comes: Morag/,
  );
  expect(await feedOf(seller)).toMatchObject([{ start: first, summary: matching(/^Visit the property: /) }]);

  await plan(seller, 'visit', second, { visitor: 'Morag' });
  expect((await seller.see()).visitor).toBe('Morag');
  const [moved] = await pageOf(seller);
  expect(moved).toMatchObject({ uid: onPage?.uid, sequence: 1, start: second });
  const [move] = await mailsTo(seller);
  expect(move).toMatchObject({
    method: 'REQUEST',
    entry: { uid: agreed?.entry?.uid, sequence: 1, start: second },
  });
  expect(move?.text).toMatch(/^Our visit has changed\n/);
  expect(await feedOf(seller)).toMatchObject([{ start: second }]);

  await plan(seller, 'visit', second, { visitor: 'Iain' });
  expect(await mailsTo(seller)).toMatchObject([{ method: 'REQUEST', entry: { sequence: 2, start: second } }]);
  await plan(seller, 'visit', second, { visitor: 'Iain' });
  expect(await mailsTo(seller)).toEqual([]);

  await plan(seller, 'write', second);
  expect(await seller.see()).toMatchObject({ state: { visit: null }, visitor: null, has_dates: false });
  expect(await pageOf(seller)).toEqual([]);
  const [cancelled] = await mailsTo(seller);
  expect(cancelled).toMatchObject({
    method: 'CANCEL',
    entry: { uid: agreed?.entry?.uid, sequence: 3, status: 'CANCELLED', start: second },
  });
  expect(cancelled?.text).toMatch(/^Our visit is cancelled\n\nThis is cancelled: “We will come/);
  expect(await feedOf(seller)).toMatchObject([{ summary: matching(/^Write: /) }]);

  await plan(seller, 'visit', second);
  const [again] = await pageOf(seller);
  expect(again).toMatchObject({ sequence: 0 });
  expect(again?.uid).not.toBe(onPage?.uid);
  expect(await mailsTo(seller)).toMatchObject([
    { method: 'REQUEST', text: matching(/^Our visit is agreed/) },
  ]);
});

test('the calendar is a part of the mail’s text, and a file; the answer of a calendar is no message', async () => {
  const seller = await addSeller();
  await plan(seller, 'visit', inHours(30));
  const [mail] = await mailsTo(seller);
  const { message } = await nodemailer
    .createTransport({ streamTransport: true, buffer: true })
    .sendMail(mail?.message ?? {});
  const eml = (message as Buffer).toString();
  const [, alternative = ''] =
    /boundary="([^"]+)"[^]*?multipart\/alternative;\s+boundary="([^"]+)"/.exec(eml)?.slice(1) ?? [];
  expect(
    eml
      .split(`--${alternative}`)
      .slice(1, -1)
      .map((part) => /Content-Type: ([^\r\n]+(?:\r?\n [^\r\n]+)*)/.exec(part)?.[1]),
  ).toEqual([
    matching(/^text\/plain/),
    matching(/^text\/html/),
    matching(/^text\/calendar; charset=utf-8; method=REQUEST/),
  ]);
  const { attachments, text, html } = await PostalMime.parse(message as Buffer);
  expect(attachments.map(({ mimeType, filename }) => [mimeType, filename])).toContainEqual([
    'application/ics',
    'date.ics',
  ]);
  expect(text).toContain('This email has it for your calendar.');
  expect(html).toContain('This email has it for your calendar.');
  const answered = eml.replaceAll(/method=REQUEST/g, 'method=REPLY');
  const read = await readMail(Buffer.from(answered.replace(/^Auto-Submitted:.*\r?\n/m, '')));
  expect(read && isFromRobot(read)).toBe(true);
});

test('a visit that is moved or cancelled within two minutes is one mail, or none', async () => {
  const seller = await addSeller();
  await plan(seller, 'visit', inHours(30));
  await plan(seller, 'visit', inHours(50));
  expect(await mailsTo(seller)).toMatchObject([{ method: 'REQUEST', entry: { sequence: 1 } }]);
  const other = await addSeller();
  await plan(other, 'visit', inHours(30));
  await plan(other, 'write', inHours(50));
  expect(await mailsTo(other)).toEqual([]);
});

test('an address that nobody has confirmed gets the time, and nothing that was typed', async () => {
  const seller = await addSeller({ isConfirmed: false });
  await plan(seller, 'visit', inHours(30), { visitor: 'Morag' });
  const [mail] = await mailsTo(seller);
  expect(mail).toMatchObject({
    method: 'REQUEST',
    entry: { location: null, description: 'Our number: 0131 496 0123' },
  });
  expect(JSON.stringify(mail?.message)).not.toMatch(/Morag|Xylophone/);
});

test.each<[what: string, end: (seller: Seller) => Promise<unknown>, isMailed?: boolean]>([
  [
    'the lead is closed',
    ({ leadId }) => desk.staff.write('set_stage', leadId, { stage: 'closed', reason: 'not_ours' }),
  ],
  ['the seller asks us to stop', (seller) => seller.call('stop')],
  [
    'the lead is merged',
    async ({ leadId }) => desk.staff.write('merge', leadId, { target_id: (await addSeller()).leadId }),
  ],
  ['something else is planned', (seller) => plan(seller, 'value', inHours(20))],
  [
    'it is marked as spam',
    async ({ leadId }) => {
      await desk.staff.write('distrust', leadId);
      await desk.staff.write('plan', leadId, { next_action: 'write', next_at: inHours(20) });
    },
    false,
  ],
])('a visit is cancelled in the seller’s calendar when %s', async (_what, end, isMailed = true) => {
  const seller = await addSeller();
  await plan(seller, 'visit', inHours(30));
  const [agreed] = await mailsTo(seller);
  await end(seller);
  expect(await mailsTo(seller)).toMatchObject(
    isMailed
      ? [{ method: 'CANCEL', entry: { uid: agreed?.entry?.uid, sequence: 1, status: 'CANCELLED' } }]
      : [],
  );
});

const endLinks = ({ leadId }: Seller) =>
  desk.staff.call('end_links', { lead_id: leadId, request_id: randomUUID() });
const confirmAddress = ({ leadId }: Seller, email: string) =>
  desk.staff.call('confirm_address', { lead_id: leadId, request_id: randomUUID(), email });
const setSuspect = ({ leadId }: Seller, call: 'trust' | 'distrust') =>
  desk.staff.call(call, { lead_id: leadId, request_id: randomUUID() });

type OfSeller = (seller: Seller) => Promise<unknown>;
describe.each<[what: string, close: OfSeller, open: OfSeller]>([
  [
    'the lead is trusted',
    (seller) => setSuspect(seller, 'distrust'),
    (seller) => setSuspect(seller, 'trust'),
  ],
  ['the address is confirmed', endLinks, (seller) => confirmAddress(seller, `seller${houses}@example.com`)],
])('when %s', (_what, close, open) => {
  test.each([true, false])(
    'the seller gets the visit that was planned before, as it is then (its mail was refused: %s)',
    async (isRefused) => {
      const seller = await addSeller();
      if (isRefused) await close(seller);
      await plan(seller, 'visit', inHours(30));
      if (!isRefused) await close(seller);
      expect(await mailsTo(seller)).toEqual([]);
      await plan(seller, 'visit', inHours(40));
      expect(await mailsTo(seller)).toEqual([]);
      await open(seller);
      expect(await mailsTo(seller)).toMatchObject([
        { method: 'REQUEST', text: matching(/^Our visit is agreed/), entry: { sequence: 1 } },
      ]);
      await open(seller);
      expect(await mailsTo(seller)).toEqual([]);
    },
  );

  test('the seller gets what has become of a visit that they know, and nothing of one that they do not', async () => {
    const seller = await addSeller();
    await plan(seller, 'visit', inHours(30));
    await mailsTo(seller);
    await close(seller);
    await plan(seller, 'visit', inHours(40));
    await mailsTo(seller);
    await open(seller);
    expect(await mailsTo(seller)).toMatchObject([
      { method: 'REQUEST', text: matching(/^Our visit has changed/), entry: { sequence: 1 } },
    ]);
    await close(seller);
    await plan(seller, 'write', inHours(40));
    await mailsTo(seller);
    await plan(seller, 'visit', inHours(50));
    await plan(seller, 'write', inHours(40));
    await mailsTo(seller);
    await open(seller);
    expect(await mailsTo(seller)).toMatchObject([{ method: 'CANCEL', entry: { sequence: 2 } }]);
  });
});

test('a former address is told that the visit is withdrawn, also if the seller then asks us to stop', async () => {
  const seller = await addSeller();
  const former = `seller${houses}@example.com`;
  await plan(seller, 'visit', inHours(30));
  await mailsTo(seller);
  await seller.call('correct_contact', { email: 'second@example.com' });
  await seller.call('stop');
  expect(await mailsTo(seller)).toMatchObject([{ to: former, method: 'CANCEL' }]);
});

describe('when the lead is merged, a visit', () => {
  /** Another lead of the same person, with the same address unless another one is given. */
  const addOther = (email = `seller${houses}@example.com`) =>
    desk.addSeller({ ...VALUATION_LEAD, email, address: 'Another house' });
  const merge = ({ leadId }: Seller, into: Seller) =>
    desk.staff.write('merge', leadId, { target_id: into.leadId });

  test('that the seller has in their calendar stays there, and follows the other lead from then on', async () => {
    const seller = await addSeller();
    const other = await addOther();
    const at = inHours(30);
    await plan(seller, 'visit', at, { visitor: 'Morag' });
    const [agreed] = await mailsTo(seller);
    await merge(seller, other);
    expect([await mailsTo(seller), await mailsTo(other)]).toEqual([[], []]);
    expect(await pageOf(seller)).toEqual([]);
    expect(await other.see()).toMatchObject({ visitor: 'Morag', has_dates: true });
    expect(await pageOf(other)).toMatchObject([{ uid: agreed?.entry?.uid, sequence: 0, start: at }]);

    await plan(other, 'visit', inHours(50), { visitor: 'Morag' });
    expect(await mailsTo(other)).toMatchObject([
      {
        method: 'REQUEST',
        text: matching(/^Our visit has changed/),
        entry: { uid: agreed?.entry?.uid, sequence: 1 },
      },
    ]);
    await plan(other, 'write', inHours(50));
    expect(await mailsTo(other)).toMatchObject([
      { method: 'CANCEL', entry: { uid: agreed?.entry?.uid, sequence: 2 } },
    ]);
    await plan(other, 'visit', inHours(60));
    const [again] = await mailsTo(other);
    expect(again?.entry?.uid).toBe(`visit-2-lead-${other.leadId}`);
    expect(await mailsTo(seller)).toEqual([]);
  });

  test('goes to the other address, and is cancelled at the first one', async () => {
    const seller = await addSeller();
    const other = await addOther('daughter@example.com');
    await plan(seller, 'visit', inHours(30));
    await mailsTo(seller);
    await merge(seller, other);
    expect(await mailsTo(seller)).toMatchObject([{ method: 'CANCEL', to: `seller${houses}@example.com` }]);
    expect(await mailsTo(other)).toMatchObject([
      { method: 'REQUEST', to: 'daughter@example.com', text: matching(/^Our visit is agreed/) },
    ]);
  });

  test('that no mail has told yet is told by the other lead', async () => {
    const seller = await addSeller();
    const other = await addOther();
    await plan(seller, 'visit', inHours(30));
    await merge(seller, other);
    expect(await mailsTo(seller)).toEqual([]);
    expect(await mailsTo(other)).toMatchObject([
      { method: 'REQUEST', text: matching(/^Our visit is agreed/) },
    ]);
  });

  test('is cancelled if the other lead has a next step of its own', async () => {
    const seller = await addSeller();
    const other = await addOther();
    await plan(seller, 'visit', inHours(30));
    await mailsTo(seller);
    await plan(other, 'write', inHours(30));
    await merge(seller, other);
    expect(await mailsTo(seller)).toMatchObject([{ method: 'CANCEL' }]);
    expect(await mailsTo(other)).toEqual([]);
  });

  test('takes the call along that the seller has asked for beside it', async () => {
    const seller = await addSeller();
    const other = await addOther();
    await plan(seller, 'visit', inHours(200));
    const [window] = (await seller.see()).call_windows.filter(({ from }) => from > inHours(1));
    await seller.call('ask_for_call', { starts_at: window?.from });
    expect(await mailsTo(seller)).toHaveLength(2);
    await merge(seller, other);
    expect([await mailsTo(seller), await mailsTo(other)]).toEqual([[], []]);
    expect(await other.see()).toMatchObject({ state: { code: 'call_planned', call: window } });
    expect(await desk.staff.lead(other.leadId)).toMatchObject({ asked: { kind: 'call_wished' } });
    expect((await pageOf(other)).map(({ uid }) => uid.split('-')[0]).sort()).toEqual(['call', 'visit']);
  });
});

test('after a change of the address, the former one is told that the entry is withdrawn, and the new one has it', async () => {
  const seller = await addSeller();
  const former = `seller${houses}@example.com`;
  await plan(seller, 'visit', inHours(30), { visitor: 'Morag' });
  await mailsTo(seller);
  await seller.call('correct_contact', { email: 'other@example.com' });
  const mails = await mailsTo(seller);
  expect(mails).toMatchObject([
    { to: former, method: 'CANCEL', key: '', entry: { sequence: 1, location: null } },
    { to: 'other@example.com', method: 'REQUEST', entry: { sequence: 2, location: null } },
  ]);
  expect(new Set(mails.map(({ entry }) => entry?.uid)).size).toBe(1);
  const [warning] = await mailsTo(seller, 'contact_changed');
  await desk.sellerWith(warning?.key ?? '').confirm();
  expect(await mailsTo(seller)).toMatchObject([
    { to: 'other@example.com', method: 'CANCEL', entry: { sequence: 3 } },
    { to: former, method: 'REQUEST', entry: { sequence: 4 } },
  ]);
});

test('after a change of the address, the new one has the last day of an offer too', async () => {
  const seller = await addSeller();
  const former = `seller${houses}@example.com`;
  await offer(seller, 9);
  await desk.staff.call('mail_seller', { lead_id: seller.leadId, request_id: randomUUID(), mail: 'offer' });
  await mailsTo(seller, 'offer');
  await seller.call('correct_contact', { email: 'other@example.com' });
  expect(await mailsTo(seller)).toMatchObject([
    { to: former, method: 'CANCEL', entry: { sequence: 1 } },
    { to: 'other@example.com', method: 'REQUEST', entry: { sequence: 2, start: londonDay(9) } },
  ]);
});

test('a call that the seller asked for is mailed, and one that only staff have planned is on the page', async () => {
  const seller = await addSeller();
  await plan(seller, 'call', inHours(30));
  expect(await pageOf(seller)).toMatchObject([{ sequence: 0 }]);
  expect(await mailsTo(seller)).toEqual([]);
  const window = (await seller.see()).call_windows.at(-1);
  await seller.call('ask_for_call', { starts_at: window?.from });
  expect(await pageOf(seller)).toMatchObject([
    { sequence: 1, start: new Date(window?.from ?? '').toISOString() },
  ]);
  expect(await mailsTo(seller)).toMatchObject([{ method: 'REQUEST', text: matching(/^Our call is agreed/) }]);
  await plan(seller, 'call', inHours(30));
  expect(await mailsTo(seller)).toMatchObject([{ method: 'REQUEST', entry: { sequence: 2 } }]);
});

test('a call that the seller asks for leaves a planned visit as it is, and staff see both', async () => {
  const seller = await addSeller();
  const visit = inHours(200);
  await plan(seller, 'visit', visit, { visitor: 'Morag' });
  await mailsTo(seller);
  const [window] = (await seller.see()).call_windows.filter(({ from }) => from > inHours(1));
  const page = await seller.call('ask_for_call', { starts_at: window?.from });
  expect(page).toMatchObject({ state: { code: 'call_planned', call: window }, visitor: 'Morag' });
  expect(Date.parse(page.state.visit ?? '')).toBe(Date.parse(visit));
  expect((await pageOf(seller)).map(({ uid }) => uid.split('-')[0]).sort()).toEqual(['call', 'visit']);
  expect(await mailsTo(seller)).toMatchObject([{ method: 'REQUEST', text: matching(/^Our call/) }]);
  expect((await feedOf(seller)).map(({ summary }) => summary.split(':')[0]).sort()).toEqual([
    'Call',
    'Visit the property',
  ]);
  const lead = await desk.staff.lead(seller.leadId);
  expect(lead).toMatchObject({ next_action: 'visit', asked: { kind: 'call_wished' } });

  await desk.staff.write('log_call', seller.leadId, {
    ...{
      channel: 'phone',
      outcome: 'spoke',
      body: null,
      next_action: null,
      next_at: null,
      close_reason: null,
    },
  });
  expect(await mailsTo(seller)).toMatchObject([
    { method: 'CANCEL', text: matching(/^Our call is cancelled/) },
  ]);
  expect((await pageOf(seller)).map(({ uid }) => uid.split('-')[0])).toEqual(['visit']);
});

test('the last day of an offer is in the offer’s own mail, follows a new day, and ends with the answer', async () => {
  const seller = await addSeller();
  await offer(seller, 9);
  expect(await mailsTo(seller)).toEqual([]);
  await desk.staff.call('mail_seller', { lead_id: seller.leadId, request_id: randomUUID(), mail: 'offer' });
  const [told] = await mailsTo(seller, 'offer');
  expect(told).toMatchObject({
    method: 'REQUEST',
    entry: {
      ...{ sequence: 0, start: londonDay(9), end: londonDay(10) },
      summary: 'Gable & Wynd: Last day of our offer for your property',
    },
  });
  expect(await pageOf(seller)).toMatchObject([{ sequence: 0, start: londonDay(9) }]);
  const [current] = (await seller.see()).offers;
  await desk.staff.write('change_offer', seller.leadId, {
    ...{
      offer_id: current?.id,
      status: 'changed',
      valid_until: londonDay(12),
      details: OFFER_DETAILS,
    },
    ...{ reason_code: 'market', evidence: 'Prices.', open_point: null, next_action: null, next_at: null },
  });
  expect(await mailsTo(seller)).toMatchObject([
    { method: 'REQUEST', entry: { uid: told?.entry?.uid, sequence: 1, start: londonDay(12) } },
  ]);
  const [changed] = (await seller.see()).offers;
  await seller.call('answer_offer', { offer_id: changed?.id, answer: 'go_ahead' });
  expect(await mailsTo(seller)).toMatchObject([
    { method: 'CANCEL', entry: { sequence: 2, start: londonDay(12) } },
  ]);
});

test('a link that only reads sees when the visit is, but not who comes, and gets no dates', async () => {
  const seller = await addSeller({ isConfirmed: false });
  await plan(seller, 'visit', inHours(30), { visitor: 'Morag' });
  const reader = await desk.addReader(seller);
  const { body } = await reader.attempt('enquiry');
  expect(body).toMatchObject({ visitor: null, has_dates: false });
  expect(await pageOf(reader)).toEqual([]);
});

test('who comes is one line of 200 characters, and is erased with the lead', async () => {
  const seller = await addSeller({ isConfirmed: false });
  const { version } = await desk.staff.lead(seller.leadId);
  expect(
    await desk.staff.attempt('plan', {
      ...{ lead_id: seller.leadId, request_id: randomUUID(), version },
      ...{ next_action: 'visit', next_at: inHours(30), visitor: 'x'.repeat(201) },
    }),
  ).toMatchObject({ hint: 'visitor' });
  await plan(seller, 'visit', inHours(30), { visitor: 'Zebedee in a van' });
  expect(Object.keys(await desk.countRows('zebedee'))).toEqual(['desk.texts']);
  await seller.attempt('erase');
  expect(await desk.countRows('zebedee')).toEqual({});
});
