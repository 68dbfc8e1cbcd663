import { readOffers } from '../cases/offers.ts';
import type { Db } from '../database/statement.ts';

/** What the seller sees of the case's offers, the newest first. */
export async function readShownOffers(db: Db, caseId: string, today: string) {
  const offers = await readOffers(db, caseId);
  return offers.map((offer, index) => ({
    id: offer.id,
    number: offer.number,
    at: offer.at,
    amount: offer.amount,
    /** Null if the seller does not see it. */
    market_value: offer.shows_market_value ? offer.market_value : null,
    basis: offer.basis,
    conditions: offer.conditions,
    funds: offer.funds,
    valid_until: offer.valid_until,
    status: offer.status,
    reason_code: offer.reason_code,
    /** Whether the seller can accept it today: it is the latest row, open, and its last day has not passed. */
    stands:
      index === 0 && (offer.status === 'made' || offer.status === 'changed') && offer.valid_until >= today,
  }));
}

export type ShownOffer = Awaited<ReturnType<typeof readShownOffers>>[number];
