import * as z from 'zod';
import type { Calendar } from '#src/lib/reply-deadline.ts';
import { promisedBy, type CallWindow } from '../cases/calendar.ts';
import { time } from '../cases/cards.ts';
import { CLOSE_REASONS, NEXT_ACTIONS, STAGES } from '../cases/codes.ts';
import { code } from '../http/json.ts';
import { wayOf } from './conversation.ts';
import type { PageEvent } from './events.ts';
import type { ShownOffer } from './offers.ts';

/** What the state of an enquiry depends on, besides its events and offers: columns of `desk.cases`. */
export const workSchema = z.object({
  stage: code(STAGES, ''),
  close_reason: code(CLOSE_REASONS, '').nullable(),
  first_contact_at: time.nullable(),
  promised_by: time,
  next_action: code(NEXT_ACTIONS, '').nullable(),
  next_at: time.nullable(),
  asked_at: time.nullable(),
});

type Work = z.infer<typeof workSchema>;

export type Facts = {
  work: Work;
  /** The case's own events, the oldest first. */
  events: PageEvent[];
  latest: ShownOffer | undefined;
  calendar: Calendar;
  /** Today's day in Scotland, and the times for calls. */
  today: string;
  windows: CallWindow[];
};

const isOver = ({ status, valid_until }: ShownOffer, today: string) =>
  status === 'declined' || status === 'withdrawn' || valid_until < today;

/** The last try to reach the seller, and the call that the seller has asked for, unless staff have planned something since. */
function readHistory({ work, events }: Facts) {
  const attempt = events.findLast((event) => event.kind === 'called');
  const last = events.findLast(({ kind }) => kind === 'call_wished' || kind === 'planned');
  const wish = last?.kind === 'call_wished' && work.next_action === 'call' ? last : undefined;
  return { attempt, wish };
}

type History = ReturnType<typeof readHistory>;

function codeOf({ work, latest, today }: Facts, { attempt, wish }: History) {
  const isUnanswered = attempt !== undefined && attempt.facts.outcome !== 'spoke';
  const isWishLater = attempt !== undefined && wish !== undefined && wish.id > attempt.id;
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
      if (latest?.stands) return 'offer';
      if (work.next_action === 'call' && (!isUnanswered || isWishLater)) return 'call_planned';
      if (isUnanswered) return 'tried';
      if (latest && isOver(latest, today)) return 'offer_over';
      return work.first_contact_at === null ? 'received' : 'working';
  }
}

/** When the firm plans to ring, if a call is the next step. Without `from`: as soon as it can. */
function plannedCall({ work, windows }: Facts, { wish }: History) {
  if (wish) return { from: wish.facts.starts_at, to: wish.facts.ends_at };
  if (work.next_at === null) return null;
  const at = Date.parse(work.next_at);
  const window = windows.find(({ from, to }) => at >= Date.parse(from) && at < Date.parse(to));
  return window ?? { from: work.next_at, to: new Date(at + 2 * 3_600_000).toISOString() };
}

const earliest = (times: (string | null)[]): string | null =>
  times.filter((at) => at !== null).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;

/** By when the firm has promised the next step. */
function nextStepBy({ work, calendar }: Facts, { wish }: History): string | null {
  if (work.stage === 'closed') return null;
  if (wish) return wish.facts.ends_at;
  const isOurs = work.next_action !== 'wait_for_seller' && work.next_action !== 'wait_for_solicitor';
  return earliest([
    work.first_contact_at === null ? work.promised_by : null,
    work.asked_at === null ? null : promisedBy(new Date(work.asked_at), calendar).toISOString(),
    isOurs ? work.next_at : null,
  ]);
}

/** Where the enquiry stands, as codes from which the page makes sentences. */
export function stateOf(facts: Facts) {
  const { work, latest } = facts;
  const history = readHistory(facts);
  const state = codeOf(facts, history);
  const attempt = state === 'tried' ? history.attempt : undefined;
  const isOfferNamed = state === 'offer' || state === 'offer_over';
  const hasEnded = latest?.status === 'declined' || latest?.status === 'withdrawn';
  return {
    code: state,
    /** When the firm last tried to reach the seller, and how. */
    at: attempt?.at ?? null,
    how: attempt ? wayOf(attempt.facts.channel) : null,
    call: state === 'call_planned' ? plannedCall(facts, history) : null,
    /** The last day of the last offer: `2026-12-10`. */
    until: isOfferNamed ? (latest?.valid_until ?? null) : null,
    /** Why the case was closed, or why the last offer has ended. */
    reason:
      state === 'closed'
        ? work.close_reason
        : state === 'offer_over'
          ? hasEnded
            ? latest.status
            : ('expired' as const)
          : null,
    next_by: nextStepBy(facts, history),
  };
}
