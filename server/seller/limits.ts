/** How much of the seller's page one IP address and one case may use. All servers count together, in the database. */
import * as z from 'zod';
import type { EventKind } from '../cases/codes.ts';
import { firstRowOf, sql, type Db } from '../database/statement.ts';
import { RANGE_FACTORS } from '../http/call-limit.ts';
import { ipRangesOf } from '../http/client-ip.ts';
import { Refused } from '../refused.ts';

const waitSchema = z.object({ wait: z.int() });

/** @param most how many for one sender; null: as many as the operator allows in a minute (`private.lead_limits`) */
type CallerLimit = { what: 'seller' | 'new link'; most: number | null; seconds: number };

/**
 * Counts one more call of each network of an IP address. A call without an address is not counted.
 *
 * @throws {Refused} 429 above a limit; the end of the transaction then undoes the counting
 */
export async function limitCaller(db: Db, ip: string | undefined, { what, most, seconds }: CallerLimit) {
  const ranges = ip === undefined ? [] : ipRangesOf(ip);
  if (ranges.length === 0) return;
  const refused = await firstRowOf(
    db,
    waitSchema,
    sql`
      select wait
      from private.lead_limits
      cross join unnest(${ranges}::cidr[], ${RANGE_FACTORS.slice(0, ranges.length)}::int[]) as networks (range, factor)
      cross join lateral private.count_call(
        ${what} || ' ' || range::text,
        -- A thousand at most, because the row of a network has the time of each call.
        least(coalesce(${most}, page_calls_per_minute) * factor, 1000),
        make_interval(secs => ${seconds})
      ) as wait
      where page_calls_per_minute is not null and wait is not null`,
  );
  if (!refused) return;
  const message = 'Too many calls from one address in a short time.';
  throw new Refused(429, 'Please try again later.', message, refused.wait);
}

/** How many events of a kind a case may have in a period. */
export type EventLimit = { kind: EventKind; most: number; seconds: number };

/**
 * Counts the events of a case, which has those of all leads that were merged into it.
 *
 * @returns the seconds until it may have another one; undefined if it may now
 */
export async function secondsToWait(db: Db, caseId: string, { kind, most, seconds }: EventLimit) {
  const refused = await firstRowOf(
    db,
    waitSchema,
    sql`
      select greatest(1, ceil(extract(epoch from at - clock_timestamp()) + ${seconds}))::int as wait
      from desk_private.events
      where lead_id = ${caseId} and kind = ${kind} and at > clock_timestamp() - make_interval(secs => ${seconds})
      order by id desc
      offset ${most - 1}
      limit 1`,
  );
  return refused?.wait;
}
