/** The queue of mails about a lead, as the desk and the seller's page use it. Senders claim the mails (send-email). */
import type { MailKind } from '../database/codes.ts';
import { execute, sql, type Db } from '../database/statement.ts';

type NewMail = {
  leadId: string;
  kind: MailKind;
  /** For a mail to the firm: what the seller has asked. */
  eventId?: string;
};

/** Queues a mail. If two are queued at the same moment, without a lock of the case, there is one. */
export const queueMail = (db: Db, { leadId, kind, eventId }: NewMail) =>
  execute(
    db,
    sql`
      insert into private.notifications (lead_id, kind, number, event_id)
      select ${leadId}, ${kind}, count(*) + 1, ${eventId ?? null}
      from private.notifications where lead_id = ${leadId} and kind = ${kind}
      on conflict do nothing`,
  );

/** Stops the mails to the sellers of these leads that wait to be sent. Those to the firm stay. */
export const cancelSellerMails = (db: Db, leadIds: readonly string[]) =>
  execute(
    db,
    sql`
      update private.notifications set cancelled_at = now()
      where lead_id = any (${leadIds}::uuid[]) and kind not in ('lead', 'asked') and sent_at is null
        and cancelled_at is null`,
  );
