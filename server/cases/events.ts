import * as z from 'zod';
import { characterCount } from '#lead/text.ts';
import { EVENTS, type EventKind, type TextPart } from '../database/codes.ts';
import { empty, rowOf, sql, type Db } from '../database/statement.ts';
import { code } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { personOf, personSchema, time } from './cards.ts';

/**
 * One entry of a lead's history. Its kind determines its `facts`. `text` is a note or a message, and `texts` has
 * everything else that the seller typed.
 */
export const eventSchema = z.object({
  id: z.string(),
  at: time,
  lead_id: z.string().nullable(),
  actor: personSchema.nullable(),
  kind: code(EVENTS, 'There is no such event.'),
  facts: z.record(z.string(), z.unknown()),
  text: z.string().nullable(),
  texts: z
    .object({
      solicitor: z.string(),
      visitor: z.string(),
      former_phone: z.string(),
      former_email: z.string(),
      whole: z.string(),
      sender: z.string(),
      attachments: z.string(),
    })
    .partial()
    .nullable(),
});

export type LeadEvent = z.infer<typeof eventSchema>;

/** The columns of an event, for a query of `desk.events`. */
export const EVENT = sql`
  events.id, events.at, events.lead_id,
  ${personOf(sql`events.actor`)} as actor,
  events.kind, events.facts,
  (
    select body from desk.texts where texts.event_id = events.id and part in ('note', 'message')
  ) as text,
  (
    select jsonb_object_agg(part, body) from desk.texts
    where texts.event_id = events.id
      and part in ('solicitor', 'visitor', 'former_phone', 'former_email', 'whole', 'sender', 'attachments')
  ) as texts`;

/** What staff or the seller typed for an event. Empty texts are not stored. */
export type Texts = Partial<Record<TextPart, string | null>>;

export type NewEvent = {
  /** The member of staff; null for a seller or a command. */
  actor: string | null;
  leadId: string | null;
  kind: EventKind;
  /** Codes, amounts, dates and ids. Nothing that somebody typed. */
  facts?: Record<string, unknown> | undefined;
  requestId?: string | undefined;
  texts?: Texts | undefined;
  /** When it was done, if that was not now. */
  at?: string | undefined;
};

/** Text without the spaces, tabs and line breaks around it; null if nothing is left. */
export const trimmed = (body: string | null | undefined): string | null =>
  (body ?? '').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '') || null;

function typedTexts(texts: Texts): Texts {
  const typed = Object.entries(texts).map(([part, body]) => [part, trimmed(body)] as const);
  for (const [part, body] of typed) {
    refuseUnless(
      part === 'details' || characterCount(body ?? '') <= 10_000,
      part === 'note' ? 'body' : part,
      'This is longer than 10,000 characters.',
    );
  }
  return Object.fromEntries(typed.filter(([, body]) => body !== null));
}

/** Writes what was done, and what was typed for it. @returns the event's id */
export async function writeEvent(
  db: Db,
  { actor, leadId, kind, facts = {}, requestId, texts = {}, at }: NewEvent,
): Promise<string> {
  const { id } = await rowOf(
    db,
    z.object({ id: z.string() }),
    sql`
      with event as (
        insert into desk.events (actor, lead_id, kind, facts, request_id ${at === undefined ? empty : sql`, at`})
        values (
          ${actor}, ${leadId}, ${kind}, ${JSON.stringify(facts)}, ${requestId ?? null}
          ${at === undefined ? empty : sql`, ${at}`}
        )
        returning id
      ),
      typed as (
        insert into desk.texts (event_id, lead_id, part, body)
        select id, ${leadId}::uuid, part, body
        from event cross join jsonb_each_text(${JSON.stringify(typedTexts(texts))}::jsonb) as text (part, body)
      )
      select id from event`,
  );
  return id;
}
