import * as z from 'zod';
import { ERASE_REASONS } from '../database/codes.ts';
import { idsOf, rowOf, sql, type Db } from '../database/statement.ts';
import { code, uuid } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { defineCall } from './call.ts';
import { beginRequest } from './change.ts';
import { requireOwner } from './members.ts';
import { findLeadsOf, personKey, requireWhole } from './people.ts';

const NOT_THEIRS =
  'At least one of these leads is not of this person, or is no longer there: look the person up again.';

const given = z.object({
  key: personKey,
  lead_ids: z.array(uuid, NOT_THEIRS),
  reason: code(ERASE_REASONS, 'Choose the reason.'),
  request_id: uuid,
});
type Given = z.output<typeof given>;

async function eraseLeads(
  db: Db,
  by: string,
  { key, lead_ids, reason, request_id }: Given,
): Promise<string[]> {
  requireWhole(key);
  const theirs = new Set(await findLeadsOf(db, key));
  refuseUnless(lead_ids.length > 0 && lead_ids.every((id) => theirs.has(id)), 'lead_ids', NOT_THEIRS);
  const { erased } = await rowOf(
    db,
    z.object({ erased: z.array(z.string()) }),
    sql`select desk.erase_leads(${lead_ids}::uuid[], ${reason}, ${by}, ${request_id}) as erased`,
  );
  return erased;
}

/** @returns the ids of those of the leads that a request has erased before */
const readErased = (db: Db, { lead_ids, request_id }: Given) =>
  idsOf(
    db,
    sql`
      select lead_id as id from desk.events
      where kind = 'erased' and lead_id = any (${lead_ids}::uuid[])
        and xact = (select xact from desk.events where request_id = ${request_id})
      order by lead_id`,
  );

/**
 * Erases leads of a person, for owners. The list may leave out some of the person's leads: the owner was shown these, and
 * others may have come since. If the same request comes again, the answer is the same.
 */
export const erase = defineCall({
  given,
  async work(db, me, given) {
    requireOwner(me);
    const { lead_ids, reason, request_id: id } = given;
    // The key is left out, because a stored hash of a telephone number could be traced back to the number. The ids of the
    // leads identify the request well enough.
    const request = { id, name: 'desk.erase', leadId: null, caller: me.id, given: [lead_ids, reason] };
    const erased = (await beginRequest(db, request))
      ? await eraseLeads(db, me.id, given)
      : await readErased(db, given);
    return { leads: erased.length, lead_ids: erased };
  },
});
