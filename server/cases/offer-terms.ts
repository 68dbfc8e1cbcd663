import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { BASES, FUNDS } from '../database/codes.ts';
import { execute, sql } from '../database/statement.ts';
import { code } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import type { Work } from './change.ts';
import { londonDay } from './days.ts';
import { pounds } from './offer-details.ts';
import { discountOf, type Offer } from './offers.ts';

const DAY_RULE = 'Choose the last day of the offer, within a year.';

/** What the firm offers. */
export const terms = {
  amount: pounds('Give the amount in whole pounds.'),
  market_value: pounds('Give the market value that it is based on, in whole pounds.'),
  basis: code(BASES, 'Choose what the value is based on.'),
  valid_until: z.iso.date(DAY_RULE),
  funds: code(FUNDS, 'Choose whose money it is.'),
};

/** What the lines leave of the difference between the market value and the offer. */
function marginOf({
  amount,
  market_value,
  details,
}: Pick<Offer, 'amount' | 'market_value' | 'details'>): number {
  refuseUnless(
    amount <= market_value,
    'amount',
    'The offer is more than the market value. Correct one of them.',
  );
  const lines = details.lines.reduce((sum, line) => sum + line.amount, 0);
  const margin = market_value - amount - lines;
  refuseUnless(
    margin >= 0,
    'lines',
    `The lines come to £${-margin} more than the difference between the value and the offer.`,
  );
  return margin;
}

type NewOffer = Omit<Offer, 'id' | 'by' | 'at' | 'margin' | 'actual_costs'>;

/** The rules for an offer that the seller can accept. */
function checkTerms({ valid_until, basis, details }: NewOffer): void {
  const today = londonDay(0);
  refuseUnless(valid_until >= today && valid_until <= londonDay(366), 'valid_until', DAY_RULE);
  refuseUnless(
    basis !== 'comparables' || details.sales.length > 0,
    'sales',
    'Name at least one sale, or say that the value is your own view.',
  );
  refuseUnless(
    details.solicitor_cap !== null,
    'solicitor_cap',
    'Give the most that we pay for their solicitor: the site says that the offer states it.',
  );
  refuseUnless(
    details.outlays.length > 0,
    'outlays',
    'Name at least one outlay, such as searches, and who pays it: the site says that the offer states it.',
  );
  refuseUnless(
    /\S/.test(details.if_ends ?? ''),
    'if_ends',
    'Say what each side bears if either withdraws: the site says that the offer states it.',
  );
  const papers = [details.report?.day, details.funds_proved_on, ...details.sales.map(({ month }) => month)];
  refuseUnless(
    papers.every((day) => !day || day <= today),
    'details',
    'A sale, a report or a proof of funds is dated in the future. Correct the date.',
  );
  refuseUnless(
    details.nothing_open === (details.open_points.length === 0),
    'open_points',
    'Name what may still lower the price, or say that nothing that you know of does.',
  );
  refuseUnless(
    details.open_points.every(({ until }) => until >= today && until <= valid_until),
    'open_points',
    'An open point ends between today and the last day of the offer.',
  );
}

/** Writes an offer's row, its event, and its texts. */
export async function writeOffer(
  { db, current: { lead_id: leadId, duplicate_of }, record }: Work,
  offer: NewOffer,
): Promise<void> {
  const { replaces, status, reason_code, amount, market_value, basis, funds, valid_until, details } = offer;
  // An offer that has expired may still be accepted, declined or withdrawn.
  if (status === 'made' || status === 'changed') {
    refuseUnless(
      duplicate_of === null,
      'offer_id',
      'This lead was merged into another: make the offer there.',
    );
    checkTerms(offer);
  }
  const margin = marginOf(offer);
  const id = randomUUID();
  const eventId = await record(
    replaces === null ? 'offered' : 'offer_changed',
    {
      offer_id: id,
      ...(replaces !== null && { replaces, reason_code }),
      status,
      amount,
      market_value,
      ...discountOf(offer),
      basis,
      funds,
      valid_until,
    },
    { conditions: offer.conditions, evidence: offer.evidence, details: JSON.stringify(details) },
  );
  const lines = details.lines.map((line) => line.amount);
  const openUntil = details.open_points.map(({ until }) => until);
  await execute(
    db,
    sql`
      insert into desk.offers (id, lead_id, number, replaces, event_id, amount, market_value, lines, margin, basis,
        funds, valid_until, open_until, nothing_open, status, reason_code, open_point)
      values (${id}, ${leadId}, ${offer.number}, ${replaces}, ${eventId}, ${amount}, ${market_value}, ${lines}, ${margin},
        ${basis}, ${funds}, ${valid_until}, ${openUntil}, ${details.nothing_open}, ${status}, ${reason_code}, ${offer.open_point})`,
  );
}
