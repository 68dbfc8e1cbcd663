/** Which mails about the seller's calendar are still to be sent, and to whom. With the desk's role. */
import * as z from 'zod';
import { mailboxOf } from '../cases/mailbox.ts';
import { readMailing } from '../cases/mailing.ts';
import { SELLER_MAIL_TRIED_FOR_DAYS } from '../cases/mails.ts';
import type { NoMail } from '../database/codes.ts';
import { allOf, rowOf, rowsOf, sql, type Db } from '../database/statement.ts';
import { UNANSWERED } from '../../supabase/functions/send-email/notifications.ts';
import { contactBefore } from './contact-before.ts';
import { versionsToTell, type DateEntry } from './dates.ts';
import { readEvents } from './events.ts';

const dateMailSchema = z.object({
  event_id: z.string().transform(Number).nullable(),
  at: z.string(),
  is_waiting: z.boolean(),
});

/**
 * The mails that tell of the lead's entries: those that were sent, or may have been, and those that wait to be sent.
 *
 * @param except the number of a mail that is being written
 */
export const readDateMails = (db: Db, leadId: string, except: number | null = null) =>
  rowsOf(
    db,
    dateMailSchema,
    sql`
      select event_id::text, coalesce(sent_at, next_attempt_at) as at, not is_told as is_waiting
      from private.notifications as mails
      cross join lateral (
        select sent_at is not null or exists (
          select from private.delivery_attempts as past
          where (past.lead_id, past.kind, past.number) = (mails.lead_id, mails.kind, mails.number)
            and (error_code = ${UNANSWERED} or finished_at is null)
        ) as is_told
      ) as known
      where lead_id = ${leadId} and (kind = 'offer' or kind = 'date' and number is distinct from ${except})
        and (
          is_told
          or cancelled_at is null and made_at > now() - make_interval(days => ${SELLER_MAIL_TRIED_FOR_DAYS}::int)
        )`,
  );

/** The versions of the lead's entries that the seller is still to be told of, and the mails that wait. */
export async function readToTell(db: Db, leadId: string, except: number | null = null) {
  const [{ now }, events, mails] = await allOf([
    rowOf(db, z.object({ now: z.string() }), sql`select now() as now`),
    readEvents(db, leadId),
    readDateMails(db, leadId, except),
  ]);
  return { toTell: versionsToTell(events, mails, now), mails };
}

/** Why a mail about a cancelled entry is sent all the same: its reader would otherwise wait for us. */
const CANCELLED_ALL_THE_SAME: readonly (NoMail | null)[] = [null, 'stopped', 'merged'];

/** To whom a version may be mailed; undefined if to nobody. */
export async function readRecipient(db: Db, lead: { id: string; email: string | null }, entry: DateEntry) {
  // The address of the version, if it was changed since.
  const { former } = await rowOf(
    db,
    z.object({ former: z.string().nullable() }),
    sql`select ${contactBefore(sql`${lead.id}`, sql`${entry.address_id + 1}`, 'former_email')} as former`,
  );
  const to = former ?? lead.email;
  // If the former address is the seller's again, a later version of the entry is mailed to it.
  if (to === null || (former !== null && mailboxOf(former) === mailboxOf(lead.email ?? ''))) return undefined;
  const { no_mail, is_confirmed } = await readMailing(db, lead.id, to);
  if (!(entry.is_cancelled ? CANCELLED_ALL_THE_SAME : [null]).includes(no_mail)) return undefined;
  return { to, isFormer: former !== null, isConfirmed: is_confirmed, hasPage: no_mail === null };
}
