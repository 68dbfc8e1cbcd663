import * as z from 'zod';
import { shownName } from '#lead/shown-name.ts';
import { ASKING_EVENTS, CLOSE_REASONS, NEXT_ACTIONS, STAGES } from '../database/codes.ts';
import { rowsOf, sql, type Db, type Sql } from '../database/statement.ts';
import { code } from '../http/json.ts';

export const personSchema = z.object({ id: z.string(), name: z.string() });

/** Selects a member of the staff as `personSchema`; null if the column with their id is null. */
export const personOf = (idColumn: Sql) => sql`(
  select jsonb_build_object('id', user_id, 'name', name) from desk.staff where user_id = ${idColumn}
)`;

/** Times are ISO 8601 text, money is whole pounds, and names are snake_case, as in SQL. */
export const time = z.string();

/** The part of a lead that lists show. */
export const cardSchema = z.object({
  id: z.string(),
  created_at: time,
  /** `import`: imported from another program with `npm run import`. */
  source: z.enum(['valuation_form', 'chat_widget', 'import']),
  /** The name as it is shown. The stored lead, the search and the export have it as it was sent. */
  name: z.string().transform(shownName),
  phone: z.string(),
  email: z.string().nullable(),
  postcode: z.string().nullable(),
  address: z.string().nullable(),
  /** The first 140 characters of a chat message; null for a lead of the valuation form. */
  excerpt: z.string().nullable(),
  suspect_reasons: z.array(z.enum(['trap_filled', 'sent_too_fast', 'flood'])),
  is_suspect: z.boolean(),
  stage: code(STAGES, 'Choose one of the stages.'),
  close_reason: code(CLOSE_REASONS, 'There is no such reason.').nullable(),
  assignee: personSchema.nullable(),
  /**
   * Increases with every change that another could overwrite: not with a note, a message, a link or a mail. A change that
   * names an older version is refused as stale.
   */
  version: z.int(),
  /** By when the firm promised to get in touch. */
  promised_by: time,
  first_contact_at: time.nullable(),
  next_action: code(NEXT_ACTIONS, 'There is no such action.').nullable(),
  next_at: time.nullable(),
  /** When staff last tried to reach the seller in vain. */
  tried_at: time.nullable(),
  /** Who gave the lead to its assignee; null once the assignee has opened it. */
  given_by: personSchema.nullable(),
  /** When the seller asked something that still waits for an answer. The lead is then in the list "Now". */
  asked_at: time.nullable(),
  /** When the seller wrote what nobody has answered yet. */
  question_at: time.nullable(),
  /** The last day for our answer to the oldest complaint that nobody has answered: 2026-12-20. */
  complaint_due: z.string().nullable(),
  /**
   * What the seller asked last, and only a message if nothing else waits. Null if nothing waits for an answer, or if the
   * lead that the seller asked about was merged into this one since.
   */
  asked: z
    .object({ kind: z.enum(ASKING_EVENTS), at: time, facts: z.record(z.string(), z.unknown()) })
    .nullable(),
  do_not_call: z.boolean(),
  contact_rules: z.string().nullable(),
  vulnerable: z.boolean(),
  hold_until: z.string().nullable(),
  hold_reason: z.string().nullable(),
  duplicate_of: z.string().nullable(),
  /** Whether another open lead has the same telephone number or e-mail address. */
  has_double: z.boolean(),
  /**
   * The state of the mail that tells the firm of the lead. If it could not be sent, the server retries until it is.
   * Null for an imported lead, about which nobody gets a mail.
   */
  mail: z.enum(['sent', 'waiting', 'retrying']).nullable(),
  changed_at: time,
});

export type Card = z.infer<typeof cardSchema>;

/** Whether the latest attempt to send a mail has failed. @param mail the name of its row in the query */
export const hasFailed = (mail: Sql) => sql`(
  select attempts.error_code is not null from private.delivery_attempts as attempts
  where (attempts.lead_id, attempts.kind, attempts.number) = (${mail}.lead_id, ${mail}.kind, ${mail}.number)
  order by attempts.id desc
  limit 1
)`;

/** Whether an event of `desk.events` waits for staff, in a query of `desk.cases`. */
export const IS_ASKING = sql`
  events.kind = any (${ASKING_EVENTS})
  and (events.kind <> 'contact_corrected' or cases.duplicate_of is not null)
  and (events.kind <> 'paper_added' or events.actor is null)`;

/** The columns of a card, for a query of `public.leads`, `desk.cases` and (joined left) the mail of the kind 'lead'. */
export const CARD = sql`
  leads.id, leads.created_at, leads.source, leads.name, leads.phone, leads.email, leads.postcode, leads.address,
  left(leads.message, 140) as excerpt, leads.suspect_reasons, cases.is_suspect, cases.stage, cases.close_reason,
  ${personOf(sql`cases.assignee`)} as assignee, ${personOf(sql`cases.given_by`)} as given_by,
  cases.version, cases.promised_by, cases.first_contact_at, cases.tried_at, cases.next_action, cases.next_at,
  least(cases.asked_at, cases.question_at) as asked_at, cases.question_at,
  cases.complaint_due,
  case when coalesce(cases.asked_at, cases.question_at) is not null then (
    select jsonb_build_object('kind', events.kind, 'at', events.at, 'facts', events.facts)
    from desk.events
    where events.lead_id = leads.id and ${IS_ASKING}
      and (events.kind = 'written') = (cases.asked_at is null)
    -- What asks for an answer comes before a picture and the report of a mail server.
    order by events.at < cases.asked_at - interval '1 minute',
      events.kind in ('paper_added', 'mail_returned', 'mail_complained'), events.id desc
    limit 1
  ) end as asked,
  cases.do_not_call, cases.contact_rules, cases.vulnerable, cases.hold_until, cases.hold_reason, cases.duplicate_of,
  cases.stage <> 'closed' and exists (
    select from desk.cases as others
    where others.lead_id <> cases.lead_id and others.stage <> 'closed' and not others.is_suspect
      and (others.phone_key = cases.phone_key or others.email_key = cases.email_key)
  ) as has_double,
  case
    when notifications.sent_at is not null then 'sent'
    when ${hasFailed(sql`notifications`)} then 'retrying'
    when notifications.lead_id is not null then 'waiting'
  end as mail,
  cases.changed_at`;

/** The cards of these leads, in this order. Leads that do not exist any more are left out. */
export const readCards = (db: Db, leadIds: readonly string[]): Promise<Card[]> =>
  rowsOf(
    db,
    cardSchema,
    sql`
      select ${CARD}
      from unnest(${leadIds}::uuid[]) with ordinality as wanted (id, position)
      join public.leads on leads.id = wanted.id
      join desk.cases on cases.lead_id = leads.id
      left join private.notifications on notifications.lead_id = leads.id and notifications.kind = 'lead'
      order by position`,
  );
