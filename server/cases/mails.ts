/** The queue of mails about a lead, as the desk and the seller's page use it. Senders claim the mails (send-email). */
import type { MailKind } from '../database/codes.ts';
import { allOf, execute, sql, type Db, type Sql } from '../database/statement.ts';

/** The kinds of mails to the firm. All others go to the seller. */
export const TO_FIRM = ['lead', 'asked', 'unseen'] as const satisfies readonly MailKind[];
/** After so many days, a mail to a seller that could not be sent is given up. */
export const SELLER_MAIL_TRIED_FOR_DAYS = 3;

/** Whether a lead is of the demonstration. Nobody is ever written to about it: its address may be a real person's. */
export const isInvented = (leadId: Sql) =>
  sql`exists (select from desk.demo_leads where demo_leads.lead_id = ${leadId})`;

/** Whether an event is an answer of staff that a mail tells. If no mail does, its fact `no_mail` has the reason. */
export const IS_MAILED = sql`(
  events.kind in ('replied', 'complaint_answered') and events.facts @> '{"no_mail": null}'
)`;

/**
 * Whether mails may go to the seller of a lead: never to an invented one, and to an imported one only after staff have sent
 * them a mail or made a link. They have not asked for a page, and a stranger could have them mailed.
 */
export const mayBeMailed = (leadId: Sql) => sql`(
  not ${isInvented(leadId)} and (
    exists (select from public.leads as sent where sent.id = ${leadId} and sent.source <> 'import')
    or exists (select from desk.enquiry_keys as keys where keys.lead_id = ${leadId})
    or exists (
      select from desk.events
      where events.lead_id = ${leadId}
        and (events.kind = 'seller_mailed' or ${IS_MAILED})
    )
  )
)`;

type QueuedMail = {
  leadId: string;
  kind: MailKind;
  /** The event that the mail tells of. */
  eventId?: string;
};

/** Queues a mail to the seller. Of two that are queued at the same moment without a lock on the case, one is kept. */
export const queueMail = (db: Db, { leadId, kind, eventId }: QueuedMail) =>
  execute(
    db,
    sql`
      insert into private.notifications (lead_id, kind, number, event_id)
      select ${leadId}, ${kind}, count(*) + 1, ${eventId ?? null}
      from private.notifications where lead_id = ${leadId} and kind = ${kind}
      on conflict do nothing`,
  );

/** How long an answer waits: who reads it on their page meanwhile gets no mail. */
const READ_SECONDS = 120;

/** The mails about answers that no sender has begun to send. Read while their rows are locked. */
const NOT_BEGUN = sql`
  sent_at is null and cancelled_at is null and not exists (
    select from private.delivery_attempts as attempts
    where (attempts.lead_id, attempts.kind, attempts.number)
      = (notifications.lead_id, notifications.kind, notifications.number)
  )`;

/**
 * Queues a mail about an answer of staff. If one waits already, it tells this answer too, at its own time. The case must be
 * locked. The first statement waits for a sender who is claiming or writing the mail, so that the second sees that it has begun.
 */
export const queueReply = (db: Db, leadId: string, eventId: string) =>
  allOf([
    execute(
      db,
      sql`
        select from private.notifications
        where lead_id = ${leadId} and kind = 'replied' and sent_at is null and cancelled_at is null
        for no key update`,
    ),
    execute(
      db,
      sql`
        with extended as (
          update private.notifications set event_id = ${eventId}
          where lead_id = ${leadId} and kind = 'replied' and ${NOT_BEGUN}
          returning 1
        )
        insert into private.notifications (lead_id, kind, number, event_id, next_attempt_at)
        select ${leadId}, 'replied', count(*) + 1, ${eventId}, now() + make_interval(secs => ${READ_SECONDS})
        from private.notifications where lead_id = ${leadId} and kind = 'replied'
        having not exists (select from extended)`,
    ),
  ]);

/**
 * Queues a mail about a version of an entry in the seller's calendar, in place of one about an earlier version that waits. It
 * waits as an answer does, because a time is often moved at once. A mail that no sender has claimed still has its first time.
 */
export const queueDate = (db: Db, leadId: string, eventId: string) =>
  allOf([
    execute(
      db,
      sql`
        update private.notifications as mails set cancelled_at = now()
        from desk.events as earlier, desk.events as later
        where mails.lead_id = ${leadId} and mails.kind = 'date' and sent_at is null and cancelled_at is null
          and next_attempt_at = made_at + make_interval(secs => ${READ_SECONDS})
          and earlier.id = mails.event_id and later.id = ${eventId}
          and (earlier.facts -> 'uid', earlier.facts -> 'address_id') = (later.facts -> 'uid', later.facts -> 'address_id')`,
    ),
    execute(
      db,
      sql`
        insert into private.notifications (lead_id, kind, number, event_id, next_attempt_at)
        select ${leadId}, 'date', count(*) + 1, ${eventId}, now() + make_interval(secs => ${READ_SECONDS})
        from private.notifications where lead_id = ${leadId} and kind = 'date'`,
    ),
  ]);

/** How many mails an hour about what the seller of one lead has asked are sent to the firm at once. */
const MAILS_AT_ONCE = 5;

/** How long the next one waits: nine minutes. It then tells everything that was asked meanwhile (server/seller/mails.ts). */
export const WAIT_SECONDS = 540;

/** How long those after it wait, so that none of them is due before it is written. */
const LONGER_WAIT_SECONDS = WAIT_SECONDS + 60;

/** Queues a mail to the firm about what a seller has asked. The case must be locked. */
export const queueMailToFirm = (db: Db, leadId: string, eventId: string) =>
  execute(
    db,
    sql`
      insert into private.notifications (lead_id, kind, number, event_id, next_attempt_at)
      select ${leadId}, 'asked', count(*) + 1, ${eventId}, now() + make_interval(secs => case
        when count(*) filter (where made_at > now() - interval '1 hour' and cancelled_at is null) < ${MAILS_AT_ONCE} then 0
        when bool_or(
          sent_at is null and cancelled_at is null
          and next_attempt_at >= made_at + make_interval(secs => ${WAIT_SECONDS})
        ) then ${LONGER_WAIT_SECONDS}
        else ${WAIT_SECONDS}
      end)
      from private.notifications where lead_id = ${leadId} and kind = 'asked'`,
  );

/**
 * Stops the mails to the sellers of these leads that wait to be sent. Those to the firm stay, and those that tell of changed
 * contact details: whoever changed them must not be able to stop them.
 *
 * @param others kinds that stay too
 */
export const cancelSellerMails = (db: Db, leadIds: readonly string[], others: readonly MailKind[] = []) =>
  execute(
    db,
    sql`
      update private.notifications set cancelled_at = now()
      where lead_id = any (${leadIds}::uuid[]) and kind <> all (${[...TO_FIRM, 'contact_changed', ...others]})
        and sent_at is null and cancelled_at is null`,
  );
