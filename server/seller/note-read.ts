import { execute, sql, type Db } from '../database/statement.ts';

/**
 * Notes which answers the seller has read on the page. A mail that tells nothing else is not sent any more. One that is being
 * sent at this moment may still arrive; if it does not, it is not tried again.
 *
 * @param seen the id of the last entry of the conversation that the page showed. An answer that came after it is mailed
 */
export const noteRead = (db: Db, leadId: string, seen: number) =>
  execute(
    db,
    sql`
      update private.notifications
      set read_at = now(), cancelled_at = case when sent_at is null then coalesce(cancelled_at, now()) end
      where lead_id = ${leadId} and kind = 'replied' and event_id <= ${seen}::bigint and read_at is null`,
  );
