import * as z from 'zod';
import { BASES, CHANGE_REASONS, FUNDS, OFFER_STATUSES } from '../database/codes.ts';
import { rowsOf, sql, type Db } from '../database/statement.ts';
import { code } from '../http/json.ts';
import { personOf, personSchema, time } from './cards.ts';
import { londonDay } from './days.ts';

const offerSchema = z.object({
  id: z.string(),
  /** The offers of each lead are numbered from 1. */
  number: z.int(),
  replaces: z.string().nullable(),
  amount: z.int(),
  market_value: z.int(),
  /** Whether the seller sees the market value. */
  shows_market_value: z.boolean(),
  basis: code(BASES, 'There is no such basis.'),
  conditions: z.string().nullable(),
  /** A day: 2026-12-20. */
  valid_until: z.string(),
  funds: code(FUNDS, 'There are no such funds.'),
  status: code(OFFER_STATUSES, 'There is no such status.'),
  reason_code: code(CHANGE_REASONS, 'There is no such reason.').nullable(),
  evidence: z.string().nullable(),
  by: personSchema,
  at: time,
});

export type Offer = z.infer<typeof offerSchema>;

/**
 * How much less than the market value the firm offers, in pounds and in per cent with one decimal. Negative if it offers
 * more; a half is rounded away from 0.
 */
export function discountOf({ amount, market_value }: { amount: number; market_value: number }) {
  const discount = market_value - amount;
  const tenths = Math.round((1000 * Math.abs(discount)) / market_value);
  return { discount, discount_percent: (Math.sign(discount) * tenths) / 10 };
}

/** Whether the seller can accept the offer today. Only the latest offer of a lead can stand. */
export const stands = (offer: Offer | undefined): boolean =>
  offer !== undefined &&
  (offer.status === 'made' || offer.status === 'changed') &&
  offer.valid_until >= londonDay(0);

/** The lead's offers, the newest first. */
export async function readOffers(db: Db, leadId: string) {
  const offers = await rowsOf(
    db,
    offerSchema,
    sql`
      select offers.id, number, replaces, amount, market_value, shows_market_value, basis,
        (select body from desk.texts where event_id = offers.event_id and part = 'conditions') as conditions,
        valid_until, funds, status, reason_code,
        (select body from desk.texts where event_id = offers.event_id and part = 'evidence') as evidence,
        ${personOf(sql`events.actor`)} as by,
        events.at
      from desk.offers join desk.events on events.id = offers.event_id
      where offers.lead_id = ${leadId}
      order by number desc`,
  );
  return offers.map((offer) => ({ ...offer, ...discountOf(offer) }));
}

/** The lead's latest offer; undefined if it has none. */
export async function readLatestOffer(db: Db, leadId: string): Promise<Offer | undefined> {
  const [latest] = await readOffers(db, leadId);
  return latest;
}
