import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Card, InboxPage } from '../../desk/src/api/types.ts';
import { inAnHour, offerTerms } from '../support/desk/desk-database.ts';
import { openSellerDatabase } from '../support/seller/seller-database.ts';

const desk = await openSellerDatabase();

/** Adds a lead that staff have already spoken to, with a next step in an hour. */
async function addContactedSeller() {
  const seller = await desk.addSeller();
  await desk.staff.write('log_call', seller.leadId, {
    ...{ channel: 'phone', outcome: 'spoke', body: null, close_reason: null },
    ...{ next_action: 'value', next_at: inAnHour() },
  });
  return seller;
}

async function cardOf(leadId: string): Promise<Card | undefined> {
  const { cards } = await desk.staff.call<InboxPage>('inbox', { view: 'now', before: null, page_size: 50 });
  return cards.find(({ id }) => id === leadId);
}

const WAIT = { next_action: 'wait_for_seller', next_at: new Date(Date.now() + 7 * 86_400_000).toISOString() };
const NEXT = { next_action: 'call', next_at: inAnHour() };

/** Adds a seller with an offer, for whose answer staff wait a week. */
async function addWaiting() {
  const seller = await addContactedSeller();
  const { offers } = await desk.staff.write('offer', seller.leadId, offerTerms(WAIT));
  expect(await cardOf(seller.leadId)).toBeUndefined();
  return { ...seller, offerId: offers[0]?.id };
}

test.each(['go_ahead', 'decline'])(
  'the answer %s ends the wait: "Now" has the lead until its next step',
  async (answer) => {
    const seller = await addWaiting();
    const { leadId } = seller;
    await seller.call('answer_offer', { offer_id: seller.offerId, answer });
    // What a mail server reports afterwards does not hide it.
    await desk.admin.query(
      `insert into desk.events (lead_id, kind, facts) values ($1, 'mail_returned', '{"reason": "unknown"}')`,
      [leadId],
    );
    expect(await cardOf(leadId)).toMatchObject({ asked: { kind: 'offer_answered', facts: { answer } } });
    await desk.staff.call('reply', { lead_id: leadId, request_id: randomUUID(), body: 'Thank you.' });
    expect(await cardOf(leadId)).toMatchObject({ asked_at: null, next_action: 'wait_for_seller' });
    await desk.staff.write('plan', leadId, NEXT);
    expect(await cardOf(leadId)).toBeUndefined();
  },
);

test.each([
  ['change_offer', { status: 'accepted', reason_code: 'seller_accepted' }],
  ['change_offer', { status: 'declined', reason_code: 'seller_declined' }],
  ['change_offer', { status: 'withdrawn', reason_code: 'title', evidence: 'Their letter' }],
  ['set_stage', { stage: 'accepted' }],
])('staff who end a wait with %s %j must say what happens next', async (call, given) => {
  const { leadId, offerId: offer_id } = await addWaiting();
  const change = { offer_id, ...given };
  expect(await desk.staff.attemptWrite(call, leadId, change)).toMatchObject({ hint: 'next_action' });
  expect(await desk.staff.write(call, leadId, { ...change, ...NEXT })).toMatchObject({ next_action: 'call' });
});

test('a call in vain does not answer what the seller said about an offer', async () => {
  const seller = await addWaiting();
  await desk.staff.write('plan', seller.leadId, { ...NEXT, next_action: 'value' });
  await seller.call('answer_offer', { offer_id: seller.offerId, answer: 'go_ahead' });
  await desk.staff.write('log_call', seller.leadId, { channel: 'phone', outcome: 'no_answer' });
  expect(await cardOf(seller.leadId)).toMatchObject({ asked: { kind: 'offer_answered' } });
});

test('a message takes part in a merge', async () => {
  const [seller, other] = [await addContactedSeller(), await addContactedSeller()];
  await seller.call('write', { body: 'Is the offer still open?' });
  const { question_at } = await desk.staff.lead(seller.leadId);
  await desk.staff.write('merge', seller.leadId, { target_id: other.leadId });
  expect(await cardOf(other.leadId)).toMatchObject({ question_at });
  expect(await cardOf(seller.leadId)).toBeUndefined();
});

test('recording the outcome of the offer counts as an answer, even if the next step stays as planned', async () => {
  const seller = await addContactedSeller();
  const { leadId } = seller;
  const made = await desk.staff.write(
    'offer',
    leadId,
    offerTerms({ next_action: undefined, next_at: undefined }),
  );
  const offerId = made.offers[0]?.id;
  await seller.call('answer_offer', { offer_id: offerId, answer: 'go_ahead' });
  expect(await cardOf(leadId)).toMatchObject({
    asked: { kind: 'offer_answered', facts: { answer: 'go_ahead', offer_id: offerId } },
  });
  const answered = await desk.staff.write('change_offer', leadId, {
    ...{ offer_id: offerId, status: 'accepted', reason_code: 'seller_accepted' },
  });
  expect(answered).toMatchObject({ stage: 'accepted', next_action: 'value', asked_at: null, asked: null });
});
