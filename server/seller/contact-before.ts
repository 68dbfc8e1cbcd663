/** The contact details of a lead before they were changed. The event of each change keeps the values before it. */
import { sql, type Sql } from '../database/statement.ts';

/** The number or the address before an event; null if it was not changed since. */
export const contactBefore = (leadId: Sql, eventId: Sql, part: 'former_phone' | 'former_email') => sql`(
  select body from desk.texts
  where lead_id = ${leadId} and part = ${part} and event_id >= ${eventId}
  order by event_id limit 1
)`;

/** The number or the address as the seller first sent it; null if it was never changed. */
export const contactAsSent = (leadId: Sql, part: 'former_phone' | 'former_email') =>
  contactBefore(leadId, sql`0`, part);

/** Whether the event in `desk.events` has changed the number or the address. */
export const hasChanged = (part: 'former_phone' | 'former_email') => sql`
  exists (select from desk.texts where event_id = events.id and part = ${part})`;

const isFollowedBy = (leadId: Sql, eventId: Sql, condition: Sql) => sql`exists (
  select from desk.events as later
  where later.lead_id = ${leadId} and later.id > ${eventId} and (${condition})
)`;

/** Whether the details were put back after an event. */
export const isUndone = (leadId: Sql, eventId: Sql) =>
  isFollowedBy(leadId, eventId, sql`kind = 'contact_restored'`);

/**
 * Whether a mail's link can undo the change of an event: not if the change was undone, and not if staff have ended all links
 * or confirmed an address since, because they have then asked the seller. True if there is no event.
 */
export const canBeUndone = (leadId: Sql, eventId: Sql) =>
  sql`not ${isFollowedBy(
    leadId,
    eventId,
    sql`kind in ('contact_restored', 'links_ended') or kind = 'address_confirmed' and actor is not null`,
  )}`;
