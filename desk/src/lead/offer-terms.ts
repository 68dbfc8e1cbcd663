import type { Terms } from '../api/calls.ts';
import type { Basis, Funds, Offer } from '../api/types.ts';
import { londonDate } from '../lib/london.ts';
import { parsePounds } from '../lib/money.ts';

/** Whether staff can still change an offer. This is possible after its last day too, and after the seller accepted. */
export const isOpen = ({ status }: Offer): boolean => status !== 'declined' && status !== 'withdrawn';

/** Whether the seller has neither accepted nor declined an offer, and the firm has not withdrawn it. */
export const isUndecided = ({ status }: Offer): boolean => status === 'made' || status === 'changed';

/** Whether an offer's last day has passed without a decision by the seller. @param today such as 2026-11-27 */
export const hasExpired = (offer: Offer, today: string): boolean =>
  isUndecided(offer) && offer.valid_until < today;

/** Whether the seller can accept an offer today, if it is the newest. */
export const offerStands = (offer: Offer, today: string): boolean =>
  isUndecided(offer) && offer.valid_until >= today;

/** The terms of an offer as typed. */
export type TermValues = {
  amount: string;
  market_value: string;
  basis: string;
  funds: string;
  conditions: string;
  valid_until: string;
  /** 'yes' or empty: whether the seller sees the market value. */
  shows_market_value: string;
};

type TermErrors = Partial<Record<keyof TermValues, string>>;

type Read = { ok: true; terms: Terms } | { ok: false; errors: TermErrors };

/** Parses the terms of an offer, or says what is wrong with each field. */
export function readTerms(values: TermValues, nowMs: number): Read {
  const amount = parsePounds(values.amount);
  const marketValue = parsePounds(values.market_value);
  const errors: TermErrors = {};
  if (amount === undefined) errors.amount = 'Write the offer in whole pounds, like 148,000.';
  if (marketValue === undefined)
    errors.market_value = 'Write the market value in whole pounds, like 185,000.';
  if (values.basis === '') errors.basis = 'Choose what the market value is based on.';
  if (values.funds === '') errors.funds = 'Choose whose money it is.';
  if (values.valid_until === '') errors.valid_until = 'Choose the last day of the offer.';
  else if (values.valid_until < londonDate(nowMs)) errors.valid_until = 'That day has passed.';
  if (amount === undefined || marketValue === undefined || Object.keys(errors).length > 0) {
    return { ok: false, errors };
  }
  return {
    ok: true,
    terms: {
      amount,
      market_value: marketValue,
      basis: values.basis as Basis,
      funds: values.funds as Funds,
      conditions: values.conditions.trim() || null,
      valid_until: values.valid_until,
      shows_market_value: values.shows_market_value === 'yes',
    },
  };
}
