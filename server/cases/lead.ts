import * as z from 'zod';
import { referenceOf } from '#lead/reference.ts';
import { allOf, execute, firstRowOf, rowsOf, sql, type Db } from '../database/statement.ts';
import { Refused } from '../refused.ts';
import { adopt } from './adopt.ts';
import { CARD, cardSchema, hasFailed, readCards, time } from './cards.ts';
import { EVENT, eventSchema } from './events.ts';
import { readMailing } from './mailing.ts';
import { SELLER_MAIL_TRIED_FOR_DAYS } from './mails.ts';
import type { Member } from './members.ts';
import { readOffers } from './offers.ts';
import { readLeadsPapers } from './papers.ts';
import { whatsAppLinkOf } from './whatsapp-link.ts';

const attemptSchema = z.object({
  started_at: time,
  finished_at: time.nullable(),
  error_code: z.string().nullable(),
});

/** The state of the latest mail of a kind to the seller: null if it was never asked for, `failed` if given up. */
const sellerMailSchema = z.enum(['sent', 'failed', 'retrying', 'waiting']).nullable();

const rowSchema = cardSchema.extend({
  submission_id: z.string().nullable(),
  message: z.string().nullable(),
  property_type: z.string().nullable(),
  bedrooms: z.string().nullable(),
  property_condition: z.string().nullable(),
  origin: z
    .object({
      page: z.string().nullable(),
      utm_source: z.string().nullable(),
      utm_medium: z.string().nullable(),
      utm_campaign: z.string().nullable(),
      utm_term: z.string().nullable(),
      utm_content: z.string().nullable(),
    })
    .nullable(),
  /** The import that brought the lead, with its number. */
  import: z.object({ id: z.int(), at: time, file_name: z.string() }).nullable(),
  mail_sent_at: time.nullable(),
  mail_next_attempt_at: time.nullable(),
  mail_attempts: z.array(attemptSchema),
  /** The seller's own page, on which the seller sees the enquiry and answers. */
  seller: z.object({
    /** When the page was last opened. A read-only link does not count. */
    opened_at: time.nullable(),
    /** How many links to the page work. */
    links: z.int(),
    /** When staff ended all links; null again when they have confirmed an address. */
    links_ended_at: time.nullable(),
    mail: z.object({ received: sellerMailSchema, tried: sellerMailSchema, offer: sellerMailSchema }),
    /** The mails about answers, the oldest first. Each tells the mailed answers up to `event_id` that no earlier one tells. */
    replies: z.array(
      z.object({
        event_id: z.string(),
        /** `read`: the seller read the answers on the page first. `cancelled`: it must not be sent any more. */
        state: z.enum(['sent', 'read', 'cancelled', 'failed', 'retrying', 'waiting']),
        /** When it was sent. */
        sent_at: time.nullable(),
      }),
    ),
  }),
  other_ids: z.array(z.string()),
});

/** The state of a mail to the seller that is neither cancelled nor read. `mails` is its row. */
const MAIL_STATE = sql`case
  when mails.sent_at is not null then 'sent'
  when mails.made_at <= now() - make_interval(days => ${SELLER_MAIL_TRIED_FOR_DAYS}::int) then 'failed'
  when ${hasFailed(sql`mails`)} then 'retrying'
  else 'waiting'
end`;

const sellerMailState = (kind: string) => sql`(
  select ${MAIL_STATE}
  from private.notifications as mails
  where mails.lead_id = leads.id and mails.kind = ${kind} and mails.cancelled_at is null
  order by mails.number desc
  limit 1
)`;

const readRow = (db: Db, leadId: string) =>
  firstRowOf(
    db,
    rowSchema,
    sql`
      select ${CARD}, notifications.submission_id, leads.message, leads.property_type, leads.bedrooms,
        leads.property_condition,
        (
          select to_jsonb(lead_origins) - 'lead_id' from desk.lead_origins where lead_origins.lead_id = leads.id
        ) as origin,
        (
          select jsonb_build_object('id', imports.id, 'at', imports.at, 'file_name', imports.file_name)
          from desk.imported_leads join desk.imports on imports.id = import_id
          where imported_leads.lead_id = leads.id
        ) as import,
        notifications.sent_at as mail_sent_at,
        case when notifications.sent_at is null then notifications.next_attempt_at end as mail_next_attempt_at,
        coalesce(
          (
            select jsonb_agg(
              jsonb_build_object('started_at', started_at, 'finished_at', finished_at, 'error_code', error_code)
              order by attempts.id
            )
            from private.delivery_attempts as attempts where attempts.lead_id = leads.id and attempts.kind = 'lead'
          ),
          '[]'
        ) as mail_attempts,
        jsonb_build_object(
          'opened_at', (
            select max(last_used_at) from desk.enquiry_keys as keys
            where keys.lead_id = leads.id and made_for <> 'shared'
          ),
          'links', (
            select count(*) from desk.enquiry_keys as keys where keys.lead_id = leads.id and ends_at > now()
          ),
          'links_ended_at', cases.links_ended_at,
          'mail', jsonb_build_object(
            'received', ${sellerMailState('received')},
            'tried', ${sellerMailState('tried')},
            'offer', ${sellerMailState('offer')}
          ),
          'replies', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'event_id', mails.event_id::text,
              'state', case
                when mails.cancelled_at is null or mails.sent_at is not null then ${MAIL_STATE}
                when mails.read_at is not null then 'read'
                else 'cancelled'
              end,
              'sent_at', mails.sent_at
            ) order by mails.number), '[]')
            from private.notifications as mails where mails.lead_id = leads.id and mails.kind = 'replied'
          )
        ) as seller,
        array(
          select others.lead_id from desk.cases as others
          where others.lead_id <> cases.lead_id
            and (
              others.phone_key = cases.phone_key or others.email_key = cases.email_key
              or others.duplicate_of = cases.lead_id or others.lead_id = cases.duplicate_of
            )
          order by others.received_at desc, others.lead_id desc
          limit 50
        ) as other_ids
      from public.leads
      join desk.cases on cases.lead_id = leads.id
      left join private.notifications on notifications.lead_id = leads.id and notifications.kind = 'lead'
      where leads.id = ${leadId}`,
  );

const readParts = (db: Db, leadId: string) =>
  allOf([
    readRow(db, leadId),
    rowsOf(
      db,
      eventSchema,
      sql`select ${EVENT} from desk.events where events.lead_id = ${leadId} order by events.at, events.id`,
    ),
    readOffers(db, leadId),
    readLeadsPapers(db, leadId),
  ]);

/**
 * Everything about one lead. `reference` is what the seller was shown after sending a form, such as `7F3A-91C2`, and reads
 * out on the telephone. `others` are leads with the same telephone number or e-mail address, leads merged into this
 * one, and the lead that it was merged into. Events come oldest first, offers newest first. A lead that has no case yet
 * gets one.
 *
 * @throws {Refused} 404 `lead_gone` if the lead does not exist any more
 */
export async function readLead(db: Db, leadId: string) {
  let [row, events, offers, papers] = await readParts(db, leadId);
  if (row === undefined) {
    await adopt(db, [leadId]);
    [row, events, offers, papers] = await readParts(db, leadId);
  }
  if (row === undefined) throw new Refused(404, 'lead_gone', 'This lead was deleted. Go back to the list.');
  const { submission_id, other_ids, ...lead } = row;
  const [mailing, others] = await allOf([
    readMailing(db, leadId, lead.email),
    other_ids.length > 0 ? readCards(db, other_ids) : [],
  ]);
  return {
    ...lead,
    seller: { ...lead.seller, ...mailing },
    reference: submission_id && referenceOf(submission_id),
    whatsapp_link: whatsAppLinkOf(lead.phone),
    events,
    offers,
    papers,
    others,
  };
}

export type Lead = Awaited<ReturnType<typeof readLead>>;

/** Reads a lead that somebody opens. It has been seen now, and if it was given to them, they know of it. */
export async function openLead(db: Db, me: Member, leadId: string): Promise<Lead> {
  const lead = await readLead(db, leadId);
  await execute(
    db,
    sql`
      update desk.cases
      set seen_at = coalesce(seen_at, now()), given_by = case when assignee = ${me.id} then null else given_by end
      where lead_id = ${leadId} and (seen_at is null or (given_by is not null and assignee = ${me.id}))`,
  );
  return lead;
}
