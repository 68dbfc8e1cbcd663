import * as z from 'zod';
import { beginRequest, lockCase, saveCase } from '../cases/change.ts';
import { londonDay } from '../cases/days.ts';
import { execute, exists, rowOf, sql, type Db } from '../database/statement.ts';
import { Refused } from '../refused.ts';
import { recordFor } from './change.ts';
import type { Opened } from './keys.ts';

const heldSchema = z.object({ until: z.string().nullable(), is_bought: z.boolean().nullable() });

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** @throws {Refused} 423 while staff have put the lead, or the one that it was merged into, on hold */
async function refuseHeld(db: Db, { leadId, caseId }: Opened): Promise<void> {
  const { until, is_bought } = await rowOf(
    db,
    heldSchema,
    sql`
      select max(hold_until) as until, bool_or(reached = 'settled') as is_bought
      from desk.cases
      where lead_id = any (${[leadId, caseId]}::uuid[]) and hold_until >= ${londonDay(0)}`,
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
 * it was merged into stays, with a record for the staff, because it may be of somebody else.
 *
 * @returns the id of the erased lead; null if this request was carried out before
 */
export async function eraseEnquiry(db: Db, opened: Opened, id: string): Promise<string | null> {
  const { leadId, caseId } = opened;
  // The request belongs to no lead: it would be deleted with the lead.
  const request = { id, name: 'seller.erase', leadId: null, caller: null, given: [leadId] };
  if (!(await beginRequest(db, request))) return null;
  await refuseHeld(db, opened);
  if (leadId !== caseId) {
    const current = await lockCase(db, caseId);
    current.asked_at ??= current.now;
    await saveCase(db, current);
    await recordFor(db, opened)('seller_erased');
  }
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
