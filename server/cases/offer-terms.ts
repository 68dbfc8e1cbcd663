import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { BASES, FUNDS } from '../database/codes.ts';
import { execute, sql } from '../database/statement.ts';
import { code } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import type { Work } from './change.ts';
import { londonDay } from './days.ts';
import { discountOf, type Offer } from './offers.ts';

const pounds = (message: string) => z.int(message).min(1, message).max(100_000_000, message);
const DAY_RULE = 'Choose the last day of the offer, within a year.';

/** What the firm offers. */
export const terms = {
  amount: pounds('Give the amount in whole pounds.'),
  market_value: pounds('Give the market value that it is based on, in whole pounds.'),
  basis: code(BASES, 'Choose what the value is based on.'),
  valid_until: z.iso.date(DAY_RULE),
  funds: code(FUNDS, 'Choose whose money it is.'),
};

/** Writes an offer's row, its event, and its texts. */
export async function writeOffer(
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
    { conditions: offer.conditions, evidence: offer.evidence },
  );
  await execute(
    db,
    sql`
      insert into desk.offers (id, lead_id, number, replaces, event_id, amount, market_value, basis, funds,
        valid_until, status, reason_code, shows_market_value)
      values (${id}, ${leadId}, ${offer.number}, ${replaces}, ${eventId}, ${amount}, ${market_value}, ${basis}, ${funds},
        ${valid_until}, ${status}, ${reason_code}, ${offer.shows_market_value})`,
  );
}
