import type { Card, SuspectReason } from '../api/types.ts';

// The labels of the codes. The user interface calls the staff's work on a lead a "case".

export {
  BASES as BASIS_WORDS,
  CHANGE_REASONS as CHANGE_WORDS,
  CHANNELS as CHANNEL_WORDS,
  CLOSE_REASONS as CLOSE_WORDS,
  FUNDS as FUNDS_WORDS,
  NEXT_ACTIONS as NEXT_WORDS,
  OFFER_STATUSES as OFFER_WORDS,
  OUTCOMES as OUTCOME_WORDS,
  PAPER_KINDS as PAPER_WORDS,
  SELLER_MAILS as SELLER_MAIL_WORDS,
  STAGES as STAGE_WORDS,
  VIEWS as VIEW_WORDS,
} from '#server/database/codes.ts';

const SUSPECT_WORDS: Record<SuspectReason, string> = {
  trap_filled: 'filled in a field that people cannot see',
  sent_too_fast: 'was faster than people type',
  flood: 'came in a flood of others',
};

/** Why a lead may be spam, as one sentence. Without reasons, it was a member of staff who marked the lead. */
export const suspicion = (reasons: readonly SuspectReason[]): string =>
  reasons.length === 0
    ? 'One of us marked it as spam.'
    : `The sender ${reasons.map((reason) => SUSPECT_WORDS[reason]).join(' and ')}.`;

export const pageName = (page: string | null): string => (page === '/' ? 'Home page' : (page ?? 'Not known'));

/** How a person wants to be contacted. Empty if there are no rules. */
export const contactRules = (card: Pick<Card, 'do_not_call' | 'vulnerable' | 'contact_rules'>): string =>
  [
    card.do_not_call && 'Do not call.',
    card.vulnerable && 'Vulnerable: take time, put it in writing.',
    card.contact_rules,
  ]
    .filter(Boolean)
    .join(' ');

/** The property address and postcode, as far as they are known. */
const placeOf = (card: Pick<Card, 'address' | 'postcode'>): string =>
  [card.address, card.postcode].filter(Boolean).join(', ');

/** The database shortens chat messages to this length for lists. */
const EXCERPT_LENGTH = 140;

/** The property's address; for a lead without an address, where the lead came from. */
export const subjectWithoutText = (card: Pick<Card, 'address' | 'postcode' | 'source'>): string =>
  placeOf(card) || (card.source === 'import' ? 'Imported' : 'Chat message');

/** What a lead is about: the property's address, or the beginning of the chat message. */
export function subjectOf(card: Pick<Card, 'address' | 'postcode' | 'excerpt' | 'source'>): string {
  const excerpt = card.excerpt ?? '';
  const isCut = Array.from(excerpt).length >= EXCERPT_LENGTH;
  return placeOf(card) || (isCut ? `${excerpt.trimEnd()}…` : excerpt) || subjectWithoutText(card);
}

/** A label for the middle of a sentence: "Call" becomes "call". */
export const lowerFirst = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
