import type { Card, Lead } from '../api/types.ts';
import { timeInWords } from '../lib/london.ts';
import { lowerFirst, NEXT_WORDS } from '../ui/words.ts';
import { callBesideVisit } from './wished-call.ts';

const stepOf = ({ next_action, next_at }: Pick<Card, 'next_action' | 'next_at'>, nowMs: number) =>
  next_action && next_at && `${lowerFirst(NEXT_WORDS[next_action])}, ${timeInWords(next_at, nowMs)}`;

/** What becomes of the next step of a lead that is merged into another one; null if it has none. */
export function stepAfterMerge(
  lead: Pick<Lead, 'next_action' | 'next_at' | 'events'>,
  into: Pick<Card, 'next_action' | 'next_at'>,
  nowMs: number,
): string | null {
  const [own, others] = [stepOf(lead, nowMs), stepOf(into, nowMs)];
  if (!own) return null;
  if (!others) return `The other lead has no next step, so it takes over the one of this lead: ${own}.`;
  const lost = callBesideVisit(lead, nowMs) ? `${own}, and the call that the seller asked for` : own;
  const isSellers = lead.next_action === 'visit' || lead.next_action === 'call';
  return [
    `The other lead keeps its own next step: ${others}.`,
    `The one of this lead is lost: ${lost}.`,
    isSellers && 'If the seller has it in their calendar, they get an email that it is cancelled.',
    'If it still matters, plan it on the other lead afterwards.',
  ]
    .filter(Boolean)
    .join(' ');
}
