import * as z from 'zod';
import { phoneKey } from '#lead/phone-number.ts';
import { referenceOf } from '#lead/reference.ts';
import { callWindows, readCalendar } from '../cases/calendar.ts';
import { cardSchema, time } from '../cases/cards.ts';
import { londonDay } from '../cases/days.ts';
import { readOffers, stands, type Offer } from '../cases/offers.ts';
import { isReturned } from '../cases/returned-mails.ts';
import { allOf, rowOf, sql, type Db } from '../database/statement.ts';
import { complaintsOf } from './complaints.ts';
import { contactAsSent } from './contact-before.ts';
import { conversationOf } from './conversation.ts';
import { entriesOf, standingEntries } from './dates.ts';
import { readEvents, type PageEvent } from './events.ts';
import type { Opened } from './keys.ts';
import { readShownPapers } from './papers.ts';
import { readShares } from './shares.ts';
import { stateOf, workSchema } from './state.ts';

const { source, name, phone, email, postcode, address } = cardSchema.shape;

/** Null for the words that an import has in place of a number. */
const numberOf = (given: string) => (phoneKey(given) === null ? null : given);

const answer = z.string().nullable();

const rowSchema = workSchema.extend({
  submission_id: z.string().nullable(),
  created_at: time,
  source,
  name,
  phone,
  email,
  postcode,
  address,
  property_type: answer,
  bedrooms: answer,
  property_condition: answer,
  message: answer,
  /** As the seller first sent them. */
  sent_phone: phone,
  sent_email: email,
  is_returned: z.boolean(),
  do_not_call: z.boolean(),
  hold_until: z.string().nullable(),
  is_merged: z.boolean(),
});

/** The row of the lead and its case, from which the page is made. */
export const readRow = (db: Db, leadId: string) =>
  rowOf(
    db,
    rowSchema,
    sql`
      select submission_id, leads.created_at, source, name, phone, email, postcode, address, property_type, bedrooms,
        property_condition, message,
        coalesce(${contactAsSent(sql`leads.id`, 'former_phone')}, phone) as sent_phone,
        coalesce(${contactAsSent(sql`leads.id`, 'former_email')}, email) as sent_email,
        ${isReturned(sql`leads.id`)} as is_returned,
        stage, close_reason, first_contact_at, promised_by, next_action, next_at,
        least(asked_at, question_at) as asked_at, do_not_call, hold_until,
        duplicate_of is not null as is_merged, now() as now
      from public.leads
      join desk.cases on cases.lead_id = leads.id
      left join private.notifications on notifications.lead_id = leads.id and kind = 'lead'
      where leads.id = ${leadId}`,
  );

function showOffer(offer: Offer, latest: Offer | undefined) {
  const { id, number, at, amount, market_value, basis, conditions, funds, valid_until } = offer;
  const { details, status, reason_code, open_point, actual_costs } = offer;
  return {
    ...{ id, number, at, amount, market_value, basis, conditions, funds, valid_until },
    ...{ details, status, reason_code, open_point, actual_costs },
    /** Whether the seller can accept it today. */
    stands: offer === latest && stands(offer),
  };
}

function answerTo(offer: Offer | undefined, events: PageEvent[]) {
  const given = events.findLast(
    ({ facts: { answer, offer_id } }) => answer !== undefined && offer_id === offer?.id,
  );
  if (!offer || !given?.facts.answer || !stands(offer)) return null;
  return { at: given.at, answer: given.facts.answer, offer_number: offer.number };
}

/** What the page is made from. */
export async function readFacts(db: Db, leadId: string) {
  const [row, offers, events, calendar] = await allOf([
    readRow(db, leadId),
    readOffers(db, leadId),
    readEvents(db, leadId),
    readCalendar(db),
  ]);
  const state = stateOf({ work: row, events, latest: offers[0], calendar });
  const visitor =
    state.visit === null ? null : (events.findLast(({ kind }) => kind === 'planned')?.body ?? null);
  const dates = standingEntries(entriesOf(events), row.now);
  return { row, offers, events, calendar, state, visitor, dates };
}

/** Where the property is. */
export const placeOf = ({ address, postcode }: Pick<z.infer<typeof rowSchema>, 'address' | 'postcode'>) =>
  [address, postcode].filter(Boolean).join(', ');

/** What the file for the seller's calendar has. With a read-only link, nothing. */
export async function readDates(db: Db, { leadId, isShared }: Opened) {
  const { row, visitor, dates } = await readFacts(db, leadId);
  return { now: row.now, details: { visitor, address: placeOf(row) }, dates: isShared ? [] : dates };
}

/**
 * All contents of the page. Only this function decides what a seller may see. It must never include notes, evidence,
 * surnames of staff, suspicion, origin, or anything of another lead. Times are
 * ISO 8601.
 */
export async function readEnquiry(db: Db, { leadId, isShared }: Opened) {
  const [{ row, offers, events, calendar, state, visitor, dates }, shares, papers] = await allOf([
    readFacts(db, leadId),
    isShared ? [] : readShares(db, leadId),
    readShownPapers(db, { leadId, isShared }),
  ]);
  const [latest] = offers;
  const { postcode, address, property_type, bedrooms, property_condition, message, now } = row;
  return {
    access: isShared ? ('shared' as const) : ('full' as const),
    /** What the seller was shown after sending a form, such as `7F3A-91C2`. */
    reference: row.submission_id && referenceOf(row.submission_id),
    sent_at: row.created_at,
    source: row.source,
    /** The database's clock. */
    now,
    state,
    /** Who comes to see the property, and how the seller knows them. */
    visitor: isShared ? null : visitor,
    /** Whether the call `dates` has something for the seller's calendar. */
    has_dates: !isShared && dates.length > 0,
    do_not_call: row.do_not_call,
    /** Whether staff work on it together with another enquiry, of which this page shows nothing. */
    merged: row.is_merged,
    /** The newest first. */
    offers: offers.map((offer) => showOffer(offer, latest)),
    /** The seller's last answer to the standing offer. */
    answer: answerTo(latest, events),
    /** The oldest first. */
    conversation: isShared ? [] : conversationOf(events),
    complaints: isShared ? [] : complaintsOf(events),
    sent: {
      postcode,
      address,
      property_type,
      bedrooms,
      property_condition,
      // A chat's first message is part of the conversation, and people write their names and numbers in it.
      message: isShared ? null : message,
      ...(!isShared && { name: row.name, phone: numberOf(row.sent_phone), email: row.sent_email }),
    },
    /** The contact details with the seller's corrections; null for a shared link. */
    contact: isShared
      ? null
      : {
          phone: numberOf(row.phone),
          email: row.email,
          /** Whether our last mail to the address came back, so that the page asks for another one. */
          is_returned: row.is_returned,
        },
    call_windows: isShared ? [] : callWindows(new Date(now), calendar).filter(({ from }) => from > now),
    shares,
    papers,
    held_until: row.hold_until !== null && row.hold_until >= londonDay(0) ? row.hold_until : null,
  };
}
