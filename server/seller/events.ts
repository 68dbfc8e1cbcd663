import * as z from 'zod';
import { time } from '../cases/cards.ts';
import { IS_MAILED } from '../cases/mails.ts';
import {
  ANSWER_WAYS,
  CHANNELS,
  COMPLAINT_WAYS,
  NEXT_ACTIONS,
  OFFER_ANSWERS,
  OUTCOMES,
} from '../database/codes.ts';
import { rowsOf, sql, type Db } from '../database/statement.ts';
import { code } from '../http/json.ts';

/** The events that the page needs: those of the conversation and of complaints, and `planned`, which says how things stand. */
const KINDS = [
  'written',
  'replied',
  'called',
  'call_wished',
  'offer_answered',
  'contact_corrected',
  'seller_stopped',
  'seller_mailed',
  'planned',
  'complained',
  'complaint_answered',
  'dated',
] as const;

/** One version of an entry in the seller's calendar. The event `dated` has it as its facts. */
export const dateSchema = z.object({
  what: z.enum(['visit', 'call', 'offer']),
  /** By which a calendar knows the entry. It has the id of the lead with which the entry began. */
  uid: z.string(),
  sequence: z.int(),
  /** For the last day of an offer, days. */
  starts_at: time,
  ends_at: time,
  is_cancelled: z.boolean(),
  /** Whether the seller is mailed about it. Without that, only if they were mailed about an earlier version. */
  is_agreed: z.boolean(),
  /** The event with the text that says who comes. */
  visitor_id: z.int().nullable(),
  /** The event that last changed the seller's address; 0 if none has. */
  address_id: z.int(),
  /** Whether a merge took the entry from one lead to another: the seller's calendar has it already, so no mail tells of it. */
  is_carried: z.boolean(),
});
export type DateFacts = z.infer<typeof dateSchema>;

const eventSchema = z.object({
  id: z.string().transform(Number),
  at: time,
  kind: z.enum(KINDS),
  /** The first name of the member of staff; null for the seller. */
  name: z.string().nullable(),
  /** Whether the seller got a mail about this answer. */
  is_mailed: z.boolean(),
  /** What the seller or the firm wrote; for an answer to an offer, the solicitor; for a visit, who comes. */
  body: z.string().nullable(),
  offer_number: z.int().nullable(),
  facts: dateSchema
    .extend({
      channel: code(CHANNELS, ''),
      outcome: code(OUTCOMES, ''),
      /** The call that the seller wishes. Without a start: as soon as the firm can. */
      starts_at: time.nullable(),
      ends_at: time,
      offer_id: z.string(),
      answer: code(OFFER_ANSWERS, ''),
      /** What was planned, and for when. */
      next_action: code(NEXT_ACTIONS, ''),
      next_at: time,
      way: code(COMPLAINT_WAYS, ''),
      received_on: z.string(),
      due_on: z.string(),
      /** The latest complaint that an answer answers. */
      complaint_id: z.string(),
      sent_by: code(ANSWER_WAYS, ''),
    })
    .partial(),
});

export type PageEvent = z.infer<typeof eventSchema>;

/** Reads the events of the seller's lead, the oldest first. */
export const readEvents = (db: Db, leadId: string) =>
  rowsOf(
    db,
    eventSchema,
    sql`
      select id, at, kind, facts,
        (select split_part(btrim(name), ' ', 1) from desk.staff where user_id = actor) as name,
        (
          select body from desk.texts where event_id = events.id and part in ('message', 'solicitor', 'visitor')
        ) as body,
        ${IS_MAILED} and (
          select sent_at is not null from private.notifications as mails
          where mails.lead_id = events.lead_id and mails.kind = 'replied' and mails.event_id >= events.id
          order by mails.number
          limit 1
        ) is true as is_mailed,
        case kind
          when 'offer_answered' then (select number from desk.offers where id = (facts ->> 'offer_id')::uuid)
        end as offer_number
      from desk.events
      where lead_id = ${leadId} and kind = any (${KINDS})
        -- A mail that somebody else may have sent puts no words on the seller's page.
        and coalesce(facts ->> 'sender', 'seller') = 'seller'
      order by events.at, events.id`,
  );
