import * as z from 'zod';
import { time } from '../cases/cards.ts';
import { CHANNELS, OFFER_ANSWERS, OUTCOMES, type EventKind } from '../cases/codes.ts';
import { rowsOf, sql, type Db } from '../database/statement.ts';
import { code } from '../http/json.ts';
import type { Opened } from './keys.ts';

const bySeller = z.object({
  /** The lead of the seller, if it was merged into the lead that has the event. */
  sender: z.string().optional(),
});

const common = {
  id: z.string().transform(Number),
  at: time,
  lead_id: z.string(),
  /** The first name of the member of staff; null for the seller. */
  name: z.string().nullable(),
  /** What the seller or the firm wrote; for an answer to an offer, the solicitor. */
  body: z.string().nullable(),
};

const eventSchema = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal(['written', 'contact_corrected', 'seller_stopped']),
    facts: bySeller,
  }),
  z.object({ ...common, kind: z.literal(['replied', 'seller_mailed', 'planned', 'merged']) }),
  z.object({
    ...common,
    kind: z.literal('called'),
    facts: z.object({ channel: code(CHANNELS, ''), outcome: code(OUTCOMES, '') }),
  }),
  z.object({
    ...common,
    kind: z.literal('call_wished'),
    /** Without a start: as soon as the firm can. */
    facts: bySeller.extend({ starts_at: time.nullable(), ends_at: time }),
  }),
  z.object({
    ...common,
    kind: z.literal('offer_answered'),
    facts: bySeller.extend({ offer_id: z.string(), answer: code(OFFER_ANSWERS, '') }),
    offer_number: z.int(),
  }),
]);

/** An event that the page needs, of the seller's lead or of the case that it was merged into. */
export type PageEvent = z.infer<typeof eventSchema>;

const KINDS = eventSchema.options.flatMap(({ shape }) => [...shape.kind.values]) satisfies EventKind[];

/** Reads the events, the oldest first. */
export const readEvents = (db: Db, { leadId, caseId }: Opened): Promise<PageEvent[]> =>
  rowsOf(
    db,
    eventSchema,
    sql`
      select id, at, lead_id, kind, facts,
        (select split_part(btrim(name), ' ', 1) from desk.staff where user_id = actor) as name,
        (
          select body from desk.texts where event_id = events.id and part in ('message', 'solicitor')
        ) as body,
        case kind
          when 'offer_answered' then (select number from desk.offers where id = (facts ->> 'offer_id')::uuid)
        end as offer_number
      from desk.events
      where lead_id = any (${[leadId, caseId]}::uuid[]) and kind = any (${KINDS})
      order by events.id`,
  );

/** The lead of the seller whose event it is. */
export const senderOf = (event: PageEvent): string =>
  ('facts' in event && 'sender' in event.facts ? event.facts.sender : undefined) ?? event.lead_id;
