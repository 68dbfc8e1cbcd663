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
import { isRefused } from '../cases/refused-addresses.ts';
import { readMailing } from '../cases/mailing.ts';
import { IS_MAILED, mayBeMailed, SELLER_MAIL_TRIED_FOR_DAYS, WAIT_SECONDS } from '../cases/mails.ts';
import type { MailKind } from '../database/codes.ts';
import {
  allOf,
  execute,
  exists,
  firstRowOf,
  idsOf,
  rowOf,
  rowsOf,
  sql,
  type Db,
} from '../database/statement.ts';
import { transact } from '../database/transact.ts';
import { canBeUndone, contactBefore, hasChanged, isUndone } from './contact-before.ts';
import { countMails } from './count-mails.ts';
import { readRecipient, readToTell } from './date-mails.ts';
import { entriesOf, standingEntries, type DateEntry } from './dates.ts';
import { placeOf } from './enquiry.ts';
import { readEvents } from './events.ts';
import { DAY_SECONDS } from './limits.ts';
import { mailboxOf } from '../cases/mailbox.ts';
import { enquiriesOf } from './new-link.ts';
import type { LinkedEnquiry, MailToSeller, SellerMailSettings } from './seller-mail.ts';
import { composeSellerMail } from './seller-message.ts';

const TO_SELLER: KindLimits = {
  maxAtOnce: 2,
  longestRetrySeconds: 3600,
  triedForDays: SELLER_MAIL_TRIED_FOR_DAYS,
};

/** All kinds of mails, those to the firm first. */
export const MAIL_LIMITS: Record<MailKind, KindLimits> = {
  lead: LEAD_LIMITS,
  asked: { ...LEAD_LIMITS, maxAtOnce: 2 },
  unseen: { ...LEAD_LIMITS, maxAtOnce: 2 },
  replied: TO_SELLER,
  received: TO_SELLER,
  tried: TO_SELLER,
  offer: TO_SELLER,
  date: TO_SELLER,
  new_link: TO_SELLER,
  contact_changed: TO_SELLER,
};

/**
 * Whether the sender of a lead gets a confirmation: at most three a day to one mailbox, none about a suspect lead, a
 * closed case or one whose links staff have ended, and none if the operator has turned confirmations off.
 */
async function mayConfirm(db: Db, { lead, failedAttempts }: Claim): Promise<boolean> {
  const isWanted = await exists(
    db,
    sql`
      select from desk.settings
      where confirms_enquiries
        and not exists (select from desk.cases where lead_id = ${lead.id} and (
          is_suspect or stage = 'closed' or links_ended_at is not null
        ))`,
  );
  if (!isWanted || lead.suspect_reasons.length > 0) return false;
  // The first attempt was counted.
  if (failedAttempts > 0) return true;
  const limit = { who: `confirmation to ${mailboxOf(lead.email ?? '')}`, most: 3 };
  return (await countMails(db, [limit], DAY_SECONDS)) === undefined;
}

/**
 * Cancels the mails that wait behind one that has waited itself, because this one tells what they would have told. It stops
 * before a mail that was tried or is due by itself. A mail that may have arrived is sent again as it was, as a mail
 * system may drop a second one with its Message-ID: `readAsked` reads up to the next mail that was not cancelled.
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
        -- Asked again, because another sender may have claimed one since.
        and next_attempt_at > now() and sent_at is null
        and ${madeAt} <= now() - make_interval(secs => ${WAIT_SECONDS})
        and number < coalesce((select min(number) from later where is_separate), 2147483647)`,
  );

/** What the seller has asked, the earliest first, and whether staff have merged the lead into another one. */
const readAsked = (db: Db, { lead, number }: Claim) =>
  rowsOf(
    db,
    eventSchema.extend({ is_merged: z.boolean() }),
    sql`
      select duplicate_of is not null as is_merged, ${EVENT}
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

/** The answers of staff that a mail tells: those that no earlier mail tells, the earliest first. */
const readAnswers = (db: Db, { lead, number }: Claim) =>
  rowsOf(
    db,
    z.object({ by: z.string(), body: z.string(), is_to_complaint: z.boolean() }),
    sql`
      select split_part(btrim(name), ' ', 1) as by, body, events.kind = 'complaint_answered' as is_to_complaint
      from private.notifications as mails
      join desk.events on events.lead_id = mails.lead_id and events.id <= event_id
      join desk.texts on texts.event_id = events.id and part = 'message'
      join desk.staff on user_id = actor
      where (mails.lead_id, mails.kind, mails.number) = (${lead.id}, 'replied', ${number})
        and ${IS_MAILED} and events.id > coalesce((
          select max(earlier.event_id) from private.notifications as earlier
          where earlier.lead_id = mails.lead_id and earlier.kind = 'replied' and earlier.number < mails.number
        ), 0)
      order by events.id`,
  );

/**
 * Locks those of the cases whose links staff have not ended. Whoever ends them now, or erases the lead, waits until the
 * mail's keys are stored, and then ends those too. The order is that of a change of two cases.
 */
const lockLinkable = (db: Db, leadIds: readonly string[]) =>
  idsOf(
    db,
    sql`
      select lead_id as id from desk.cases
      where lead_id = any (${leadIds}::uuid[]) and links_ended_at is null
      order by lead_id
      for share`,
  );

const contactChangeSchema = z.object({
  event_id: z.string(),
  at: z.coerce.date(),
  to: z.string().nullable(),
  has_other_phone: z.boolean(),
  has_other_email: z.boolean(),
  can_be_undone: z.boolean(),
});

/**
 * The change that a mail tells of; undefined if it was undone, as the address before may be that of whoever made it, and
 * about a suspect lead, whose sender may have given anybody's address.
 */
const readContactChange = (db: Db, { lead, kind, number }: Claim) =>
  firstRowOf(
    db,
    contactChangeSchema,
    sql`
      select event_id::text, events.at,
        coalesce(${contactBefore(sql`mails.lead_id`, sql`mails.event_id`, 'former_email')}, ${lead.email}) as to,
        ${hasChanged('former_phone')} as has_other_phone, ${hasChanged('former_email')} as has_other_email,
        ${canBeUndone(sql`mails.lead_id`, sql`mails.event_id`)} as can_be_undone
      from private.notifications as mails
      join desk.events on events.id = event_id
      join desk.cases on cases.lead_id = mails.lead_id
      where (mails.lead_id, mails.kind, number) = (${lead.id}, ${kind}, ${number}) and not is_suspect
        and not ${isUndone(sql`mails.lead_id`, sql`mails.event_id`)}`,
  );

/** At most ten a day to one mailbox: anybody can send an enquiry with somebody else's address, and then cause such mails. */
async function mayTell(db: Db, { failedAttempts }: Claim, what: string, to: string): Promise<boolean> {
  const limit = { who: `${what} to ${mailboxOf(to)}`, most: 10 };
  return failedAttempts > 0 || (await countMails(db, [limit], DAY_SECONDS)) === undefined;
}

/** The version of an entry that a mail tells of; undefined if the seller need not be told of it any more. */
async function readVersion(db: Db, { lead, kind, number }: Claim) {
  const [{ event_id: eventId }, { toTell }] = await allOf([
    rowOf(
      db,
      z.object({ event_id: z.string().transform(Number) }),
      sql`
        select event_id::text from private.notifications
        where (lead_id, kind, number) = (${lead.id}, ${kind}, ${number})`,
    ),
    readToTell(db, lead.id, number),
  ]);
  return toTell.find(({ entry }) => entry.id === eventId);
}

/**
 * Whether a claimed mail to a seller, of any kind, is still to be sent, and its address is not refused. Whoever cancels it
 * now waits for this lock until its keys are stored, and then ends those keys too.
 */
async function isWanted(db: Db, { lead, kind, number }: Claim, to: string | null): Promise<boolean> {
  const isQueued = await exists(
    db,
    sql`
      select from private.notifications
      where (lead_id, kind, number) = (${lead.id}, ${kind}, ${number}) and cancelled_at is null
        and ${mayBeMailed(sql`notifications.lead_id`)}
      for no key update`,
  );
  return isQueued && to !== null && !(await isRefused(db, to));
}

/** Who comes, as staff have typed it. */
async function readVisitor(db: Db, eventId: number | null): Promise<string | null> {
  const found = await firstRowOf(
    db,
    z.object({ body: z.string() }),
    sql`select body from desk.texts where event_id = ${eventId} and part = 'visitor'`,
  );
  return found?.body ?? null;
}

/** The last day of the offer that stands. */
async function readOffersEntry(db: Db, leadId: string): Promise<DateEntry | undefined> {
  const entries = standingEntries(entriesOf(await readEvents(db, leadId)), new Date().toISOString());
  return entries.find(({ what }) => what === 'offer');
}

/** Makes a key for the link in a mail. @returns the key, and its hash as the database has it */
async function makeKey(db: Db, leadId: string, sentTo: string, undoesEventId?: string) {
  const { key, hash } = await newEnquiryKey();
  await addKey(db, { hash, leadId, madeFor: 'mail', sentTo, undoesEventId });
  return { key, keyHash: Buffer.from(hash, 'hex') };
}

/** What every mail about a lead says of it. */
const aboutOf = ({ number, madeAt, lead, submissionId }: Claim) => ({
  number,
  madeAt,
  lead,
  reference: submissionId && referenceOf(submissionId),
});

/** @param pool connections with the desk's role */
export function createSellerMails(pool: pg.Pool, settings: SellerMailSettings) {
  async function toFirm(claim: Claim): Promise<Composed> {
    if (!claim.mayBeRepeat) await cancelWaiting(pool, claim);
    const events = await readAsked(pool, claim);
    const isMerged = events.some(({ is_merged }) => is_merged);
    return { message: composeSellerMail({ ...aboutOf(claim), kind: 'asked', events, isMerged }, settings) };
  }

  /** Composes a mail. Its keys end if it is not sent. They stay if the mail server did not answer: it may have sent the mail. */
  const compose = (mail: MailToSeller, keyHashes: readonly Buffer[]): Composed => ({
    message: composeSellerMail(mail, settings),
    onFailed: async (code) =>
      code === UNANSWERED ? undefined : endKeys(pool, sql`key_hash = any (${keyHashes})`),
  });

  /** Each mail to the seller has a link with a key of its own. */
  const toSeller =
    (kind: 'received' | 'tried' | 'offer') =>
    async (claim: Claim): Promise<Composed | undefined> => {
      const { lead } = claim;
      const to = lead.email;
      if (to === null) return undefined;
      return transact(pool, async (db) => {
        if (!(await isWanted(db, claim, to))) return undefined;
        if (kind === 'received' && !(await mayConfirm(db, claim))) return undefined;
        const { key, keyHash } = await makeKey(db, lead.id, to);
        const promisedBy = await readPromise(db, lead);
        const entry = kind === 'offer' ? await readOffersEntry(db, lead.id) : undefined;
        return compose({ ...aboutOf(claim), kind, to, key, promisedBy, entry }, [keyHash]);
      });
    };

  /** A mail about what staff have answered, with their words if the address is confirmed. */
  async function replied(claim: Claim): Promise<Composed | undefined> {
    const { lead } = claim;
    const to = lead.email;
    if (to === null) return undefined;
    return transact(pool, async (db) => {
      if (!(await isWanted(db, claim, to))) return undefined;
      const { no_mail, is_confirmed } = await readMailing(db, lead.id, to);
      if (no_mail !== null) return undefined;
      const answers = is_confirmed ? await readAnswers(db, claim) : [];
      const { key, keyHash } = await makeKey(db, lead.id, to);
      return compose({ ...aboutOf(claim), kind: 'replied', to, key, answers }, [keyHash]);
    });
  }

  /**
   * A mail about an entry of the seller's calendar that is new, moved or cancelled. What was typed, such as the address of the
   * property, goes to a confirmed address only: a calendar shows it to whoever shares the calendar.
   */
  async function date(claim: Claim): Promise<Composed | undefined> {
    const { lead } = claim;
    return transact(pool, async (db) => {
      const found = await readVersion(db, claim);
      const recipient = found && (await readRecipient(db, lead, found.entry));
      if (!recipient || !(await isWanted(db, claim, recipient.to))) return undefined;
      const { entry, isKnown: isMoved } = found;
      const { to, isFormer, isConfirmed, hasPage } = recipient;
      // The seller's page lets a stranger ask for calls.
      if (entry.what === 'call' && !isConfirmed && !(await mayTell(db, claim, 'call', to))) return undefined;
      const made = hasPage && !isFormer ? await makeKey(db, lead.id, to) : undefined;
      const details =
        isConfirmed && !isFormer
          ? { visitor: await readVisitor(db, entry.visitor_id), address: placeOf(lead) }
          : undefined;
      const about = { ...aboutOf(claim), kind: 'date' as const, to, key: made?.key };
      return compose({ ...about, entry, isMoved, isFormer, details }, made ? [made.keyHash] : []);
    });
  }

  /** A mail with a link to each enquiry of the address. */
  async function newLink(claim: Claim): Promise<Composed | undefined> {
    const to = claim.lead.email;
    if (to === null) return undefined;
    return transact(pool, async (db) => {
      const found = await enquiriesOf(db, to);
      const linkable = await lockLinkable(
        db,
        found.map(({ id }) => id),
      );
      if (!(await isWanted(db, claim, to))) return undefined;
      const enquiries: LinkedEnquiry[] = [];
      const keyHashes: Buffer[] = [];
      for (const { id, source, sent_at: sentAt, submission_id } of found) {
        if (!linkable.includes(id)) continue;
        const { key, keyHash } = await makeKey(db, id, to);
        enquiries.push({ key, source, sentAt, reference: submission_id && referenceOf(submission_id) });
        keyHashes.push(keyHash);
      }
      if (enquiries.length === 0) return undefined;
      return compose({ ...aboutOf(claim), kind: 'new_link', to, enquiries }, keyHashes);
    });
  }

  /** A mail that tells the former address of a change of the contact details, with a link that undoes it. */
  async function contactChanged(claim: Claim): Promise<Composed | undefined> {
    return transact(pool, async (db) => {
      const change = await readContactChange(db, claim);
      if (change?.to == null || !(await isWanted(db, claim, change.to))) return undefined;
      if (!(await mayTell(db, claim, 'contact change', change.to))) return undefined;
      const { to, at, event_id: eventId, has_other_phone: hasOtherPhone } = change;
      const made = change.can_be_undone ? await makeKey(db, claim.lead.id, to, eventId) : undefined;
      const about = { ...aboutOf(claim), kind: 'contact_changed' as const, to, key: made?.key };
      const mail = { ...about, at, hasOtherPhone, hasOtherEmail: change.has_other_email };
      return compose(mail, made ? [made.keyHash] : []);
    });
  }

  return {
    asked: toFirm,
    replied,
    date,
    received: toSeller('received'),
    tried: toSeller('tried'),
    offer: toSeller('offer'),
    new_link: newLink,
    contact_changed: contactChanged,
  } satisfies Record<Exclude<MailKind, 'lead' | 'unseen'>, unknown>;
}
