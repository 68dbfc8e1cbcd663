import * as z from 'zod';
import { BASES, CHANGE_REASONS, FUNDS, OFFER_STATUSES } from '../database/codes.ts';
import { rowsOf, sql, type Db } from '../database/statement.ts';
import { code } from '../http/json.ts';
import { personOf, personSchema, time } from './cards.ts';
import { londonDay } from './days.ts';
import { offerDetails } from './offer-details.ts';

/** The details of an offer, as its event's text has them. */
export const details = z.preprocess(
  (body) => JSON.parse(typeof body === 'string' ? body : '{}') as unknown,
  offerDetails,
);

const offerSchema = z.object({
  id: z.string(),
  /** The offers of each lead are numbered from 1. */
  number: z.int(),
  replaces: z.string().nullable(),
  amount: z.int(),
  market_value: z.int(),
  /** The firm's fee and margin: what the lines of the details leave of the difference. */
  margin: z.int(),
  basis: code(BASES, 'There is no such basis.'),
  conditions: z.string().nullable(),
  /** A day: 2026-12-20. */
  valid_until: z.string(),
  funds: code(FUNDS, 'There are no such funds.'),
  details,
  status: code(OFFER_STATUSES, 'There is no such status.'),
  reason_code: code(CHANGE_REASONS, 'There is no such reason.').nullable(),
  /** Which open point of the replaced offer a change is about, from 0; null if it was not on that list. */
  open_point: z.int().nullable(),
  evidence: z.string().nullable(),
  /** What each line cost in the end, in pounds, as last recorded; null: not known yet. */
  actual_costs: z.array(z.int().nullable()).nullable(),
  by: personSchema,
  at: time,
});

export type Offer = z.infer<typeof offerSchema>;

/** How much less than the market value the firm offers, in pounds and in per cent with one decimal. */
export function discountOf({ amount, market_value }: { amount: number; market_value: number }) {
  const discount = market_value - amount;
  return { discount, discount_percent: Math.round((1000 * discount) / market_value) / 10 };
}

/** Whether the seller can accept the offer today. Only the latest offer of a lead can stand. */
export const stands = (offer: Offer | undefined): boolean =>
  offer !== undefined &&
  (offer.status === 'made' || offer.status === 'changed') &&
  offer.valid_until >= londonDay(0);

/** The lead's offers, the newest first. */
export async function readOffers(db: Db, leadId: string) {
  const typed = (part: string) => sql`(
    select body from desk.texts where event_id = offers.event_id and part = ${part}
  )`;
  const offers = await rowsOf(
    db,
    offerSchema,
    sql`
      select offers.id, number, replaces, amount, market_value, margin, basis, ${typed('conditions')} as conditions,
        valid_until, funds, ${typed('details')} as details, status, reason_code, open_point,
        ${typed('evidence')} as evidence,
        (
          select to_jsonb(amounts) from desk.actual_costs where offer_id = offers.id order by event_id desc limit 1
        ) as actual_costs,
        ${personOf(sql`events.actor`)} as by, events.at
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
