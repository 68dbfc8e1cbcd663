import * as z from 'zod';
import { rowsOf, sql, type Db } from '../database/statement.ts';
import { code } from '../http/json.ts';
import { personSchema, time } from './cards.ts';
import { BASES, CHANGE_REASONS, FUNDS, OFFER_STATUSES } from './codes.ts';

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

/** How much less than the market value the firm offers, in pounds and in per cent with one decimal. */
export const discountOf = ({ amount, market_value }: { amount: number; market_value: number }) => ({
  discount: market_value - amount,
  discount_percent: Math.round((1000 * (market_value - amount)) / market_value) / 10,
});

/** The lead's offers, the newest first. */
export async function readOffers(db: Db, leadId: string) {
  const offers = await rowsOf(
    db,
    offerSchema,
    sql`
      select offers.id, number, replaces, amount, market_value, shows_market_value, basis,
        (select body from desk_private.texts where event_id = offers.event_id and part = 'conditions') as conditions,
        valid_until, funds, status, reason_code,
        (select body from desk_private.texts where event_id = offers.event_id and part = 'evidence') as evidence,
        (
          select jsonb_build_object('id', user_id, 'name', name) from desk_private.staff where user_id = events.actor
        ) as by,
        events.at
      from desk_private.offers join desk_private.events on events.id = offers.event_id
      where offers.lead_id = ${leadId}
      order by number desc`,
  );
  return offers.map((offer) => ({ ...offer, ...discountOf(offer) }));
}
