/** The contact details of a lead as they were before they were changed. Each change keeps the values before it. */
import { sql, type Sql } from '../database/statement.ts';

/** The number or address before an event: as the first change from then on has found it. */
export const contactBefore = (leadId: string, eventId: Sql, what: 'phone' | 'email') => sql`coalesce(
  (
    select body from desk.texts
    where lead_id = ${leadId} and part = ${`former_${what}`} and event_id >= ${eventId}
    order by event_id limit 1
  ),
  (select ${what === 'phone' ? sql`phone` : sql`email`} from public.leads where id = ${leadId})
)`;

/** Whether the event in `desk.events` has changed the number or the address. */
export const hasChanged = (part: 'former_phone' | 'former_email') => sql`
  exists (select from desk.texts where event_id = events.id and part = ${part})`;

/**
 * Whether the change of an event can be undone by a mail: not after staff have ended all links, and not after they have
 * confirmed an address, as they have then asked the seller.
 */
export const canBeUndone = (leadId: string, eventId: Sql) => sql`not exists (
  select from desk.events as later
  where later.lead_id = ${leadId} and later.id > ${eventId} and kind in ('links_ended', 'address_confirmed') and actor is not null
)`;
