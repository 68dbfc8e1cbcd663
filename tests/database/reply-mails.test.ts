/** The mails about what staff have answered: to whom, with which words, and which are not needed any more. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { UNANSWERED } from '../../supabase/functions/send-email/notifications.ts';
import { inAnHour } from '../support/desk/desk-database.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { claimMail, type Mail } from '../support/seller/claim-mail.ts';
import { openSellerMails } from '../support/seller/seller-mails.ts';
import { openSellerDatabase, type SellerDatabase } from '../support/seller/seller-database.ts';

const desk = await openSellerDatabase();
const { notifications, write } = await openSellerMails(desk);

type Seller = Awaited<ReturnType<SellerDatabase['addSeller']>>;

let houses = 0;
const addSeller = (row: Record<string, unknown> = VALUATION_LEAD) => {
  houses += 1;
  return desk.addSeller({ ...row, ...('address' in row && { address: `${houses} Xylophone Wynd` }) });
};

/** A seller who has opened a mail's link and entered the digits. */
async function addConfirmed(): Promise<Seller> {
  const seller = await addSeller();
  await desk.staff.call('mail_seller', {
    ...{ lead_id: seller.leadId, request_id: randomUUID(), mail: 'tried' },
  });
  const mail = await claimMail(notifications, write, ['tried']);
  if (!mail) throw new Error('There is no mail.');
  await notifications.markSent(mail);
  await desk.sellerWith(mail.key).confirm();
  return seller;
}

const reply = ({ leadId }: Seller, body: string, given: Record<string, unknown> = {}) =>
  desk.staff.call('reply', { lead_id: leadId, request_id: randomUUID(), body, ...given });

/** Lets time pass, but moves no lease. */
const wait = (seconds: number) =>
  desk.admin.query(
    `update private.notifications as mails set next_attempt_at = next_attempt_at - make_interval(secs => $1)
     where kind = 'replied' and not exists (
       select from private.delivery_attempts as attempts
       where attempts.lead_id = mails.lead_id and attempts.kind = mails.kind and attempts.number = mails.number
         and finished_at is null
     )`,
    [seconds],
  );

const claim = () => claimMail(notifications, write, ['replied']);

async function send(): Promise<Mail | undefined> {
  const mail = await claim();
  if (mail) await notifications.markSent(mail);
  return mail;
}

async function claimOne(): Promise<Mail> {
  const mail = await claim();
  if (!mail) throw new Error('There is no mail.');
  return mail;
}

async function fail(mail: Mail, code: string): Promise<void> {
  await mail.onFailed?.(code);
  await notifications.markFailed(mail, code);
}

/** The page's next call, with the last entry that it showed. */
async function read(seller: Seller, shown?: { conversation: { id: number }[] }) {
  const { conversation } = shown ?? (await seller.see());
  return seller.call('enquiry', { seen: conversation.at(-1)?.id });
}

const toldBy = (mail: Mail | undefined) =>
  [...(mail?.message.text.matchAll(/Answer \d+\./g) ?? [])].flat().join(' ');

const statesOf = async ({ leadId }: Seller) =>
  (await desk.staff.lead(leadId)).seller.replies.map(({ state }) => state);

test('an answer is on the page at once, and mailed after two minutes, without its words to an address that is not confirmed', async () => {
  const seller = await addSeller();
  await reply(seller, 'Answer 1.');
  expect((await seller.see()).conversation).toMatchObject([{ kind: 'message', body: 'Answer 1.' }]);
  await wait(110);
  expect(await claim()).toBeUndefined();
  expect(await statesOf(seller)).toEqual(['waiting']);
  await wait(11);
  const mail = await send();
  expect(mail?.message).toMatchObject({ to: { address: VALUATION_LEAD.email } });
  expect(mail?.message.text).toMatch(/^We have answered\n\nOur answer is on your page\./);
  expect(toldBy(mail)).toBe('');
  expect((await desk.sellerWith(mail?.key ?? '').confirm()).conversation).toHaveLength(1);
  expect(await statesOf(seller)).toEqual(['sent']);
  expect((await seller.see()).conversation[0]).toMatchObject({ is_mailed: true });
});

test('several answers within the two minutes are one mail to a confirmed address, with their words', async () => {
  const seller = await addConfirmed();
  await reply(seller, 'Answer 1.');
  await wait(60);
  const request_id = randomUUID();
  for (let count = 0; count < 3; count += 1) await reply(seller, 'Answer 2.', { request_id });
  await reply(seller, 'Answer 3.', { page_only: true });
  await wait(61);
  const mail = await send();
  expect(toldBy(mail)).toBe('Answer 1. Answer 2.');
  expect(mail?.message.text).toContain('wrote:\nAnswer 1.');
  await reply(seller, 'Answer 4.');
  await wait(121);
  expect(toldBy(await send())).toBe('Answer 4.');
  expect(await claim()).toBeUndefined();
  const { events } = await desk.staff.lead(seller.leadId);
  expect(events.flatMap(({ kind, facts }) => (kind === 'replied' ? facts.no_mail : []))).toEqual([
    ...[null, null, 'page_only', null],
  ]);
});

test.each([
  ['with its words to a confirmed address', addConfirmed, 'Answer 1.'],
  ['without them to another one', addSeller, ''],
] as const)('the answer to a complaint is mailed %s', async (_how, add, words) => {
  const seller = await add();
  const answerComplaint = async (sent_by: 'page' | 'letter') => {
    await seller.call('complain', { body: 'Nobody came.' });
    const { events } = await desk.staff.lead(seller.leadId);
    const complaint_id = events.findLast(({ kind }) => kind === 'complained')?.id;
    await desk.staff.write('answer_complaint', seller.leadId, { complaint_id, sent_by, body: 'Answer 1.' });
  };
  await answerComplaint('letter');
  expect(await statesOf(seller)).toEqual([]);
  await answerComplaint('page');
  // To have seen the page is not to have read it.
  await read(seller);
  await wait(121);
  const mail = await send();
  expect(toldBy(mail)).toBe(words);
  expect(mail?.message.text.includes('your page says to whom you can turn')).toBe(words !== '');
});

test('who has read all of it on the page gets no mail, and a link that only reads does not count', async () => {
  const seller = await addConfirmed();
  const reader = await desk.addReader(seller);
  await reply(seller, 'Answer 1.');
  const { conversation } = await seller.see();
  await reader.attempt('enquiry', { seen: conversation.at(-1)?.id });
  expect(await statesOf(seller)).toEqual(['waiting']);
  await reply(seller, 'Answer 2.');
  // The page showed only the first answer when this call began.
  await read(seller, { conversation });
  expect(await statesOf(seller)).toEqual(['waiting']);
  await read(seller);
  expect(await statesOf(seller)).toEqual(['read']);
  await wait(121);
  expect(await claim()).toBeUndefined();
  await reply(seller, 'Answer 3.');
  await wait(121);
  expect(toldBy(await send())).toBe('Answer 3.');
  await read(seller);
  expect(await statesOf(seller)).toEqual(['read', 'sent']);
});

test.each(['seen', { $gt: 0 }, 1.5, null])('the page’s “seen” may not be %j', async (seen) => {
  const seller = await addSeller();
  expect(await seller.attempt('enquiry', { seen })).toMatchObject({ status: 422 });
});

test('an answer that is written while a mail is being sent has a mail of its own, whatever becomes of the first', async () => {
  for (const code of [undefined, 'ECONNREFUSED', UNANSWERED]) {
    const seller = await addConfirmed();
    await reply(seller, 'Answer 1.');
    await wait(121);
    const mail = await claimOne();
    await reply(seller, 'Answer 2.');
    if (code === undefined) await notifications.markSent(mail);
    else await fail(mail, code);
    await wait(121);
    const told = [toldBy(await send()), toldBy(await send())].filter(Boolean).sort();
    expect(told).toEqual(code === undefined ? ['Answer 2.'] : ['Answer 1.', 'Answer 2.']);
  }
});

test('a mail that was read while it was being sent is not tried again', async () => {
  const seller = await addConfirmed();
  await reply(seller, 'Answer 1.');
  await wait(121);
  const mail = await claimOne();
  await read(seller);
  await fail(mail, 'ECONNREFUSED');
  await wait(121);
  expect(await claim()).toBeUndefined();
  expect(await statesOf(seller)).toEqual(['read']);
});

test('whatever happens at the same moment, each answer is mailed once or read, and none is lost', async () => {
  const seller = await addConfirmed();
  const told: string[] = [];
  const seen = new Set<string>();
  const look = async () => {
    const shown = await seller.see();
    await read(seller, shown);
    for (const { body } of shown.conversation) if (body !== null) seen.add(body);
  };
  const mailOne = async () => {
    const mail = await send();
    told.push(...(mail?.message.text.match(/Answer \d+\./g) ?? []));
  };
  for (let round = 1; round <= 30; round += 1) {
    await Promise.all([
      reply(seller, `Answer ${round}.`),
      wait(121).then(mailOne),
      mailOne(),
      round % 4 === 0 ? look() : undefined,
    ]);
  }
  await wait(121);
  await mailOne();
  expect(told.length).toBeGreaterThan(0);
  expect(new Set(told).size).toBe(told.length);
  expect(new Set([...told, ...seen]).size).toBe(30);
});

const contactRules = { do_not_call: true, vulnerable: false, contact_rules: null };

test.each<[reason: string | null, prepare: (seller: Seller) => Promise<unknown>]>([
  [
    'links_ended',
    ({ leadId }) => desk.staff.call('end_links', { lead_id: leadId, request_id: randomUUID() }),
  ],
  [
    'refused',
    async (seller) => {
      await seller.call('correct_contact', { email: `stranger${houses}@example.com` });
      await desk.staff.call('mail_seller', {
        ...{ lead_id: seller.leadId, request_id: randomUUID(), mail: 'tried' },
      });
      const mail = await claimMail(notifications, write, ['tried']);
      await desk.sellerWith(mail?.key ?? '').attempt('not_mine');
    },
  ],
  ['suspect', ({ leadId }) => desk.staff.write('distrust', leadId, {})],
  [
    'merged',
    async ({ leadId }) => {
      const { leadId: target } = await addSeller();
      await desk.staff.write('merge', leadId, { target_id: target });
    },
  ],
  ['stopped', (seller) => seller.call('stop')],
  [
    null,
    async (seller) => {
      await seller.call('stop');
      await desk.staff.write('set_stage', seller.leadId, {
        ...{ stage: 'contacted', next_action: 'write', next_at: inAnHour() },
      });
    },
  ],
  [null, ({ leadId }) => desk.staff.write('set_stage', leadId, { stage: 'closed', reason: 'not_ours' })],
  ['invented', ({ leadId }) => desk.admin.query('insert into desk.demo_leads values ($1)', [leadId])],
  [
    'no_contact',
    async ({ leadId }) => {
      await desk.staff.write('set_contact_rules', leadId, contactRules);
      await desk.admin.query(`update public.leads set source = 'import' where id = $1`, [leadId]);
    },
  ],
])('with the reason %s for no mail, the desk says so before, and after', async (reason, prepare) => {
  const seller = await addSeller();
  await desk.staff.lead(seller.leadId);
  await prepare(seller);
  expect((await desk.staff.lead(seller.leadId)).seller.no_mail).toBe(reason);
  await reply(seller, 'Answer 1.');
  const { events } = await desk.staff.lead(seller.leadId);
  expect(events.find(({ kind }) => kind === 'replied')?.facts).toEqual({ no_mail: reason });
  await wait(121);
  expect((await send()) === undefined).toBe(reason !== null);
});

test('a lead from the chat has no address: its answer is on the page only', async () => {
  const seller = await addSeller({});
  await reply(seller, 'Answer 1.');
  expect((await desk.staff.lead(seller.leadId)).seller).toMatchObject({ no_mail: 'no_address', replies: [] });
});

test.each<[what: string, change: (seller: Seller) => Promise<unknown>]>([
  ['asks us to stop', (seller) => seller.call('stop')],
  ['is marked as spam', ({ leadId }) => desk.staff.write('distrust', leadId, {})],
  [
    'has all links ended',
    ({ leadId }) => desk.staff.call('end_links', { lead_id: leadId, request_id: randomUUID() }),
  ],
  ['is erased', (seller) => seller.call('erase').catch(() => undefined)],
])('an answer that waits is not mailed once the seller %s', async (_what, change) => {
  const seller = await addConfirmed();
  await reply(seller, 'Answer 1.');
  await change(seller);
  await wait(121);
  expect(await claim()).toBeUndefined();
});

test('after a change of the address, the mail goes to the new one, without the words', async () => {
  const seller = await addConfirmed();
  await reply(seller, 'Answer 1.');
  await seller.call('correct_contact', { email: `new${houses}@example.com` });
  await wait(121);
  const mail = await send();
  expect(mail?.message.to).toMatchObject({ address: `new${houses}@example.com` });
  expect(toldBy(mail)).toBe('');
});

test('an answer leaves the figures about the promised reply as they are', async () => {
  const seller = await addSeller();
  await reply(seller, 'Answer 1.');
  expect(await desk.staff.lead(seller.leadId)).toMatchObject({ first_contact_at: null, stage: 'new' });
});
