/** How much of the seller's page one IP address, one mailbox and one enquiry may use. All servers count together. */
import * as z from 'zod';
import { firstRowOf, sql, type Db } from '../database/statement.ts';
import { RANGE_FACTORS } from '../http/call-limit.ts';
import { ipRangesOf } from '../http/client-ip.ts';
import { countCall } from './count-calls.ts';
import { Refused } from '../refused.ts';
import type { EventKind } from '../cases/codes.ts';

/** The most calls for any network, because the row of a network has the time of each call. */
const MOST_CALLS = 1000;

const waitSchema = z.object({ wait: z.int() });

type CallerLimit = {
  what: 'seller' | 'new link';
  /** How many for one sender. */
  most: number;
  seconds: number;
};

/**
 * Counts one more call of the networks of an IP address: an IPv4 address or an IPv6 /64 as one sender, a /48 ten times as
 * much, a /32 a hundred times. A call without an address is not counted.
 *
 * @throws {Refused} 429 above a limit; the transaction's end then undoes the counting
 */
export async function limitCaller(
  db: Db,
  ip: string | undefined,
  { what, most, seconds }: CallerLimit,
): Promise<void> {
  if (ip === undefined) return;
  for (const [index, range] of ipRangesOf(ip).entries()) {
    const limit = Math.min(most * (RANGE_FACTORS[index] ?? 1), MOST_CALLS);
    const wait = await countCall(db, `${what} ${range}`, limit, seconds);
    if (wait !== undefined) {
      const message = 'Too many calls from one address in a short time.';
      throw new Refused(429, 'Please try again later.', message, wait);
    }
  }
}

/** How many events of a kind the case of an enquiry may have in a period. */
export type EventLimit = { kind: EventKind; most: number; seconds: number };

/**
 * @param caseId the case that the firm works on, which has the events of all leads that were merged into it
 * @throws {Refused} 429 if the case has had as many of these events as a period allows
 */
export async function limitEvents(
  db: Db,
  caseId: string,
  { kind, most, seconds }: EventLimit,
): Promise<void> {
  const refused = await firstRowOf(
    db,
    waitSchema,
    sql`
      select greatest(1, ceil(extract(epoch from at - clock_timestamp()) + ${seconds}))::int as wait
      from desk.events
      where lead_id = ${caseId} and kind = ${kind} and at > clock_timestamp() - make_interval(secs => ${seconds})
      order by id desc
      offset ${most - 1}
      limit 1`,
  );
  if (refused) {
    const message = 'This is more than we can take in a short time. Please wait, or ring us.';
    throw new Refused(429, '', message, refused.wait);
  }
}
