/** The mails of the seller's page, to the seller and to the firm: their limits, and what is read for each. */
import type pg from 'pg';
import * as z from 'zod';
import { newEnquiryKey } from '#lead/enquiry-key.ts';
import { referenceOf } from '#lead/reference.ts';
import type { Composed } from '../../supabase/functions/send-email/delivery.ts';
import {
  LEAD_LIMITS,
  UNANSWERED,
  type Claim,
  type KindLimits,
} from '../../supabase/functions/send-email/notifications.ts';
import { readPromise } from '../cases/calendar.ts';
import { EVENT, eventSchema } from '../cases/events.ts';
import { addKey, endKeys } from '../cases/links.ts';
import { SELLER_MAIL_TRIED_FOR_DAYS, WAIT_SECONDS } from '../cases/mails.ts';
import type { MailKind } from '../database/codes.ts';
import { execute, exists, rowsOf, sql, type Db } from '../database/statement.ts';
import { transact } from '../database/transact.ts';
import { countMails } from './count-mails.ts';
import { DAY_SECONDS } from './limits.ts';
import { mailboxOf } from './mailbox.ts';
import { composeSellerMail, type SellerMail, type SellerMailSettings } from './seller-message.ts';

const TO_SELLER: KindLimits = {
  maxAtOnce: 2,
  longestRetrySeconds: 3600,
  triedForDays: SELLER_MAIL_TRIED_FOR_DAYS,
};

/** All kinds of mails, those to the firm first. */
export const MAIL_LIMITS: Record<MailKind, KindLimits> = {
  lead: LEAD_LIMITS,
  asked: { ...LEAD_LIMITS, maxAtOnce: 2 },
  received: TO_SELLER,
  tried: TO_SELLER,
  offer: TO_SELLER,
  new_link: TO_SELLER,
};

/**
 * Whether the sender of a lead gets a confirmation: at most three a day to one mailbox, none about a suspect lead or a
 * closed case, and none if the operator has turned confirmations off.
 */
async function mayConfirm(db: Db, { lead, failedAttempts }: Claim): Promise<boolean> {
  const isWanted = await exists(
    db,
    sql`
      select from desk.settings
      where confirms_enquiries
        and not exists (select from desk.cases where lead_id = ${lead.id} and (is_suspect or stage = 'closed'))`,
  );
  if (!isWanted || lead.suspect_reasons.length > 0) return false;
  // The first attempt was counted.
  if (failedAttempts > 0) return true;
  const limit = { who: `confirmation to ${mailboxOf(lead.email ?? '')}`, most: 3 };
  return (await countMails(db, [limit], DAY_SECONDS)) === undefined;
}

/**
 * If this mail has waited, cancels those that wait behind it, because it tells what they would have told: also when it has to be sent once
 * more, as the next mail that was not cancelled limits what it tells (`readAsked`). A mail that was tried or is due by itself
 * ends them.
 */
const cancelWaiting = (db: Db, { lead, number, madeAt }: Claim) =>
  execute(
    db,
    sql`
      with later as (
        select number,
          cancelled_at is null and (next_attempt_at <= now() or sent_at is not null or exists (
            select from private.delivery_attempts as past
            where (past.lead_id, past.kind, past.number) = (${lead.id}, 'asked', mails.number)
          )) as is_separate
        from private.notifications as mails
        where lead_id = ${lead.id} and kind = 'asked' and number > ${number}
      )
      update private.notifications set cancelled_at = now()
      where lead_id = ${lead.id} and kind = 'asked' and number > ${number} and cancelled_at is null
        and ${madeAt} <= now() - make_interval(secs => ${WAIT_SECONDS})
        and number < coalesce((select min(number) from later where is_separate), 2147483647)`,
  );

/** What the seller has asked, the earliest first, and the case that the firm works on. */
const readAsked = (db: Db, { lead, number }: Claim) =>
  rowsOf(
    db,
    eventSchema.extend({ case_id: z.string() }),
    sql`
      select coalesce(cases.duplicate_of, cases.lead_id) as case_id, ${EVENT}
      from private.notifications as mails
      join desk.events on events.id = event_id
      join desk.cases on cases.lead_id = mails.lead_id
      where mails.lead_id = ${lead.id} and mails.kind = 'asked' and number >= ${number}
        and number < coalesce((
          select min(number) from private.notifications
          where lead_id = ${lead.id} and kind = 'asked' and number > ${number} and cancelled_at is null
        ), 2147483647)
      order by number`,
  );

/** @param pool connections with the desk's role */
export function createSellerMails(pool: pg.Pool, settings: SellerMailSettings) {
  async function toFirm(claim: Claim): Promise<Composed> {
    const { number, madeAt, lead } = claim;
    await cancelWaiting(pool, claim);
    const events = await readAsked(pool, claim);
    const caseId = events[0]?.case_id ?? lead.id;
    return { message: composeSellerMail({ kind: 'asked', number, madeAt, lead, caseId, events }, settings) };
  }

  /** Each mail to the seller has a link with a key of its own. */
  const toSeller =
    (kind: Exclude<SellerMail['kind'], 'asked'>) =>
    async (claim: Claim): Promise<Composed | undefined> => {
      const { number, madeAt, lead, submissionId } = claim;
      const to = lead.email;
      if (to === null) return undefined;
      const { key, hash } = await newEnquiryKey();
      return transact(pool, async (db) => {
        // The lock makes whoever cancels the mail now wait until its key is stored, and then end that key too.
        const isWanted = await exists(
          db,
          sql`
            select from private.notifications
            where (lead_id, kind, number) = (${lead.id}, ${kind}, ${number}) and cancelled_at is null
            for no key update`,
        );
        if (!isWanted) return undefined;
        if (kind === 'received' && !(await mayConfirm(db, claim))) return undefined;
        await addKey(db, { hash, leadId: lead.id, madeFor: 'mail' });
        const promisedBy = await readPromise(db, lead);
        const reference = submissionId && referenceOf(submissionId);
        return {
          message: composeSellerMail(
            { kind, number, madeAt, lead, to, key, reference, promisedBy },
            settings,
          ),
          // If the mail server did not answer, it may have sent the mail, so the key stays.
          onFailed: async (code: string) =>
            code === UNANSWERED ? undefined : endKeys(pool, sql`key_hash = ${Buffer.from(hash, 'hex')}`),
        };
      });
    };

  return {
    asked: toFirm,
    received: toSeller('received'),
    tried: toSeller('tried'),
    offer: toSeller('offer'),
    new_link: toSeller('new_link'),
  } satisfies Record<Exclude<MailKind, 'lead'>, unknown>;
}
