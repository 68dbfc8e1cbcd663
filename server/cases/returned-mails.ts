/** The task that a mail to the seller came back. */
import { exists, sql, type Db, type Sql } from '../database/statement.ts';
import { IS_ASKING } from './cards.ts';

/** Whether a mail to the seller's address came back, and nobody has given another one or shown since that it works. */
export const isReturned = (leadId: Sql) => sql`exists (
  select from desk.events as returns
  where returns.lead_id = ${leadId} and returns.kind = 'mail_returned' and not exists (
    select from desk.events as later
    where later.lead_id = returns.lead_id and later.id > returns.id and (
      later.kind = 'address_confirmed'
      or exists (select from desk.texts where event_id = later.id and part = 'former_email')
    )
  )
)`;

type Given = { db: Db; current: { lead_id: string; asked_at: string | null } };

/** Ends the task, because there is another address. What else the seller has asked still waits. */
export async function settleReturn({ db, current }: Given): Promise<void> {
  const { lead_id, asked_at } = current;
  if (asked_at === null) return;
  const hasAsked = await exists(
    db,
    sql`
      select from desk.events join desk.cases on cases.lead_id = events.lead_id
      where events.lead_id = ${lead_id} and ${IS_ASKING} and events.at >= ${asked_at}
        and events.kind not in ('written', 'mail_returned')`,
  );
  if (!hasAsked) current.asked_at = null;
}
