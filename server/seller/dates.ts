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

/** The entries that are neither cancelled nor over, each in its last version. */
export const standingEntries = (entries: readonly DateEntry[], now: string): DateEntry[] =>
  entries.filter(
    (entry) =>
      !entry.is_cancelled &&
      Date.parse(entry.ends_at) > Date.parse(now) &&
      !entries.some((other) => other.uid === entry.uid && other.id > entry.id),
  );

/** A mail that was sent, or may have been, or that waits. */
export type DateMail = {
  /** The version of an entry that it tells of. Null for the mail about an offer, which tells of the offer's last day. */
  event_id: number | null;
  at: string;
  is_waiting: boolean;
};

/** Whether the seller has got a version of an entry. */
export const isTold = ({ id, what, is_carried }: DateEntry, events: PageEvent[], mails: DateMail[]) =>
  is_carried ||
  mails.some(
    (mail) =>
      !mail.is_waiting &&
      (mail.event_id === null
        ? what === 'offer' &&
          Date.parse(mail.at) > Date.parse(events.find((event) => event.id === id)?.at ?? '')
        : mail.event_id === id),
  );

/**
 * The versions that the seller is still to be told of, in the state that each entry has now at each address. An update or
 * the cancellation of an entry is only for who has got an earlier version. `isKnown` says whether they have.
 */
export function versionsToTell(events: PageEvent[], mails: DateMail[], now: string) {
  const versions = entriesOf(events);
  const isHad = (version: DateEntry) => isTold(version, events, mails);
  return versions.flatMap((entry) => {
    const ofEntry = versions.filter(({ uid }) => uid === entry.uid);
    const same = ofEntry.filter(({ address_id }) => address_id === entry.address_id);
    if (entry !== same.at(-1) || Date.parse(entry.ends_at) <= Date.parse(now) || isHad(entry)) return [];
    const isKnown = same.some(isHad);
    // What the former address was told, the new one is told too.
    const isForReader = isKnown || (!entry.is_cancelled && (entry.is_agreed || ofEntry.some(isHad)));
    return isForReader ? [{ entry, isKnown }] : [];
  });
}

type Wanted = Pick<DateFacts, 'what' | 'starts_at' | 'ends_at' | 'is_agreed' | 'visitor_id'>;

export type DatedCase = {
  leadId: string;
  work: Facts['work'];
  events: PageEvent[];
  /** The newest first. */
  offers: readonly Offer[];
  calendar: Calendar;
};

const HOUR_MS = 3_600_000;

/** What the calendar should have now. */
export function wantedDates({ work, events, offers, calendar }: Omit<DatedCase, 'leadId'>): Wanted[] {
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

/** The version that cancels an entry. */
const cancelledVersion = (last: DateEntry): DateFacts => ({
  ...dateSchema.parse(last),
  sequence: last.sequence + 1,
  is_cancelled: true,
  is_carried: false,
});

type Carried = {
  entry: DateEntry;
  /** What the other lead wants. */
  next: Wanted;
  addressId: number;
  /** Whether the seller has the entry, at the address of both leads. */
  isHad: boolean;
};

/**
 * The versions with which an entry goes from a merged lead to the other one. It keeps its UID. If the seller has it, their
 * calendar stays as it is. Otherwise the merged lead's address gets a cancellation if it has the entry.
 */
export const carriedVersions = ({
  entry,
  next,
  addressId,
  isHad,
}: Carried): [from: DateFacts, to: DateFacts] => [
  { ...cancelledVersion(entry), is_carried: isHad },
  {
    ...dateSchema.parse(entry),
    sequence: entry.sequence + (isHad ? 0 : 2),
    visitor_id: next.visitor_id,
    address_id: addressId,
    is_carried: isHad,
  },
];

/**
 * The versions that make the calendar what it should be: one that is new, moved or cancelled. A visit or a call that has begun
 * took place, so it is neither moved nor cancelled. After a change of the address, the entry is cancelled at the former one.
 *
 * @param addressId the event that last changed the seller's address; 0 if none has
 */
export function newVersions(dated: DatedCase, addressId: number): DateFacts[] {
  const { leadId, events, work } = dated;
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
    const version = (date: Wanted, uid: string, sequence: number) => ({
      ...date,
      uid,
      sequence,
      is_cancelled: false,
      address_id: addressId,
      is_carried: false,
    });
    if (!canChange) {
      const hasBegun = !last?.is_cancelled && last?.starts_at === next?.starts_at;
      const before = new Set(entries.filter((entry) => entry.what === what).map(({ uid }) => uid)).size;
      return next && !hasBegun ? [version(next, `${what}-${before + 1}-lead-${leadId}`, 0)] : [];
    }
    const { uid, sequence } = last;
    const cancelled = cancelledVersion(last);
    if (!next) return [cancelled];
    if (last.address_id !== addressId) return [cancelled, version(next, uid, sequence + 2)];
    const isSame =
      last.starts_at === next.starts_at &&
      last.ends_at === next.ends_at &&
      visitorOf(last.visitor_id) === visitorOf(next.visitor_id);
    return isSame ? [] : [version(next, uid, sequence + 1)];
  });
}

const SUMMARIES: Record<DateFacts['what'], string> = {
  visit: 'Visit to see your property',
  call: 'Call about your property',
  offer: 'Last day of our offer for your property',
};

type CalendarFile = {
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
  { method, firm, now, details, attendee }: CalendarFile,
): string {
  const calendar = ical({
    method: ICalCalendarMethod[method],
    prodId: { company: firm.brand, product: 'enquiry', language: 'EN' },
  });
  for (const { what, uid, sequence, starts_at, ends_at, is_cancelled } of entries) {
    const isOffer = what === 'offer';
    const isVisit = what === 'visit';
    calendar.createEvent({
      id: uid,
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
