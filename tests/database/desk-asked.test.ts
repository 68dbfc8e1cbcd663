import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Card, InboxPage } from '../../desk/src/api/types.ts';
import { inAnHour, londonDay } from '../support/desk/desk-database.ts';
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

test('the list "Now" says what the seller asked last, until staff write back', async () => {
  const seller = await addContactedSeller();
  const { leadId } = seller;
  expect(await desk.staff.lead(leadId)).toMatchObject({ asked_at: null, asked: null });
  await seller.call('write', { body: 'Please ring after six.' });
  expect(await cardOf(leadId)).toMatchObject({ asked: { kind: 'written', facts: {} } });
  const { call_windows: windows } = await seller.see();
  await seller.call('ask_for_call', { starts_at: windows.at(-1)?.from });
  const card = await cardOf(leadId);
  expect(card?.asked?.kind).toBe('call_wished');
  expect(Date.parse(String(card?.asked?.facts.ends_at))).toBe(Date.parse(windows.at(-1)?.to ?? ''));
  await desk.staff.call('reply', { lead_id: leadId, request_id: randomUUID(), body: 'We will.' });
  expect(await desk.staff.lead(leadId)).toMatchObject({ asked_at: null, asked: null });
});

test('recording the outcome of the offer counts as an answer, even if the next step stays as planned', async () => {
  const seller = await addContactedSeller();
  const { leadId } = seller;
  const terms = { amount: 148_000, market_value: 185_000, basis: 'home_report', funds: 'own' };
  const made = await desk.staff.write('offer', leadId, {
    ...terms,
    ...{ conditions: null, valid_until: londonDay(28), next_action: null, next_at: null },
  });
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
