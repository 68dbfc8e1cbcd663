/** How much of the seller's page one IP address and one lead may use. All servers count together, in the database. */
import * as z from 'zod';
import type { EventKind } from '../database/codes.ts';
import { firstRowOf, sql, type Db } from '../database/statement.ts';
import { RANGE_FACTORS } from '../http/call-limit.ts';
import { ipRangesOf } from '../http/client-ip.ts';
import { Refused } from '../refused.ts';
import { countCalls } from './count-calls.ts';

export const DAY_SECONDS = 86_400;

const waitSchema = z.object({ wait: z.int() });

/** The most calls for any network, because the row of a network has the time of each call. */
const MOST_CALLS = 1000;

/** @param most how many for one sender */
type CallerLimit = { what: 'seller' | 'new link'; most: number; seconds: number };

/**
 * Counts one more call of each network of an IP address. A call without an address is not counted.
 *
 * @throws {Refused} 429 above a limit; the end of the transaction then undoes the counting
 */
export async function limitCaller(db: Db, ip: string | undefined, { what, most, seconds }: CallerLimit) {
  const ranges = ip === undefined ? [] : ipRangesOf(ip);
  if (ranges.length === 0) return;
  const limits = ranges.map((range, index) => ({
    who: `${what} ${range}`,
    most: Math.min(most * (RANGE_FACTORS[index] ?? 1), MOST_CALLS),
  }));
  const wait = await countCalls(db, limits, seconds);
  if (wait === undefined) return;
  const message = 'Too many calls from one address in a short time.';
  throw new Refused(429, '', message, wait);
}

/** How many events of a kind a lead may have in a period. */
export type EventLimit = { kind: EventKind; most: number; seconds: number };

/**
 * Counts the events of a lead. A merge changes nothing about that: the lead keeps its count, and adds nothing to that of the
 * other lead.
 *
 * @returns the seconds until it may have another one; undefined if it may now
 */
export async function secondsToWait(db: Db, leadId: string, { kind, most, seconds }: EventLimit) {
  const refused = await firstRowOf(
    db,
    waitSchema,
    sql`
      select greatest(1, ceil(extract(epoch from at - clock_timestamp()) + ${seconds}))::int as wait
      from desk.events
      where lead_id = ${leadId} and kind = ${kind} and at > clock_timestamp() - make_interval(secs => ${seconds})
      order by id desc
      offset ${most - 1}
      limit 1`,
  );
  return refused?.wait;
}
