/**
 * What a seller reads about an offer. The seller's own page shows these words, and the desk (the staff's app) shows them
 * to staff before they save an offer or a change of it.
 */

import type { Basis, ChangeReason, Funds, OfferStatus } from '#server/database/codes.ts';
import { pounds } from './pounds.ts';

/** The parts of an offer that the words need. Amounts are whole pounds. */
export type ShownOffer = {
  amount: number;
  /** Null if the seller does not see the market value. */
  market_value: number | null;
  basis: Basis;
  status: OfferStatus;
  reason_code: ChangeReason | null;
};

const BASIS_WORDS: Record<Basis, string> = {
  home_report: 'the Home Report',
  comparables: 'recent sales of similar homes',
  surveyor: "our surveyor's report",
  own_view: 'our own judgement',
};

/** Where the money comes from. */
export const FUNDS_WORDS: Record<Funds, string> = {
  own: 'Our own cash.',
  network: 'A buyer in our network. The written offer names them.',
};

const REASON_WORDS: Record<ChangeReason, string> = {
  survey_finding: 'what the survey found',
  title: 'a question about the title to the home',
  information_wrong: 'something we had been told was wrong',
  market: 'prices have changed',
  ours: 'one of our own, which we will give you in writing',
  seller_accepted: 'you accepted it',
  seller_declined: 'you said no to it',
};

/** What the amount of an offer rests on, with the market value if the seller sees it. */
export function basisInWords({
  amount,
  market_value,
  basis,
}: Omit<ShownOffer, 'status' | 'reason_code'>): string {
  if (market_value === null) return `Based on ${BASIS_WORDS[basis]}.`;
  const value = `A market value of ${pounds(market_value)}, based on ${BASIS_WORDS[basis]}.`;
  const difference = market_value - amount;
  if (difference === 0) return `${value} Our offer is the full value.`;
  const percent = Math.round((Math.abs(difference) / market_value) * 1000) / 10;
  return `${value} We offer ${pounds(Math.abs(difference))} (${percent}%) ${difference > 0 ? 'less' : 'more'}.`;
}

/**
 * What happened to an offer, and why.
 *
 * @param former the previous row of the lead's offers; undefined for the first one
 */
export function changeInWords(
  { amount, status, reason_code }: Pick<ShownOffer, 'amount' | 'status' | 'reason_code'>,
  former: Pick<ShownOffer, 'amount'> | undefined,
): string {
  const reason = reason_code ? REASON_WORDS[reason_code] : undefined;
  switch (status) {
    case 'made':
      return former ? 'A new offer.' : 'Our first offer.';
    case 'accepted':
      return 'You accepted it in principle.';
    case 'declined':
      return 'You said no to it.';
    case 'withdrawn':
      return reason ? `We withdrew it. The reason: ${reason}.` : 'We withdrew it.';
    case 'changed': {
      const difference = former ? amount - former.amount : 0;
      const change =
        difference === 0
          ? 'The price is the same. Other terms have changed.'
          : `${pounds(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} than before.`;
      return reason ? `${change} The reason: ${reason}.` : change;
    }
  }
}
