import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deleteExpiredRows } from '#server/operations/retention.ts';
import { londonDay, refused } from '../support/desk/desk-database.ts';
import { openSellerDatabase } from '../support/seller/seller-database.ts';

const sellers = await openSellerDatabase();
await sellers.admin.query('update desk.settings set complaint_days = 20');

type Inbox = { cards: { id: string }[]; counts: { complaint: number }; next: string | null };
const now = (before: string | null = null, page_size = 100) =>
  sellers.staff.call<Inbox>('inbox', { view: 'now', before, page_size });
const listed = async () => (await now()).cards.map(({ id }) => id);
const lastComplaint = async (leadId: string) =>
  (await sellers.staff.lead(leadId)).events.findLast(({ kind }) => kind === 'complained')?.id;

/** Answers the latest complaint. @returns the refusal, or 'done' */
async function answer(leadId: string, given: Record<string, unknown> = {}) {
  const complaint_id = await lastComplaint(leadId);
  return sellers.staff.attemptWrite('answer_complaint', leadId, {
    ...{ complaint_id, sent_by: 'page', body: 'We are sorry, and will ring you.' },
    ...given,
  });
}

test('a seller complains, reads by when we answer, and then our answer with its day', async () => {
  const seller = await sellers.addSeller();
  const { complaints } = await seller.call('complain', { body: 'Nobody came.' });
  expect(complaints).toEqual([
    {
      ...{ id: expect.any(Number) as number, body: 'Nobody came.', way: 'page', answer: null },
      ...{ received_on: londonDay(0), due_on: londonDay(20) },
    },
  ]);
  expect(await sellers.staff.lead(seller.leadId)).toMatchObject({ complaint_due: londonDay(20) });
  expect(await answer(seller.leadId)).toBe('done');
  expect((await seller.see()).complaints).toMatchObject([
    { answer: { name: 'Bob', body: 'We are sorry, and will ring you.', sent_by: 'page' } },
  ]);
  expect(await sellers.staff.lead(seller.leadId)).toMatchObject({ complaint_due: null });
  expect(await answer(seller.leadId)).toMatchObject(refused('complaint_id'));
});

test('two complaints each have their day; an answer answers those that staff have read, and no later one', async () => {
  const seller = await sellers.addSeller();
  await seller.call('complain', { body: 'One.' });
  const read = await lastComplaint(seller.leadId);
  await sellers.admin.query('update desk.settings set complaint_days = 10');
  await seller.call('complain', { body: 'Two.' });
  expect(await sellers.staff.lead(seller.leadId)).toMatchObject({ complaint_due: londonDay(10) });
  expect(await answer(seller.leadId, { complaint_id: read })).toBe('done');
  expect(await sellers.staff.lead(seller.leadId)).toMatchObject({ complaint_due: londonDay(10) });
  expect((await seller.see()).complaints.map(({ body, answer }) => [body, answer !== null])).toEqual([
    ['Two.', false],
    ['One.', true],
  ]);
  expect(await answer(seller.leadId)).toBe('done');
  expect(await sellers.staff.lead(seller.leadId)).toMatchObject({ complaint_due: null });
  await sellers.admin.query('update desk.settings set complaint_days = 20');
});

test('a request that is sent twice is one complaint, and the fourth of a day has to wait', async () => {
  const seller = await sellers.addSeller();
  const request = { request_id: randomUUID(), body: 'Once.' };
  await seller.call('complain', request);
  expect((await seller.call('complain', request)).complaints).toHaveLength(1);
  for (const body of ['Two.', 'Three.']) await seller.call('complain', { body });
  expect(await seller.attempt('complain', { body: 'Four.' })).toMatchObject({ status: 429 });
});

describe('an answer is owed, and the lead is in the list "Now",', () => {
  const become: Record<string, (leadId: string) => Promise<unknown>> = {
    closed: (id) => sellers.staff.write('set_stage', id, { stage: 'closed', reason: 'not_ours' }),
    held: (id) => sellers.staff.write('hold', id, { until: londonDay(30), reason: 'A sale.' }),
    suspect: (id) => sellers.staff.write('distrust', id),
    merged: async (id) => sellers.staff.write('merge', id, { target_id: await sellers.addLead() }),
  };
  test.each(Object.keys(become))(
    'when the lead is %s before it, and when it is so after it',
    async (state) => {
      const [before, after] = [await sellers.addSeller(), await sellers.addSeller()];
      await become[state]?.(before.leadId);
      for (const seller of [before, after]) await seller.call('complain', { body: 'Why?' });
      await become[state]?.(after.leadId);
      expect(await listed()).toEqual(expect.arrayContaining([before.leadId, after.leadId]));
      expect(await answer(before.leadId)).toBe('done');
      expect((await before.see()).complaints[0]?.answer).not.toBeNull();
    },
  );

  test('when the seller has asked us to stop everything, also if that was after it', async () => {
    const seller = await sellers.addSeller();
    await seller.call('stop');
    await seller.call('complain', { body: 'Your letter still came.' });
    await seller.call('stop');
    expect(await listed()).toContain(seller.leadId);
  });

  test('but not when staff close it as spam', async () => {
    const seller = await sellers.addSeller();
    await seller.call('complain', { body: 'Buy now.' });
    await sellers.staff.write('set_stage', seller.leadId, { stage: 'closed', reason: 'spam' });
    expect(await listed()).not.toContain(seller.leadId);
  });
});

test('the list "Now" begins with the complaints, the one that is due first at the top, also from page to page', async () => {
  const seller = await sellers.addSeller();
  await sellers.staff.write('record_complaint', seller.leadId, {
    ...{ way: 'letter', received_on: londonDay(-25), body: 'A month ago.' },
  });
  const { cards, counts } = await now();
  expect(cards[0]?.id).toBe(seller.leadId);
  expect(counts.complaint).toBeGreaterThan(1);
  const paged: string[] = [];
  for (let before: string | null = null, isFirst = true; isFirst || before !== null; isFirst = false) {
    const page: Inbox = await now(before, 1);
    paged.push(...page.cards.map(({ id }) => id));
    before = page.next;
  }
  expect(paged).toEqual(cards.map(({ id }) => id));
});

test.each([
  [{ way: 'page', received_on: londonDay(0) }, 'way'],
  [{ way: 'phone', received_on: londonDay(1) }, 'received_on'],
  [{ way: 'phone', received_on: londonDay(-366) }, 'received_on'],
])('staff cannot record a complaint as %o', async (given, field) => {
  const { leadId } = await sellers.addSeller();
  const recorded = { body: 'By phone.', ...given };
  expect(await sellers.staff.attemptWrite('record_complaint', leadId, recorded)).toMatchObject(
    refused(field),
  );
});

test('somebody whose page nobody can open is answered by email or letter only', async () => {
  const leadId = await sellers.addLead();
  await sellers.staff.write('record_complaint', leadId, {
    ...{ way: 'phone', received_on: londonDay(0), body: 'No email.' },
  });
  expect(await answer(leadId)).toMatchObject(refused('sent_by'));
  expect(await answer(leadId, { sent_by: 'letter' })).toBe('done');
});

test('a read-only link shows no complaint and makes none', async () => {
  const seller = await sellers.addSeller();
  await seller.call('complain', { body: 'My daughter must not read this.' });
  const reader = await sellers.addReader(seller);
  expect((await reader.see()).complaints).toEqual([]);
  expect(await reader.attempt('complain', { body: 'Mine.' })).toMatchObject({ status: 404 });
});

test('the words are deleted with the lead, and that there was a complaint stays', async () => {
  const seller = await sellers.addSeller();
  await seller.call('complain', { body: 'Quillfeather was rude.' });
  await answer(seller.leadId, { body: 'Quillfeather is sorry.' });
  await seller.attempt('erase');
  expect(await sellers.countRows('quillfeather')).toEqual({});
  const { rows } = await sellers.admin.query(
    `select kind from desk.events where lead_id = $1 and kind like 'complain%' order by id`,
    [seller.leadId],
  );
  expect(rows).toEqual([{ kind: 'complained' }, { kind: 'complaint_answered' }]);
});

test('a lead whose complaint waits for an answer is not deleted as expired', async () => {
  const [waiting, answered] = [await sellers.addSeller(), await sellers.addSeller()];
  for (const seller of [waiting, answered]) await seller.call('complain', { body: 'Why?' });
  await answer(answered.leadId);
  await sellers.admin.query(
    `update public.leads set created_at = now() - interval '2 years' where id = any ($1)`,
    [[waiting.leadId, answered.leadId]],
  );
  // A lead whose mail was never sent is kept.
  await sellers.admin.query('update private.notifications set sent_at = now()');
  await deleteExpiredRows(sellers.admin, { lead: 365, suspect: 30, delivery: 30 }, { confirmed: true });
  expect(await waiting.attempt('enquiry')).toMatchObject({ status: 200 });
  expect(await answered.attempt('enquiry')).toMatchObject({ status: 404 });
});

test('the database refuses more than eight weeks', async () => {
  await expect(sellers.admin.query('update desk.settings set complaint_days = 57')).rejects.toThrow(
    'settings_complaint_days_limited',
  );
});
