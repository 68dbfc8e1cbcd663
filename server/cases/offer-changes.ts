import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { execute, sql } from '../database/statement.ts';
import { code, optional, text, uuid } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { defineChange, ofVersion, saveCase, type Work } from './change.ts';
import { BASES, CHANGE_REASONS, FIRMS_REASONS, FUNDS, OFFER_STATUSES } from './codes.ts';
import { londonDay } from './days.ts';
import { writeText } from './events.ts';
import { nextStep, planNext } from './next-step.ts';
import { discountOf, readLatestOffer, stands, type Offer } from './offers.ts';
import { isBefore, move } from './stage.ts';

const pounds = (message: string) => z.int(message).min(1, message).max(100_000_000, message);
const DAY_RULE = 'Choose the last day on which it stands, within a year.';

const amount = pounds('Give the amount in whole pounds.');
const marketValue = pounds('Give the market value that it is based on, in whole pounds.');
const basis = code(BASES, 'Say what the value is based on.');
const validUntil = z.iso.date(DAY_RULE);
const funds = code(FUNDS, 'Say whose money it is.');

/** Writes an offer's row, its event, and its texts. */
async function writeOffer(
  { db, current: { lead_id: leadId }, record }: Work,
  offer: Omit<Offer, 'id' | 'by' | 'at'>,
): Promise<void> {
  const { replaces, status, reason_code, amount, market_value, basis, funds, valid_until } = offer;
  // An offer that has expired may still be accepted, declined or withdrawn.
  refuseUnless(
    (status !== 'made' && status !== 'changed') ||
      (valid_until >= londonDay(0) && valid_until <= londonDay(366)),
    'valid_until',
    DAY_RULE,
  );
  const id = randomUUID();
  const eventId = await record(replaces === null ? 'offered' : 'offer_changed', {
    offer_id: id,
    ...(replaces !== null && { replaces, reason_code }),
    status,
    amount,
    market_value,
    ...discountOf(offer),
    basis,
    funds,
    valid_until,
  });
  await execute(
    db,
    sql`
      insert into desk.offers (id, lead_id, number, replaces, event_id, amount, market_value, basis, funds,
        valid_until, status, reason_code, shows_market_value)
      values (${id}, ${leadId}, ${offer.number}, ${replaces}, ${eventId}, ${amount}, ${market_value}, ${basis}, ${funds},
        ${valid_until}, ${status}, ${reason_code}, ${offer.shows_market_value})`,
  );
  await writeText(db, { eventId, leadId, part: 'conditions', body: offer.conditions });
  await writeText(db, { eventId, leadId, part: 'evidence', body: offer.evidence });
}

/** Makes an offer, unless one stands or was accepted. */
export const offer = defineChange({
  name: 'offer',
  given: z.object({
    ...ofVersion,
    amount,
    market_value: marketValue,
    basis,
    conditions: text.nullable(),
    valid_until: validUntil,
    funds,
    ...nextStep,
    shows_market_value: optional(z.boolean()),
  }),
  async work(work, given) {
    const { db, current } = work;
    const latest = await readLatestOffer(db, current.lead_id);
    const isOpen = stands(latest) || latest?.status === 'accepted';
    refuseUnless(!isOpen, 'offer_id', 'An offer stands: change that one, with a reason.');
    await writeOffer(work, {
      ...given,
      number: (latest?.number ?? 0) + 1,
      replaces: null,
      status: 'made',
      reason_code: null,
      shows_market_value: given.shows_market_value ?? true,
      evidence: null,
    });
    if (current.stage !== 'offer_made') await move(work, 'offer_made');
    await planNext(work, given);
    await saveCase(db, current);
  },
});

/** Whose decision it is, and for which reasons. */
const REASONS = {
  changed: Object.keys(FIRMS_REASONS),
  withdrawn: Object.keys(FIRMS_REASONS),
  accepted: ['seller_accepted'],
  declined: ['seller_declined'],
};
const STATUS_RULE = 'An offer is changed, accepted once, declined or withdrawn.';
const REASON_RULE = 'Choose the reason.';

/** Records that the seller accepts or declines an offer, or that the firm changes or withdraws it. */
export const changeOffer = defineChange({
  name: 'change_offer',
  given: z.object({
    ...ofVersion,
    offer_id: uuid,
    status: code(OFFER_STATUSES, STATUS_RULE).exclude(['made'], STATUS_RULE),
    amount: optional(amount),
    market_value: optional(marketValue),
    basis: optional(basis),
    conditions: optional(text),
    valid_until: optional(validUntil),
    funds: optional(funds),
    reason_code: code(CHANGE_REASONS, REASON_RULE),
    evidence: optional(text),
    ...nextStep,
    shows_market_value: optional(z.boolean()),
  }),
  async work(work, given) {
    const { db, current } = work;
    const { status, reason_code, evidence } = given;
    const latest = await readLatestOffer(db, current.lead_id);
    refuseUnless(
      latest?.id === given.offer_id && ['made', 'changed', 'accepted'].includes(latest.status),
      'offer_id',
      'Only the latest offer can be changed, and only while it is neither declined nor withdrawn.',
    );
    refuseUnless(status !== 'accepted' || latest.status !== 'accepted', 'status', STATUS_RULE);
    refuseUnless(REASONS[status].includes(reason_code), 'reason_code', REASON_RULE);
    refuseUnless(
      (status !== 'changed' && status !== 'withdrawn') || /\S/.test(evidence ?? ''),
      'evidence',
      'Say what shows it: whoever changes an offer has to be able to prove why.',
    );
    const terms = {
      amount: given.amount ?? latest.amount,
      market_value: given.market_value ?? latest.market_value,
      basis: given.basis ?? latest.basis,
      funds: given.funds ?? latest.funds,
      valid_until: given.valid_until ?? latest.valid_until,
    };
    refuseUnless(
      status === 'changed' ||
        Object.entries(terms).every(([term, value]) => latest[term as keyof typeof terms] === value),
      'status',
      'What is accepted, declined or withdrawn stays as it was.',
    );
    await writeOffer(work, {
      ...terms,
      number: latest.number + 1,
      replaces: latest.id,
      status,
      reason_code,
      shows_market_value: given.shows_market_value ?? latest.shows_market_value,
      conditions: given.conditions ?? latest.conditions,
      evidence,
    });
    if (status === 'accepted' && isBefore(current.stage, 'accepted')) await move(work, 'accepted');
    if (status !== 'accepted' && current.stage === 'accepted') await move(work, 'offer_made');
    // The change is the firm's response to what the seller has asked or answered.
    current.asked_at = null;
    await planNext(work, given);
    await saveCase(db, current);
  },
});
