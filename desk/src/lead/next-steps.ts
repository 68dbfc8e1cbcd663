import type { CloseReason, Lead, NextAction, Outcome } from '../api/types.ts';
import { timeInWords } from '../lib/london.ts';
import { soon, morningIn } from './next-times.ts';
import { CLOSE_WORDS, lowerFirst, NEXT_WORDS } from '../ui/words.ts';

/**
 * A suggestion after a call or message: a next step, or to close the lead. If all fields except `words` are null, the
 * lead keeps the next step that it has.
 */
export type NextStep = {
  words: string;
  next_action: NextAction | null;
  next_at: string | null;
  close_reason: CloseReason | null;
};

type Plan = [action: NextAction, at: (nowMs: number) => Date];

const tomorrow = (nowMs: number) => morningIn(1, nowMs);
const inThreeDays = (nowMs: number) => morningIn(3, nowMs);

const PLANS: Record<Outcome, Plan[]> = {
  spoke: [
    ['value', tomorrow],
    ['visit', inThreeDays],
    ['make_offer', tomorrow],
    ['call', inThreeDays],
  ],
  no_answer: [
    ['call', soon],
    ['call', tomorrow],
    ['write', soon],
  ],
  voicemail: [
    ['wait_for_seller', tomorrow],
    ['call', tomorrow],
    ['call', inThreeDays],
  ],
  wrong_number: [['write', soon]],
  do_not_call: [['write', tomorrow]],
  message_sent: [
    ['wait_for_seller', tomorrow],
    ['call', tomorrow],
    ['wait_for_seller', inThreeDays],
  ],
};

const CLOSINGS: Record<Outcome, CloseReason[]> = {
  spoke: ['not_ours', 'route_out_given', 'seller_withdrew'],
  no_answer: ['no_reply'],
  voicemail: ['no_reply'],
  wrong_number: ['no_reply', 'spam'],
  do_not_call: ['seller_withdrew'],
  message_sent: ['no_reply'],
};

type NextOf = Pick<Lead, 'next_action' | 'next_at'>;

/** Whether the lead has a next step whose time is in the future. */
export const hasPlan = <Any extends NextOf>(
  lead: Any,
  nowMs: number,
): lead is Any & { next_action: NextAction; next_at: string } =>
  lead.next_action !== null && lead.next_at !== null && Date.parse(lead.next_at) > nowMs;

/** The lead, without its next step if that is one of the steps that are done, so that it is not suggested again. */
export const withoutDone = (lead: Lead, ...done: readonly NextAction[]): Lead =>
  lead.next_action && done.includes(lead.next_action) ? { ...lead, next_action: null, next_at: null } : lead;

const NOTHING = { next_action: null, next_at: null, close_reason: null };

/** The suggestions after a call or message with this outcome, the likeliest first. */
export function nextStepsAfter(outcome: Outcome, lead: Lead, nowMs: number): NextStep[] {
  const steps: NextStep[] = PLANS[outcome].map(([action, at]) => {
    const moment = at(nowMs);
    const again = action === 'call' ? 'Call again' : NEXT_WORDS[action];
    const words = `${again}, ${timeInWords(moment, nowMs)}`;
    return { ...NOTHING, words, next_action: action, next_at: moment.toISOString() };
  });
  if (hasPlan(lead, nowMs)) {
    const planned = `${lowerFirst(NEXT_WORDS[lead.next_action])}, ${timeInWords(lead.next_at, nowMs)}`;
    steps.unshift({ ...NOTHING, words: `Leave it as planned: ${planned}` });
  }
  for (const reason of CLOSINGS[outcome])
    steps.push({ ...NOTHING, words: `Close: ${lowerFirst(CLOSE_WORDS[reason])}`, close_reason: reason });
  // In the evening, `soon` and `tomorrow` are the same time, so duplicates are dropped.
  return steps.filter(({ words }, index) => steps.findIndex((step) => step.words === words) === index);
}
