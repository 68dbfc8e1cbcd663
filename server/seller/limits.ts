/** How much one IP address and one lead may ask for. All servers count together, in the database. */
import * as z from 'zod';
import type { EventKind } from '../database/codes.ts';
import { firstRowOf, sql, type Db } from '../database/statement.ts';
import { RANGE_FACTORS } from '../http/call-limit.ts';
import { ipRangesOf } from '../http/client-ip.ts';
import { Refused } from '../refused.ts';
import { countMails } from './count-mails.ts';

export const DAY_SECONDS = 86_400;

const waitSchema = z.object({ wait: z.int() });

/** What each IP address may ask for in an hour. */
const MOST_AN_HOUR = { 'new link': 3, upload: 120 };

/**
 * Counts one more wish of a kind for each network of an IP address. A wish whose address is unknown is not counted.
 *
 * @throws {Refused} 429 above the limit; the end of the transaction then undoes the counting
 */
export async function limitPerHour(
  db: Db,
  kind: keyof typeof MOST_AN_HOUR,
  ip: string | undefined,
): Promise<void> {
  const ranges = ip === undefined ? [] : ipRangesOf(ip);
  if (ranges.length === 0) return;
  const limits = ranges.map((range, index) => ({
    who: `${kind} ${range}`,
    most: MOST_AN_HOUR[kind] * (RANGE_FACTORS[index] ?? 1),
  }));
  const wait = await countMails(db, limits, 3600);
  if (wait === undefined) return;
  const message = 'Too many calls from one address in a short time.';
  throw new Refused(429, '', message, wait);
}

/** How many events of a kind a lead may have in a period: of those that came by mail, or of those from its page. */
export type EventLimit = { kind: EventKind; by?: 'mail'; most: number; seconds: number };

/**
 * Counts the events of a lead. A merge changes nothing about that: the lead keeps its count, and adds nothing to that of the
 * other lead.
 *
 * @returns the seconds until it may have another one; undefined if it may now
 */
export async function secondsToWait(db: Db, leadId: string, { kind, by, most, seconds }: EventLimit) {
  const refused = await firstRowOf(
    db,
    waitSchema,
    sql`
      select greatest(1, ceil(extract(epoch from at - clock_timestamp()) + ${seconds}))::int as wait
      from desk.events
      where lead_id = ${leadId} and kind = ${kind} and facts ->> 'by' is not distinct from ${by ?? null}
        and at > clock_timestamp() - make_interval(secs => ${seconds})
      order by id desc
      offset ${most - 1}
      limit 1`,
  );
  return refused?.wait;
}
