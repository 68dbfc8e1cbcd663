import type { LeadEvent } from '../api/types.ts';
import { dayMonthYear } from '../lib/london.ts';
import { discountInWords, pounds } from '../lib/money.ts';
import {
  CHANGE_WORDS,
  CHANNEL_WORDS,
  CLOSE_WORDS,
  lowerFirst,
  NEXT_WORDS,
  OFFER_WORDS,
  OUTCOME_WORDS,
  STAGE_WORDS,
} from '../ui/words.ts';

/** The label of a code in an event's facts, or the code itself if this version of the app does not know it. */
function word(words: Readonly<Record<string, string>>, code: unknown): string {
  return typeof code === 'string' ? (words[code] ?? code) : '';
}

const day = (date: unknown): string => (typeof date === 'string' ? dayMonthYear(date) : '');

function offered(facts: LeadEvent['facts']): string {
  const { amount, market_value } = facts;
  if (typeof amount !== 'number' || typeof market_value !== 'number') return '';
  return `${pounds(amount)}, ${discountInWords(amount, market_value, pounds(market_value))}`;
}

function changedOffer(facts: LeadEvent['facts']): string {
  const status = word(OFFER_WORDS, facts.status).toLowerCase();
  const amount = facts.status === 'changed' ? ` to ${offered(facts)}` : '';
  return `Offer ${status}${amount}: ${lowerFirst(word(CHANGE_WORDS, facts.reason_code))}`;
}

/** The label of an event in the history. */
export function eventWords({ kind, facts }: LeadEvent): string {
  switch (kind) {
    case 'received':
      return facts.source === 'import' ? 'Enquiry received, imported since' : 'Enquiry received';
    case 'claimed':
      return 'Claimed';
    case 'released':
      return 'Released';
    case 'assigned':
      return 'Given to a colleague';
    case 'called': {
      const outcome = word(OUTCOME_WORDS, facts.outcome);
      return `${outcome} ${word(CHANNEL_WORDS, facts.channel)}`.trim();
    }
    case 'staged': {
      const reason = facts.reason ? `: ${lowerFirst(word(CLOSE_WORDS, facts.reason))}` : '';
      return `${word(STAGE_WORDS, facts.to)}${reason}`;
    }
    case 'noted':
      return 'Note';
    case 'planned':
      return `Next: ${lowerFirst(word(NEXT_WORDS, facts.next_action))}`;
    case 'offered':
      return `Offer of ${offered(facts)}`;
    case 'offer_changed':
      return changedOffer(facts);
    case 'merged':
      return facts.into ? 'Closed as a duplicate of another lead' : 'Another lead merged into this one';
    case 'trusted':
      return 'Marked as not spam';
    case 'distrusted':
      return 'Marked as suspect';
    case 'contact_rules_set':
      return facts.do_not_call ? 'Contact rules: do not call' : 'Contact rules changed';
    case 'held':
      return facts.until ? `Kept until ${day(facts.until)}` : 'No longer held';
    case 'exported':
      return 'In an export';
    case 'person_read':
      return 'Looked up as a person';
    case 'erased':
      return 'Erased';
    case 'staff_added':
    case 'staff_ended':
    case 'key_added':
      return 'Staff changed';
  }
}

/** The time of the next step, if the event planned one. */
export const plannedFor = ({ kind, facts }: LeadEvent): string | undefined =>
  kind === 'planned' && typeof facts.next_at === 'string' ? facts.next_at : undefined;
