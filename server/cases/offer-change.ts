import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { CHANGE_REASONS, FIRMS_REASONS, isBefore, OFFER_STATUSES } from '../database/codes.ts';
import { allOf } from '../database/statement.ts';
import { code, optional, text, uuid } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { defineChange, ofVersion, saveCase } from './change.ts';
import { endWait, nextStep, planNext } from './next-step.ts';
import { offerDetails } from './offer-details.ts';
import { terms, writeOffer } from './offer-terms.ts';
import { readLatestOffer } from './offers.ts';
import { move } from './stage.ts';

/** The reasons for each status. The firm changes or withdraws an offer, and the seller accepts or declines it. */
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
    amount: optional(terms.amount),
    market_value: optional(terms.market_value),
    basis: optional(terms.basis),
    conditions: optional(text),
    valid_until: optional(terms.valid_until),
    funds: optional(terms.funds),
    reason_code: code(CHANGE_REASONS, REASON_RULE),
    evidence: optional(text),
    ...nextStep,
    details: optional(offerDetails),
    /** Which open point of the offer this is about, from 0; null if it was not on that list. */
    open_point: optional(z.int()),
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
      'Give the evidence: a report and its date, for example.',
    );
    const kept = {
      amount: given.amount ?? latest.amount,
      market_value: given.market_value ?? latest.market_value,
      basis: given.basis ?? latest.basis,
      funds: given.funds ?? latest.funds,
      valid_until: given.valid_until ?? latest.valid_until,
      details: given.details ?? latest.details,
    };
    refuseUnless(
      status === 'changed' ||
        Object.entries(kept).every(([term, value]) =>
          isDeepStrictEqual(latest[term as keyof typeof kept], value),
        ),
      'status',
      'The terms of an offer cannot change when it is accepted, declined or withdrawn.',
    );
    refuseUnless(
      given.open_point === null || latest.details.open_points[given.open_point] !== undefined,
      'open_point',
      'The offer has no such open point.',
    );
    await writeOffer(work, {
      ...kept,
      number: latest.number + 1,
      replaces: latest.id,
      status,
      reason_code,
      open_point: given.open_point,
      conditions: given.conditions ?? latest.conditions,
      evidence,
    });
    if (status === 'accepted' && isBefore(current.stage, 'accepted')) await move(work, 'accepted');
    if (status !== 'accepted' && current.stage === 'accepted') await move(work, 'offer_made');
    // The change is the firm's response to what the seller has answered.
    current.asked_at = null;
    if (status !== 'changed') endWait(current);
    await allOf([planNext(work, given), saveCase(db, current)]);
  },
});
