/** The dates of an enquiry for the seller's calendar: a visit, a call that is agreed, and the last day of an offer. */
import ical, { ICalCalendarMethod } from 'ical-generator';
import { londonDay } from '../cases/days.ts';
import { stands, type Offer } from '../cases/offers.ts';
import type { FirmDetails } from '../mail/firm-details.ts';
import type { PageEvent } from './events.ts';
import type { stateOf } from './state.ts';

/** One date. A calendar replaces its copy by one with the same `uid` and a higher `sequence`. */
type CalendarDate = {
  uid: string;
  sequence: number;
  what: 'visit' | 'call' | 'offer';
  /** ISO 8601; for the last day of an offer, a day. */
  start: string;
  end: string;
  note: string | null;
};

export type DatedEnquiry = {
  leadId: string;
  /** The database's clock, ISO 8601. */
  now: string;
  state: ReturnType<typeof stateOf>;
  events: readonly PageEvent[];
  /** The newest first. */
  offers: readonly Offer[];
};

const HOUR_MS = 3_600_000;

/**
 * The id of the visit or call that is planned, and how often it was moved. A plan that replaces one of the same kind which
 * was still to come moves it; any other is a date of its own.
 */
function plannedDate(events: readonly PageEvent[], wanted: 'visit' | 'call') {
  let date: { id: number; sequence: number; start: string } | undefined;
  for (const { id, at, kind, facts } of events) {
    if (kind !== 'planned' && kind !== 'call_wished') continue;
    const what = kind === 'planned' ? facts.next_action : 'call';
    const start = kind === 'planned' ? facts.next_at : facts.starts_at;
    if (what !== wanted || !start) date = undefined;
    else if (date && Date.parse(date.start) > Date.parse(at))
      date = { ...date, sequence: date.sequence + 1, start };
    else date = { id, sequence: 0, start };
  }
  return date;
}

/** The dates that are still to come. */
export function datesOf({ leadId, now, state, events, offers }: DatedEnquiry): CalendarDate[] {
  const planned = (what: 'visit' | 'call', start: string, end: string): CalendarDate[] => {
    const date = plannedDate(events, what);
    if (!date || Date.parse(end) <= Date.parse(now)) return [];
    const note = what === 'visit' ? (events.findLast(({ kind }) => kind === 'planned')?.body ?? null) : null;
    return [{ uid: `${what}-${date.id}-lead-${leadId}`, sequence: date.sequence, what, start, end, note }];
  };
  const { visit, call } = state;
  const [latest] = offers;
  return [
    ...(visit ? planned('visit', visit, new Date(Date.parse(visit) + HOUR_MS).toISOString()) : []),
    ...(call?.from && call.to ? planned('call', call.from, call.to) : []),
    ...(latest && stands(latest)
      ? [
          {
            uid: `offer-lead-${leadId}`,
            sequence: offers.length,
            what: 'offer' as const,
            start: latest.valid_until,
            end: londonDay(1, new Date(latest.valid_until)),
            note: null,
          },
        ]
      : []),
  ];
}

const SUMMARIES: Record<CalendarDate['what'], string> = {
  visit: 'Visit to see your property',
  call: 'Call about your property',
  offer: 'Last day of our offer for your property',
};

/** Writes the dates as an iCalendar file (RFC 5545), in UTC. */
export function calendarFile(
  dates: readonly CalendarDate[],
  firm: FirmDetails,
  siteUrl: string,
  now: string,
): string {
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: firm.brand, product: 'enquiry', language: 'EN' },
  });
  for (const { uid, sequence, what, start, end, note } of dates) {
    calendar.createEvent({
      id: `${uid}@${new URL(siteUrl).hostname}`,
      ...{
        sequence,
        stamp: new Date(now),
        start: new Date(start),
        end: new Date(end),
        allDay: what === 'offer',
      },
      summary: `${firm.brand}: ${SUMMARIES[what]}`,
      description: [note && `Who comes: ${note}`, `Our number: ${firm.phone}`].filter(Boolean).join('\n'),
    });
  }
  return calendar.toString();
}
