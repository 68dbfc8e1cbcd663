import * as z from 'zod';
import { beginRequest } from '../cases/change.ts';
import { londonDay } from '../cases/days.ts';
import { execute, exists, rowOf, sql, type Db } from '../database/statement.ts';
import { Refused } from '../refused.ts';
import type { Opened } from './keys.ts';

const heldSchema = z.object({ until: z.string().nullable(), is_bought: z.boolean().nullable() });

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** @throws {Refused} 423 while staff have put the lead on hold */
async function refuseHeld(db: Db, leadId: string): Promise<void> {
  const { until, is_bought } = await rowOf(
    db,
    heldSchema,
    sql`
      select max(hold_until) as until, bool_or(reached = 'settled') as is_bought
      from desk.cases
      where lead_id = ${leadId} and hold_until >= ${londonDay(0)}`,
  );
  if (until === null) return;
  const reason = is_bought
    ? 'we bought the house and must keep our records of it for six years.'
    : 'something about it is not settled yet. Please ring or write to us: we will tell you what it is.';
  const day = DAY.format(new Date(until));
  throw new Refused(423, 'held', `We have to keep this until ${day}, because ${reason}`, until);
}

/**
 * Erases the seller's lead, as the desk does: with everything that anybody has typed about it, and its keys. A lead that
 * it was merged into stays, because it may be of somebody else, and staff are told.
 *
 * @returns the id of the erased lead; null if this request was carried out before
 */
export async function eraseEnquiry(db: Db, { leadId }: Opened, id: string): Promise<string | null> {
  // The request belongs to no lead: it would be deleted with the lead.
  const request = { id, name: 'seller.erase', leadId: null, caller: null, given: [leadId] };
  if (!(await beginRequest(db, request))) return null;
  await refuseHeld(db, leadId);
  await execute(db, sql`select desk.erase_leads(array[${leadId}::uuid], 'seller_asked', null, ${id})`);
  return leadId;
}

/** Whether a request has erased a lead. The lead's key was deleted with it, so a repeated request has only its id. */
export const wasErasedBy = (db: Db, requestId: string): Promise<boolean> =>
  exists(
    db,
    sql`
      select from desk.events
      where request_id = ${requestId} and kind = 'erased' and facts ->> 'reason_code' = 'seller_asked'`,
  );
