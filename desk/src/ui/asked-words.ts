import type { Asked, Card } from '../api/types.ts';
import { timeInWords, windowInWords } from '../lib/london.ts';

type WishedCall = { starts_at: string | null; ends_at: string };

/** The time of a call that the seller has asked for: today 14:00 to 16:00. */
export function wishInWords(facts: Asked['facts'], nowMs: number): string {
  const { starts_at, ends_at } = facts as WishedCall;
  return starts_at === null ? 'as soon as we can' : windowInWords(starts_at, ends_at, nowMs);
}

const answerInWords = ({ answer }: Asked['facts']): string =>
  answer === 'go_ahead' ? 'would like to go ahead with our offer' : 'does not want our offer';

type Asking = Pick<Card, 'asked' | 'asked_at' | 'duplicate_of'>;

/**
 * What the seller has asked and nobody has answered yet, as words after the seller's name; undefined if nothing waits.
 * What is asked about a lead that was merged into another one changes nothing there, so the words say where it comes from.
 */
export function askedInWords(card: Asking, nowMs: number) {
  if (card.asked_at === null) return undefined;
  const words = wordsOf(card.asked, card.asked_at, nowMs);
  return card.duplicate_of === null ? words : `${words} (from an enquiry that was merged into another one)`;
}

function wordsOf(asked: Card['asked'], askedAt: string, nowMs: number): string {
  const time = timeInWords(asked?.at ?? askedAt, nowMs);
  switch (asked?.kind) {
    case 'written':
      return `wrote to us ${time}`;
    case 'call_wished':
      return `asked for a call, ${wishInWords(asked.facts, nowMs)}`;
    case 'offer_answered':
      return `${answerInWords(asked.facts)}, ${time}`;
    case 'seller_stopped':
      return `asked us to stop everything, ${time}`;
    case 'seller_erased':
      return `deleted an enquiry that was merged into this one, ${time}`;
    case 'given_back':
      return `was merged into a lead that was deleted, ${time}`;
    case 'contact_corrected':
      return `corrected their contact details, ${time}`;
    case 'contact_restored':
      return `did not change their contact details and has put them back, ${time}`;
    case undefined:
      return `has waited for an answer since ${time}`;
  }
}
