/** The seller's calendar: a visit, a call that is agreed, and the last day of an offer. */
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import type { Calendar } from '#calendar/reply-deadline.ts';
import { londonDay } from '../cases/days.ts';
import { stands, type Offer } from '../cases/offers.ts';
import type { FirmDetails } from '../mail/firm-details.ts';
import { dateSchema, type DateFacts, type PageEvent } from './events.ts';
import { datesOf, type Facts } from './state.ts';

/** A version of an entry, with the id of its event. A calendar replaces its copy by one with a higher `sequence`. */
export type DateEntry = DateFacts & { id: number };

/** All versions of all entries, the oldest first. */
export const entriesOf = (events: readonly PageEvent[]): DateEntry[] =>
  events.flatMap(({ id, kind, facts }) => (kind === 'dated' ? { id, ...dateSchema.parse(facts) } : []));

const isEntry = (one: DateFacts, other: DateFacts) => one.what === other.what && one.number === other.number;

/** The entries that are neither cancelled nor over, each in its last version. */
export const standingEntries = (entries: readonly DateEntry[], now: string): DateEntry[] =>
  entries.filter(
    (entry) =>
      !entry.is_cancelled &&
      Date.parse(entry.ends_at) > Date.parse(now) &&
      !entries.some((other) => isEntry(entry, other) && other.id > entry.id),
  );

type Wanted = Pick<DateFacts, 'what' | 'starts_at' | 'ends_at' | 'is_agreed' | 'visitor_id'>;

export type DatedCase = {
  work: Facts['work'];
  events: PageEvent[];
  /** The newest first. */
  offers: readonly Offer[];
  calendar: Calendar;
};

const HOUR_MS = 3_600_000;

/** What the calendar should have now. */
function wantedDates({ work, events, offers, calendar }: DatedCase): Wanted[] {
  const [latest] = offers;
  const { visit, call, isWished } = datesOf({ work, events, latest, calendar });
  const timed = (what: 'visit' | 'call', from: string, to: number, more: Partial<Wanted>): Wanted => ({
    what,
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(to).toISOString(),
    is_agreed: true,
    visitor_id: null,
    ...more,
  });
  const planned = events.findLast(({ kind }) => kind === 'planned');
  const isAnswered = events.some(({ facts }) => facts.answer && facts.offer_id === latest?.id);
  const wanted: (Wanted | false | null | undefined | '')[] = [
    visit &&
      timed('visit', visit, Date.parse(visit) + HOUR_MS, { visitor_id: planned?.body ? planned.id : null }),
    call?.from && call.to && timed('call', call.from, Date.parse(call.to), { is_agreed: isWished }),
    latest &&
      stands(latest) &&
      !isAnswered && {
        what: 'offer',
        starts_at: latest.valid_until,
        ends_at: londonDay(1, new Date(latest.valid_until)),
        // The offer's own mail has it, which staff send when they have told the seller.
        is_agreed: false,
        visitor_id: null,
      },
  ];
  return wanted.filter((date) => !!date).filter(({ ends_at }) => Date.parse(ends_at) > Date.parse(work.now));
}

/**
 * The versions that make the calendar what it should be: one that is new, moved or cancelled. A visit or a call that has begun
 * took place, so it is neither moved nor cancelled. After a change of the address, the entry is cancelled at the former one.
 *
 * @param addressId the event that last changed the seller's address; 0 if none has
 */
export function newVersions(dated: DatedCase, addressId: number): DateFacts[] {
  const { events, work } = dated;
  const wanted = wantedDates(dated);
  const entries = entriesOf(events);
  const visitorOf = (eventId: number | null) => events.find(({ id }) => id === eventId)?.body;
  return (['visit', 'call', 'offer'] as const).flatMap((what): DateFacts[] => {
    const last = entries.findLast((entry) => entry.what === what);
    const next = wanted.find((date) => date.what === what);
    const canChange =
      last !== undefined &&
      !last.is_cancelled &&
      Date.parse(what === 'offer' ? last.ends_at : last.starts_at) > Date.parse(work.now);
    const version = (date: Wanted, number: number, sequence: number) => ({
      ...date,
      number,
      sequence,
      is_cancelled: false,
      address_id: addressId,
    });
    if (!canChange) {
      const hasBegun = !last?.is_cancelled && last?.starts_at === next?.starts_at;
      return next && !hasBegun ? [version(next, (last?.number ?? 0) + 1, 0)] : [];
    }
    const { number, sequence } = last;
    const cancelled = { ...dateSchema.parse(last), sequence: sequence + 1, is_cancelled: true };
    if (!next) return [cancelled];
    if (last.address_id !== addressId) return [cancelled, version(next, number, sequence + 2)];
    const isSame =
      last.starts_at === next.starts_at &&
      last.ends_at === next.ends_at &&
      visitorOf(last.visitor_id) === visitorOf(next.visitor_id);
    return isSame ? [] : [version(next, number, sequence + 1)];
  });
}

const SUMMARIES: Record<DateFacts['what'], string> = {
  visit: 'Visit to see your property',
  call: 'Call about your property',
  offer: 'Last day of our offer for your property',
};

type CalendarFile = {
  leadId: string;
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  firm: FirmDetails;
  /** When the file is made, ISO 8601. */
  now: string;
  /** What was typed: who comes, and the address of the property. Left out for an address that nobody has confirmed. */
  details?: { visitor: string | null; address: string } | undefined;
  /** To whom it is mailed. */
  attendee?: string;
};

/**
 * Writes entries as an iCalendar file (RFC 5545). Times are in UTC, which every program shows in the time of its owner.
 * An invitation has one entry only, because mail programs ignore any others (RFC 5546).
 */
export function calendarFile(
  entries: readonly DateFacts[],
  { leadId, method, firm, now, details, attendee }: CalendarFile,
): string {
  const calendar = ical({
    method: ICalCalendarMethod[method],
    prodId: { company: firm.brand, product: 'enquiry', language: 'EN' },
  });
  for (const { what, number, sequence, starts_at, ends_at, is_cancelled } of entries) {
    const isOffer = what === 'offer';
    const isVisit = what === 'visit';
    calendar.createEvent({
      id: `${what}-${number}-lead-${leadId}`,
      sequence,
      stamp: new Date(now),
      start: new Date(starts_at),
      end: new Date(ends_at),
      allDay: isOffer,
      status: is_cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: isOffer ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      summary: `${firm.brand}: ${SUMMARIES[what]}`,
      ...(isVisit && details && { location: details.address }),
      description: [
        isVisit && details?.visitor && `Who comes: ${details.visitor}`,
        `Our number: ${firm.phone}`,
      ]
        .filter(Boolean)
        .join('\n'),
      organizer: { name: firm.brand, email: firm.email },
      ...(attendee && {
        attendees: [
          {
            email: attendee,
            role: ICalAttendeeRole.REQ,
            status: ICalAttendeeStatus.ACCEPTED,
            rsvp: false,
          },
        ],
      }),
    });
  }
  return calendar.toString();
}
