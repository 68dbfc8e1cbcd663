import * as z from 'zod';
import { referenceOf } from '#lead/reference.ts';
import { callWindows, readCalendar } from '../cases/calendar.ts';
import { cardSchema, time } from '../cases/cards.ts';
import { londonDay } from '../cases/days.ts';
import { rowOf, sql, type Db } from '../database/statement.ts';
import { conversationOf } from './conversation.ts';
import { readEvents, senderOf, type PageEvent } from './events.ts';
import type { Opened } from './keys.ts';
import { readShownOffers, type ShownOffer } from './offers.ts';
import { readShares } from './shares.ts';
import { stateOf, workSchema } from './state.ts';

const { source, name, phone, email, postcode, address } = cardSchema.shape;
const answer = z.string().nullable();

const rowSchema = workSchema.extend({
  submission_id: z.string().nullable(),
  created_at: time,
  source,
  ...{ name, phone, email, postcode, address },
  ...{ property_type: answer, bedrooms: answer, property_condition: answer, message: answer },
  /** As the seller first sent them. */
  sent_phone: phone,
  sent_email: email,
  do_not_call: z.boolean(),
  hold_until: z.string().nullable(),
});

const former = (leadId: string, part: 'former_phone' | 'former_email') => sql`(
  select body from desk.texts where lead_id = ${leadId} and part = ${part} order by event_id limit 1
)`;

const readRow = (db: Db, { leadId, caseId }: Opened) =>
  rowOf(
    db,
    rowSchema,
    sql`
      select submission_id, leads.created_at, source, name, phone, email, postcode, address, property_type, bedrooms,
        property_condition, message,
        coalesce(${former(leadId, 'former_phone')}, phone) as sent_phone,
        coalesce(${former(leadId, 'former_email')}, email) as sent_email,
        stage, close_reason, first_contact_at, promised_by, next_action, next_at, asked_at, do_not_call, hold_until
      from public.leads
      join desk.cases on cases.lead_id = ${caseId}
      left join private.notifications on notifications.lead_id = leads.id
      where leads.id = ${leadId}`,
  );

/** The seller's last answer to an offer that stands. */
function answerTo(offer: ShownOffer | undefined, events: PageEvent[], leadId: string) {
  if (!offer?.stands) return null;
  const given = events.findLast(
    (event) =>
      event.kind === 'offer_answered' && event.facts.offer_id === offer.id && senderOf(event) === leadId,
  );
  if (given?.kind !== 'offer_answered') return null;
  return { at: given.at, answer: given.facts.answer, offer_number: offer.number };
}

/**
 * All contents of the page. Only this function decides what a seller may see. It must never include notes, evidence,
 * surnames of staff, suspicion, origin, other leads or other people's messages, and the market value only if the offer
 * shows it. Times are ISO 8601.
 */
export async function readEnquiry(db: Db, opened: Opened) {
  const { leadId, caseId, isShared, now } = opened;
  const isFull = !isShared;
  const today = londonDay(0, new Date(now));
  const [row, offers, events, calendar, shares] = await Promise.all([
    readRow(db, opened),
    readShownOffers(db, caseId, today),
    readEvents(db, opened),
    readCalendar(db),
    isFull ? readShares(db, leadId) : [],
  ]);
  const windows = callWindows(new Date(now), calendar);
  const ofCase = events.filter((event) => event.lead_id === caseId);
  const [latest] = offers;
  const { postcode, address, property_type, bedrooms, property_condition, message } = row;
  const contact = isFull ? { phone: row.phone, email: row.email } : null;
  return {
    access: isFull ? ('full' as const) : ('shared' as const),
    /** What the seller was shown after sending a form, such as `7F3A-91C2`. */
    reference: row.submission_id && referenceOf(row.submission_id),
    sent_at: row.created_at,
    source: row.source,
    /** The database's clock. */
    now,
    state: stateOf({ work: row, events: ofCase, latest, calendar, today, windows }),
    do_not_call: row.do_not_call,
    /** Whether it was joined with another enquiry of the same person. */
    merged: leadId !== caseId,
    /** The newest first. */
    offers,
    /** The seller's last answer to the standing offer. */
    answer: answerTo(latest, ofCase, leadId),
    /** The oldest first. */
    conversation: isFull ? conversationOf(events, opened) : [],
    sent: {
      ...{ postcode, address, property_type, bedrooms, property_condition, message },
      ...(isFull && { name: row.name, phone: row.sent_phone, email: row.sent_email }),
    },
    /** The contact details with the seller's corrections; null for a shared link. */
    contact,
    call_windows: isFull ? windows.filter(({ from }) => Date.parse(from) > Date.parse(now)) : [],
    shares,
    held_until: row.hold_until !== null && row.hold_until >= today ? row.hold_until : null,
  };
}

export type Enquiry = Awaited<ReturnType<typeof readEnquiry>>;
