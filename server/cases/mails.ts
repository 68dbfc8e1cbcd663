/** The queue of mails about a lead, as the desk and the seller's page use it. Senders claim the mails (send-email). */
import type { MailKind } from '../database/codes.ts';
import { execute, sql, type Db } from '../database/statement.ts';

/** The kinds of mails to the firm. All others go to the seller. */
export const TO_FIRM = ['lead', 'asked'] as const satisfies readonly MailKind[];
/** After so many days, a mail to a seller that could not be sent is given up. */
export const SELLER_MAIL_TRIED_FOR_DAYS = 3;

type NewMail = {
  leadId: string;
  kind: MailKind;
  /** For a mail to the firm: what the seller has asked. */
  eventId?: string;
};

/** Queues a mail. Of two that are queued at the same moment without a lock on the case, one is kept. */
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
      where lead_id = any (${leadIds}::uuid[]) and kind <> all (${TO_FIRM}) and sent_at is null
        and cancelled_at is null`,
  );
