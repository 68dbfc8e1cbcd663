/** What the seller's page puts into the queue of its mails, to the firm and to the seller. */
import { execute, sql, type Db } from '../database/statement.ts';
import type { Opened } from './keys.ts';

/**
 * Queues a mail to the firm about an event. There is none about a lead of a flood, because the firm got no separate mail
 * about that lead either.
 */
export const mailFirm = (db: Db, { leadId }: Opened, eventId: string) =>
  execute(
    db,
    sql`
      insert into desk.seller_mails (lead_id, kind, event_id)
      select id, 'asked', ${eventId} from public.leads where id = ${leadId} and not 'flood' = any (suspect_reasons)`,
  );

/** Puts the case into the desk's list "Now" until staff have reacted. */
export const putIntoNow = (db: Db, { caseId }: Opened) =>
  execute(
    db,
    sql`
      update desk.cases set asked_at = coalesce(asked_at, now()), changed_at = clock_timestamp()
      where lead_id = ${caseId}`,
  );

/** Puts the case into "Now" and queues a mail to the firm, for an event that waits for the firm's answer. */
export async function askFirm(db: Db, opened: Opened, eventId: string): Promise<void> {
  await putIntoNow(db, opened);
  await mailFirm(db, opened, eventId);
}
