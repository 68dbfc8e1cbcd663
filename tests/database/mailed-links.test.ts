/** What the link of a mail opens before and after its digits were entered, and what its owner can say. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { adoptAll } from '#server/cases/adopt.ts';
import { londonDay, offerTerms } from '../support/desk/desk-database.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { claimMail } from '../support/seller/claim-mail.ts';
import { lastDigitsOf } from '../support/seller/last-digits.ts';
import { openSellerMails } from '../support/seller/seller-mails.ts';
import { NO_SUCH_LINK, openSellerDatabase } from '../support/seller/seller-database.ts';

const desk = await openSellerDatabase();
const { notifications, write } = await openSellerMails(desk);

const TO_SELLERS = ['received', 'tried', 'offer', 'new_link', 'contact_changed'] as const;

/** Sends all waiting mails to sellers. @returns the addresses, and the keys of their links */
async function sendMails() {
  const sent: { to: unknown; key: string }[] = [];
  for (let mail; (mail = await claimMail(notifications, write, TO_SELLERS));) {
    sent.push({ to: (mail.message.to as { address: string }).address, key: mail.key });
    await notifications.markSent(mail);
  }
  return sent;
}

const REFUSED = { status: 404, body: NO_SUCH_LINK };

let houses = 0;
/** An enquiry of its own, with an offer, and the link of a mail about it. */
async function addMailed(changes: Record<string, string> = {}) {
  houses += 1;
  const email = `seller${houses}@example.com`;
  const row = { ...VALUATION_LEAD, email, address: `${houses} Xylophone Wynd`, ...changes };
  const seller = await desk.addSeller(row);
  await adoptAll(desk.pool);
  const { leadId } = seller;
  await desk.staff.write('offer', leadId, offerTerms({ amount: 123_000, conditions: 'Zebedee' }));
  const mailAgain = async () => {
    await desk.staff.call('mail_seller', { lead_id: leadId, request_id: randomUUID(), mail: 'tried' });
    const [mail] = await sendMails();
    return desk.sellerWith(mail?.key ?? '');
  };
  return { seller, leadId, row, mailAgain, mailed: await mailAgain() };
}

const kindsOf = async (leadId: string) => (await desk.staff.lead(leadId)).events.map(({ kind }) => kind);

/** The kinds of the events about which the firm is mailed. */
async function firmIsTold(leadId: string): Promise<string[]> {
  const { rows } = await desk.admin.query<{ kind: string }>(
    `select events.kind from private.notifications as mails join desk.events on events.id = event_id
     where mails.lead_id = $1 and mails.kind = 'asked' order by mails.number`,
    [leadId],
  );
  return rows.map(({ kind }) => kind);
}

const otherDigits = (phone: string, distance: number) =>
  String((Number(lastDigitsOf(phone)) + distance) % 10_000).padStart(4, '0');

test('before the digits, the link opens where things stand and nothing that was typed, and writes nothing', async () => {
  const { leadId, mailed, row } = await addMailed();
  const before = await kindsOf(leadId);
  const { status, body } = await mailed.attempt('enquiry');
  expect(status).toBe(200);
  expect(Object.keys(body as object).sort()).toEqual(
    ['access', 'answer', 'can_confirm', 'changed_at', 'conversation', 'now', 'offers', 'state'].sort(),
  );
  expect(body).toMatchObject({
    access: 'unconfirmed',
    state: { code: 'offer', until: londonDay(9) },
    ...{ offers: [], answer: null, conversation: [], can_confirm: true, changed_at: null },
  });
  expect(JSON.stringify(body)).not.toMatch(/Xylophone|123,?000|Zebedee|@/);
  expect(JSON.stringify(body)).not.toContain(row.name);
  expect(await kindsOf(leadId)).toEqual(before);
  expect((await desk.staff.lead(leadId)).seller.opened_at).toBeNull();
});

test('the right digits open the page for good, once, and staff see that the address is confirmed', async () => {
  const { leadId, mailed, mailAgain } = await addMailed();
  const request_id = randomUUID();
  const digits = lastDigitsOf(VALUATION_LEAD.phone);
  expect((await mailed.call('confirm', { request_id, digits })).access).toBe('full');
  expect((await mailed.call('confirm', { request_id, digits })).access).toBe('full');
  expect((await mailed.call('write', { body: 'Hello.' })).conversation).toHaveLength(2);
  expect((await kindsOf(leadId)).filter((kind) => kind === 'address_confirmed')).toHaveLength(1);
  const next = await mailAgain();
  expect(await next.attempt('enquiry')).toMatchObject({ body: { access: 'unconfirmed' } });
});

test.each([
  ['07700 900214', '0214', true],
  ['+44 (7700) 900-214', '0214', true],
  ['+447700900214', ' 02 14 ', true],
  ['07700 900214', '900214', false],
  ['07700 900214', '', false],
  ['07700 900214', 'abcd', false],
])('with the number %s, “%s” is accepted: %s', async (phone, digits, isRight) => {
  const { mailed, leadId } = await addMailed({ phone });
  const { status } = await mailed.attempt('confirm', { digits });
  expect(status).toBe(isRight ? 200 : 422);
  const { rows } = await desk.admin.query(
    'select from desk.enquiry_keys where lead_id = $1 and wrong_tries > 0',
    [leadId],
  );
  expect(rows).toHaveLength(0);
});

test('the number of now and the one that was sent first count, and not a wrong one in between', async () => {
  const { seller, mailAgain } = await addMailed({ phone: '0131 496 0001' });
  await seller.call('correct_contact', { phone: '0131 496 0002' });
  await seller.call('correct_contact', { phone: '0131 496 0003' });
  for (const [digits, status] of [
    ['0001', 200],
    ['0002', 422],
    ['0003', 200],
  ] as const) {
    await sendMails();
    await desk.admin.query(`update private.notifications set made_at = made_at - interval '1 hour'`);
    expect(await (await mailAgain()).attempt('confirm', { digits })).toMatchObject({ status });
  }
});

test('the address before puts back what somebody with the link has changed, and ends every other link', async () => {
  const { seller, leadId, row, mailed } = await addMailed();
  const { email, phone } = row;
  const thief = seller;
  await thief.call('correct_contact', { phone: '0131 496 0666', email: 'thief@elsewhere.example' });
  const reader = await desk.addReader(thief);
  const notice = (await sendMails()).find(({ to }) => to === email);
  await thief.call('correct_contact', { phone: '0131 496 0667' });
  const owner = desk.sellerWith(notice?.key ?? '');
  const { body } = await owner.attempt('enquiry');
  expect(body).toMatchObject({ access: 'unconfirmed', changed_at: expect.any(String) as string });
  // The digits of the thief’s number do not count, nor does whoever got a mail to a mistyped address know the old ones.
  for (const digits of ['0666', '0667']) {
    expect(await owner.attempt('confirm', { digits })).toMatchObject({ status: 422 });
  }
  expect((await thief.see()).contact).toMatchObject({
    phone: '0131 496 0667',
    email: 'thief@elsewhere.example',
  });

  const enquiry = await owner.call('confirm', { digits: lastDigitsOf(phone) });
  expect(enquiry).toMatchObject({ access: 'full', contact: { phone, email } });
  for (const other of [thief, reader, mailed]) expect(await other.attempt('enquiry')).toEqual(REFUSED);
  expect(await firmIsTold(leadId)).toContain('contact_restored');
  const lead = await desk.staff.lead(leadId);
  expect(lead).toMatchObject({ phone, email, asked: { kind: 'contact_restored' } });
  // The thief gets no mail about the second change: its link would ask for the thief’s own number.
  await desk.send('send_new_link', { email: 'thief@elsewhere.example' });
  expect((await sendMails()).map(({ to }) => to)).not.toContain('thief@elsewhere.example');
});

test.each(['end_links', 'confirm_address'])('after %s by staff, nobody puts details back', async (name) => {
  const { seller, leadId, row } = await addMailed();
  await seller.call('correct_contact', { email: 'right@example.com' });
  const notice = (await sendMails()).find(({ to }) => to === row.email);
  const given = name === 'end_links' ? {} : { email: 'right@example.com' };
  await desk.staff.call(name, { lead_id: leadId, request_id: randomUUID(), ...given });
  const former = desk.sellerWith(notice?.key ?? '');
  expect(await former.attempt('confirm', { digits: lastDigitsOf(row.phone) })).toEqual(REFUSED);
  expect((await desk.staff.lead(leadId)).email).toBe('right@example.com');
});

test('a link that puts details back ends after seven days', async () => {
  const { seller, leadId, row } = await addMailed();
  await seller.call('correct_contact', { email: 'right@example.com' });
  const notice = (await sendMails()).find(({ to }) => to === row.email);
  await desk.admin.query(
    `update desk.enquiry_keys set ends_at = ends_at - interval '7 days' where lead_id = $1 and undoes_event_id is not null`,
    [leadId],
  );
  expect(await desk.sellerWith(notice?.key ?? '').attempt('enquiry')).toEqual(REFUSED);
});

test('the fifth wrong try ends the link, however many come at once, and the firm is told', async () => {
  const { leadId, mailed } = await addMailed();
  const tries = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      mailed.attempt('confirm', { digits: otherDigits(VALUATION_LEAD.phone, index + 1) }),
    ),
  );
  expect(tries.map(({ status }) => status).sort()).toEqual([
    ...Array<number>(8).fill(404),
    422,
    422,
    422,
    422,
  ]);
  const messages = tries.map(({ body }) => (body as { message: string }).message);
  expect(messages).toContain('These are not the last four digits of the number. You have one try left.');
  expect(await mailed.attempt('confirm', { digits: lastDigitsOf(VALUATION_LEAD.phone) })).toEqual(REFUSED);
  expect(await mailed.attempt('enquiry')).toEqual(REFUSED);
  expect((await kindsOf(leadId)).filter((kind) => kind === 'digits_failed')).toHaveLength(1);
  expect(await firmIsTold(leadId)).toEqual(['digits_failed']);
});

test('a try whose answer got lost is not counted again', async () => {
  const { mailed } = await addMailed();
  const given = { request_id: randomUUID(), digits: otherDigits(VALUATION_LEAD.phone, 1) };
  for (let count = 0; count < 6; count += 1) {
    expect(await mailed.attempt('confirm', given)).toMatchObject({
      status: 422,
      body: { hint: 'digits', message: expect.stringContaining('You have 4 tries left.') as string },
    });
  }
});

test('without a number, as some imported enquiries are, the link never opens more', async () => {
  const { leadId, mailed } = await addMailed();
  await desk.admin.query(`update public.leads set source = 'import', phone = 'not given yet' where id = $1`, [
    leadId,
  ]);
  expect(await mailed.attempt('enquiry')).toMatchObject({ body: { can_confirm: false } });
  for (let count = 0; count < 6; count += 1) {
    expect(await mailed.attempt('confirm', { digits: '0000' })).toMatchObject({ status: 422 });
  }
});

test('“This is not mine” stops all mails to the address, deletes nothing, and staff can take it back', async () => {
  const email = 'Wrong.Person@gmail.com';
  const { seller, leadId, mailed, mailAgain } = await addMailed({ email });
  const second = await mailAgain();
  const request_id = randomUUID();
  for (let count = 0; count < 2; count += 1) {
    expect(await mailed.attempt('not_mine', { request_id })).toEqual({
      status: 200,
      body: { refused: true },
    });
  }
  expect([await mailed.attempt('enquiry'), await second.attempt('enquiry')]).toEqual([REFUSED, REFUSED]);
  expect((await seller.see()).sent.email).toBe(email);
  expect(await firmIsTold(leadId)).toEqual(['address_refused']);
  const lead = await desk.staff.lead(leadId);
  expect(lead.seller.is_refused).toBe(true);
  expect(lead.events.find(({ kind }) => kind === 'address_refused')).toMatchObject({ actor: null });

  // A new enquiry, the same mailbox in another spelling, and a wish for a new link lift nothing.
  const again = await desk.addSeller({
    ...VALUATION_LEAD,
    email: 'wrongperson+1@gmail.com',
    address: '1 Low Way',
  });
  await desk.admin.query(`update private.notifications set sent_at = now() where kind = 'lead'`);
  for (const to of [email, 'wrongperson+1@gmail.com']) await desk.send('send_new_link', { email: to });
  expect((await sendMails()).filter(({ to }) => /wrong/i.test(String(to)))).toEqual([]);
  const tried = { lead_id: leadId, request_id: randomUUID(), mail: 'tried' };
  expect(await desk.staff.attempt('mail_seller', tried)).toMatchObject({ code: 'PT422', hint: 'mail' });

  // The refusal outlives the erasure of the lead.
  expect(await seller.attempt('erase')).toMatchObject({ status: 200 });
  expect((await desk.staff.lead(again.leadId)).seller.is_refused).toBe(true);

  const confirmed = { lead_id: again.leadId, request_id: randomUUID(), email: 'wrongperson+1@gmail.com' };
  await desk.staff.call('confirm_address', confirmed);
  expect((await desk.staff.lead(again.leadId)).seller.is_refused).toBe(false);
  await desk.staff.call('mail_seller', { ...tried, lead_id: again.leadId, request_id: randomUUID() });
  expect(await sendMails()).toMatchObject([{ to: 'wrongperson+1@gmail.com' }]);
});

test('“This is not mine” from a former address stops nothing for the corrected one', async () => {
  const { seller, leadId, mailed, mailAgain } = await addMailed({ email: 'mistyped@example.com' });
  await seller.call('correct_contact', { email: 'right@example.com' });
  const right = await mailAgain();
  await mailed.attempt('not_mine');
  expect(await right.confirm()).toMatchObject({ access: 'full' });
  expect((await desk.staff.lead(leadId)).seller.is_refused).toBe(false);
});

test('“This is not mine” is refused with the seller’s own link, and with that of a mail after its digits', async () => {
  const { seller, mailed } = await addMailed();
  await mailed.confirm();
  for (const link of [seller, mailed]) {
    expect(await link.attempt('not_mine')).toMatchObject({ status: 409, body: { hint: 'confirmed' } });
  }
});

test('the id of another request is refused', async () => {
  const { seller, mailed } = await addMailed();
  const request_id = randomUUID();
  await seller.call('write', { request_id, body: 'Hello.' });
  for (const name of ['confirm', 'not_mine']) {
    expect(await mailed.attempt(name, { request_id, digits: '1111' })).toMatchObject({
      status: 422,
      body: { hint: 'request_id' },
    });
  }
});

test('a statement that is smuggled into the login of the page sees nothing with the key, and cannot confirm it', async () => {
  const { mailed } = await addMailed();
  const login = await desk.database.logInAs('seller');
  await login.query(
    `select set_config('seller.key_hash', encode(sha256(convert_to($1, 'UTF8')), 'hex'), false)`,
    [mailed.key],
  );
  for (const table of ['public.leads', 'desk.cases', 'desk.enquiry_keys', 'desk.offers', 'desk.events']) {
    expect((await login.query(`select from ${table}`)).rowCount, table).toBe(0);
  }
  for (const change of ['confirmed_at = now()', 'wrong_tries = 0']) {
    await expect(login.query(`update desk.enquiry_keys set ${change}`)).rejects.toMatchObject({
      code: '42501',
    });
  }
});
