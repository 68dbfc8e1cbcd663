import type * as z from 'zod';
import { replyDeadline, type Calendar } from '#calendar/reply-deadline.ts';
import { callWindows, WINDOW_MS } from '../cases/calendar.ts';
import { cardSchema, time } from '../cases/cards.ts';
import { londonDay } from '../cases/days.ts';
import { stands, type Offer } from '../cases/offers.ts';
import { wayOf } from './conversation.ts';
import type { PageEvent } from './events.ts';

/** The columns of `desk.cases` on which the state depends. */
export const workSchema = cardSchema
  .pick({
    stage: true,
    close_reason: true,
    first_contact_at: true,
    promised_by: true,
    next_action: true,
    next_at: true,
    asked_at: true,
  })
  .extend({ now: time });

export type Facts = {
  work: z.infer<typeof workSchema>;
  /** The case's own events. */
  events: PageEvent[];
  latest: Offer | undefined;
  calendar: Calendar;
};

const lastAttempt = ({ events }: Facts) => events.findLast(({ kind }) => kind === 'called');

/**
 * The call that the seller has asked for, unless staff have planned something since. Beside a visit that was planned before,
 * it stands until staff have rung.
 */
function lastWish({ work, events }: Facts) {
  const hasVisit = work.next_action === 'visit';
  if (!hasVisit && work.next_action !== 'call') return undefined;
  const last = events.findLast(
    ({ kind }) => kind === 'call_wished' || kind === 'planned' || (hasVisit && kind === 'called'),
  );
  return last?.kind === 'call_wished' ? last : undefined;
}

function codeOf(facts: Facts) {
  const { work, latest } = facts;
  const attempt = lastAttempt(facts);
  const wish = lastWish(facts);
  const isUnanswered =
    attempt !== undefined && !['spoke', 'do_not_call'].includes(attempt.facts.outcome ?? '');
  switch (work.stage) {
    case 'closed':
    case 'settled':
    case 'accepted':
      return work.stage;
    case 'missives_concluded':
      return 'missives';
    case 'solicitors_instructed':
    case 'formal_offer':
      return 'solicitors';
    default:
      if (stands(latest)) return 'offer';
      if (
        (work.next_action === 'call' || wish) &&
        !(isUnanswered && attempt === facts.events.findLast((event) => event === attempt || event === wish))
      ) {
        return 'call_planned';
      }
      if (isUnanswered) return 'tried';
      if (latest && (endOf(latest) !== 'expired' || latest.valid_until < londonDay(0))) return 'offer_over';
      return work.first_contact_at === null ? 'received' : 'working';
  }
}

/** Why an offer that does not stand has ended. */
const endOf = ({ status }: Offer) =>
  status === 'declined' || status === 'withdrawn' ? status : ('expired' as const);

/** When the firm plans to ring. Without `from`: as soon as it can. */
function plannedCall(facts: Facts) {
  const { next_at, now } = facts.work;
  const wish = lastWish(facts)?.facts;
  if (wish) return { from: wish.starts_at ?? null, to: wish.ends_at ?? null };
  if (next_at === null) return null;
  const at = Date.parse(next_at);
  const window = callWindows(new Date(now), facts.calendar).find(
    ({ from, to }) => at >= Date.parse(from) && at < Date.parse(to),
  );
  return window ?? { from: next_at, to: new Date(at + WINDOW_MS).toISOString() };
}

/** What the firm and the seller have agreed, or the firm has planned, with its time. */
export function datesOf(facts: Facts) {
  const { next_action, next_at } = facts.work;
  const call = next_action === 'call' || lastWish(facts) ? plannedCall(facts) : null;
  return { visit: next_action === 'visit' ? next_at : null, call, isWished: lastWish(facts) !== undefined };
}

/** By when the firm has promised the next step. */
function nextStepBy(facts: Facts): string | null {
  const { stage, first_contact_at, promised_by, asked_at, next_action, next_at } = facts.work;
  const wish = lastWish(facts);
  if (stage === 'closed') return null;
  if (wish) return wish.facts.ends_at ?? null;
  const isSellers = next_action === 'wait_for_seller' || next_action === 'wait_for_solicitor';
  const times = [
    first_contact_at === null && !lastAttempt(facts) ? promised_by : null,
    asked_at && replyDeadline(new Date(asked_at), facts.calendar).toISOString(),
    isSellers ? null : next_at,
  ];
  return times.filter((at) => at !== null).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;
}

/** Where the enquiry stands, as codes from which the page makes sentences. */
export function stateOf(facts: Facts) {
  const { work, latest } = facts;
  const state = codeOf(facts);
  const attempt = state === 'tried' ? lastAttempt(facts) : undefined;
  const nextBy = nextStepBy(facts);
  const offer = state === 'offer' || state === 'offer_over' ? latest : undefined;
  return {
    code: state,
    /** When the firm last tried to reach the seller, and how. */
    at: attempt?.at ?? null,
    how: wayOf(attempt?.facts.channel) ?? null,
    call: state === 'call_planned' ? plannedCall(facts) : null,
    /** The last day of the last offer: `2026-12-10`. */
    until: offer?.valid_until ?? null,
    /** Why the case was closed, or why the last offer has ended. */
    reason: state === 'closed' ? work.close_reason : offer && state === 'offer_over' ? endOf(offer) : null,
    next_by: nextBy,
    /** When the firm comes to see the property. */
    visit: work.next_action === 'visit' ? work.next_at : null,
    /** Whether the firm comes or rings at this time, and not by then. */
    is_next_at: nextBy === work.next_at && (work.next_action === 'call' || work.next_action === 'visit'),
  };
}
