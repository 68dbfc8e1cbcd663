/** Which cases each list of the desk has, and in which order. */
import type { View } from '../database/codes.ts';
import { sql, type Sql } from '../database/statement.ts';

const OPEN = sql`not is_suspect and stage <> 'closed'`;

/**
 * Cases with a complaint that nobody has answered, closed or not. One that staff have closed as spam is left out, so that
 * a program cannot fill the list.
 */
export const COMPLAINING = sql`complaint_due is not null and close_reason is distinct from 'spam'`;

const CALM = sql`(complaint_due is null or close_reason = 'spam')`;

/** Cases that wait for a first call. */
export const WAITING = sql`${CALM} and ${OPEN} and coalesce(first_contact_at, tried_at) is null`;

const DUE_AT = sql`least(next_at, asked_at, question_at)`;

/**
 * Cases whose next action is due or whose seller has asked something. A case whose seller has asked something is in the
 * list even if it is closed.
 */
export const FOLLOWING = sql`
  ${CALM} and not is_suspect
  and case stage when 'closed' then coalesce(asked_at, question_at) else coalesce(first_contact_at, tried_at) end is not null
  and ${DUE_AT} <= now()`;

export const SUSPECT = sql`is_suspect and stage <> 'closed'`;

export const ofAssignee = (staffId: string) => sql`assignee = ${staffId} and stage <> 'closed'`;

/** `keys` are times. A list is sorted by its keys and then by `lead_id`, all in this direction. */
export type List = { where: Sql; keys: readonly Sql[]; direction: 'asc' | 'desc' };

const byArrival = (where: Sql): List => ({ where, keys: [sql`received_at`], direction: 'desc' });
const byChange = (where: Sql): List => ({ where, keys: [sql`changed_at`], direction: 'desc' });

/**
 * A view is one list, except `now`, which is three lists one after the other: complaints that wait for an answer, by its
 * last day; leads that wait for a first call, by their deadline; then leads whose next action is due or whose seller has asked something, by the earlier of these two times.
 * Leads with the same deadline or time are sorted by when they came in. Suspect leads are in `suspect`, `all`, `mine` and
 * `closed` only.
 */
export function listsOf(view: View, staffId: string): List[] {
  switch (view) {
    case 'now':
      return [
        { where: COMPLAINING, keys: [sql`complaint_due::timestamp at time zone 'UTC'`], direction: 'asc' },
        { where: WAITING, keys: [sql`promised_by`, sql`received_at`], direction: 'asc' },
        { where: FOLLOWING, keys: [DUE_AT, sql`received_at`], direction: 'asc' },
      ];
    case 'all':
      return [byArrival(sql`true`)];
    case 'suspect':
      return [byArrival(SUSPECT)];
    case 'mine':
      return [byChange(ofAssignee(staffId))];
    case 'open':
      return [byChange(OPEN)];
    case 'unplanned':
      return [byChange(sql`${OPEN} and first_contact_at is not null and next_action is null`)];
    default:
      return [byChange(sql`stage = ${view} and (not is_suspect or stage = 'closed')`)];
  }
}
