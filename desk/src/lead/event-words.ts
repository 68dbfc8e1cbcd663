import {
  ANSWER_WAYS,
  COMPLAINT_WAYS,
  EVENTS,
  OFFER_ANSWERS,
  RETURN_REASONS,
  SENDERS,
} from '#server/database/codes.ts';
import type { LeadEvent } from '../api/types.ts';
import { dayMonthYear } from '../lib/london.ts';
import { pounds } from '#src/lib/pounds.ts';
import { discountInWords } from '../lib/money.ts';
import {
  CHANGE_WORDS,
  CHANNEL_WORDS,
  CLOSE_WORDS,
  lowerFirst,
  NEXT_WORDS,
  OFFER_WORDS,
  OUTCOME_WORDS,
  PAPER_WORDS,
  SELLER_MAIL_WORDS,
  STAGE_WORDS,
} from '../ui/words.ts';

/** The label of a code in an event's facts, or the code itself if this version of the app does not know it. */
function word(words: Readonly<Record<string, string>>, code: unknown): string {
  return typeof code === 'string' ? (words[code] ?? code) : '';
}

const DATES = { visit: 'visit', call: 'call', offer: 'last day of the offer' };

const day = (date: unknown): string => (typeof date === 'string' ? dayMonthYear(date) : '');

function offered(facts: LeadEvent['facts']): string {
  const { amount, market_value } = facts;
  if (typeof amount !== 'number' || typeof market_value !== 'number') return '';
  return `${pounds(amount)}, ${discountInWords(amount, market_value, pounds(market_value))}`;
}

function changedOffer(facts: LeadEvent['facts']): string {
  const status = word(OFFER_WORDS, facts.status).toLowerCase();
  if (facts.status === 'accepted' || facts.status === 'declined') return `Offer ${status}`;
  const amount = facts.status === 'changed' ? ` to ${offered(facts)}` : '';
  return `Offer ${status}${amount}: ${lowerFirst(word(CHANGE_WORDS, facts.reason_code))}`;
}

/** The label of an event in the history. */
export function eventWords({ kind, facts }: LeadEvent): string {
  switch (kind) {
    case 'received':
      return facts.source === 'import' ? 'Enquiry received, and imported later' : EVENTS.received;
    case 'called': {
      const outcome = word(OUTCOME_WORDS, facts.outcome);
      return `${outcome} ${word(CHANNEL_WORDS, facts.channel)}`.trim();
    }
    case 'staged': {
      const reason = facts.reason ? `: ${lowerFirst(word(CLOSE_WORDS, facts.reason))}` : '';
      return `${word(STAGE_WORDS, facts.to)}${reason}`;
    }
    case 'planned':
      return `Next: ${lowerFirst(word(NEXT_WORDS, facts.next_action))}`;
    case 'offered':
      return `Offer of ${offered(facts)}`;
    case 'offer_changed':
      return changedOffer(facts);
    case 'merged':
      return facts.into ? 'Closed as a duplicate of another lead' : 'Another lead merged into this one';
    case 'contact_rules_set':
      return facts.do_not_call ? 'Contact rules: do not call' : 'Contact rules changed';
    case 'held':
      return facts.until ? `On hold until ${day(facts.until)}` : 'Hold ended';
    case 'offer_answered':
      return word(OFFER_ANSWERS, facts.answer);
    case 'complained':
      return `Complaint ${lowerFirst(word(COMPLAINT_WAYS, facts.way))}, ${day(facts.received_on)}`;
    case 'complaint_answered':
      return `Answer to the complaint, ${lowerFirst(word(ANSWER_WAYS, facts.sent_by))}`;
    case 'paper_added':
      return `Added: ${word(PAPER_WORDS, facts.kind)}${facts.is_shown === false ? ', for us only' : ''}`;
    case 'links_ended':
      return `Links to the seller’s page ended: ${Number(facts.links)}`;
    case 'written':
    case 'staff_mailed':
      return word(SENDERS, facts.sender) || EVENTS[kind];
    case 'mail_returned':
      return `${EVENTS.mail_returned}: ${word(RETURN_REASONS, facts.reason)}`;
    case 'dated': {
      const carried = facts.is_cancelled ? 'goes on with the other lead' : 'taken over from the other lead';
      const change = facts.is_cancelled ? 'cancelled' : facts.sequence === 0 ? 'added' : 'changed';
      return `${EVENTS.dated}: ${word(DATES, facts.what)} ${facts.is_carried ? carried : change}`;
    }
    case 'seller_mailed':
      return `Email to the seller: ${lowerFirst(word(SELLER_MAIL_WORDS, facts.mail))}`;
    default:
      return EVENTS[kind];
  }
}

/** What was typed, besides a message: a solicitor, who visits, contact details before they were corrected, or around an email. */
export const typedLines = ({ texts, facts }: LeadEvent): string[] => [
  ...(texts?.sender ? [`From: ${texts.sender}`] : []),
  ...(texts?.attachments ? [`In the mailbox: ${texts.attachments.replaceAll('\n', ', ')}`] : []),
  ...(facts.is_cut ? ['It is long: the rest is in the mailbox.'] : []),
  ...(texts?.solicitor ? [`Solicitor: ${texts.solicitor}`] : []),
  ...(texts?.visitor ? [`Who comes: ${texts.visitor}`] : []),
  ...(texts?.former_phone ? [`Phone before: ${texts.former_phone}`] : []),
  ...(texts?.former_email ? [`Email before: ${texts.former_email}`] : []),
];

/** The time of the next step, if the event planned one. */
export const plannedFor = ({ kind, facts }: LeadEvent): string | undefined =>
  kind === 'planned' && typeof facts.next_at === 'string' ? facts.next_at : undefined;
