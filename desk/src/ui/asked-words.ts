import { OFFER_ANSWERS, RETURN_REASONS } from '#server/database/codes.ts';
import type { Asked, Card } from '../api/types.ts';
import { timeInWords, windowInWords } from '../lib/london.ts';
import { lowerFirst } from './words.ts';

type WishedCall = { starts_at: string | null; ends_at: string };

/** The time of a call that the seller has asked for: today 14:00 to 16:00. */
export function wishInWords(facts: Asked['facts'], nowMs: number): string {
  const { starts_at, ends_at } = facts as WishedCall;
  return starts_at === null ? 'as soon as we can' : windowInWords(starts_at, ends_at, nowMs);
}

const answerInWords = ({ answer }: Asked['facts']): string =>
  lowerFirst(OFFER_ANSWERS[answer as keyof typeof OFFER_ANSWERS]);

type Asking = Pick<Card, 'asked' | 'asked_at' | 'question_at' | 'duplicate_of'>;

/**
 * What the seller has asked and nobody has answered yet, as words after the seller's name; undefined if nothing waits.
 * What is asked about a lead that was merged into another one changes nothing there, so the words say where it comes from.
 */
export function askedInWords(card: Asking, nowMs: number) {
  if (card.asked_at === null) return undefined;
  const asked = wordsOf(card.asked, card.asked_at, nowMs);
  const isCovered = card.asked !== null && card.asked.kind !== 'written';
  const words =
    isCovered && card.question_at !== null
      ? `${asked}, and wrote to us ${timeInWords(card.question_at, nowMs)}`
      : asked;
  return card.duplicate_of === null ? words : `${words} (from an enquiry that was merged into another one)`;
}

/** A mail that somebody else may have sent does not count as the seller's. */
function writtenInWords({ by, sender }: Asked['facts'], time: string): string {
  if (by !== 'mail') return `wrote to us ${time}`;
  return `${sender === 'seller' ? 'emailed us' : 'may have emailed us'} ${time}`;
}

const ASKED = {
  seller_stopped: 'asked us to stop everything',
  seller_erased: 'deleted an enquiry that was merged into this one',
  given_back: 'was merged into a lead that was deleted',
  contact_corrected: 'corrected their contact details',
  paper_added: 'sent us documents or pictures',
  contact_restored: 'did not change their contact details and has put them back',
  mail_complained: 'reported our email as spam, so no more go to that address: ring',
};

function wordsOf(asked: Card['asked'], askedAt: string, nowMs: number): string {
  const time = timeInWords(asked?.at ?? askedAt, nowMs);
  if (asked === null) return `has waited for an answer since ${time}`;
  const { kind, facts } = asked;
  if (kind === 'written') return writtenInWords(facts, time);
  if (kind === 'mail_returned') {
    const reason = RETURN_REASONS[facts.reason as keyof typeof RETURN_REASONS];
    return `did not get our email, because ${reason}: ring, or ask for another address, ${time}`;
  }
  if (kind === 'call_wished') return `asked for a call, ${wishInWords(facts, nowMs)}`;
  return `${kind === 'offer_answered' ? answerInWords(facts) : ASKED[kind]}, ${time}`;
}
