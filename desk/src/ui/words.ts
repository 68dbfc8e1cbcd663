import type {
  Basis,
  Card,
  ChangeReason,
  Channel,
  CloseReason,
  Funds,
  NextAction,
  OfferStatus,
  Outcome,
  SellerMail,
  Stage,
  SuspectReason,
  View,
} from '../api/types.ts';

// The labels of the codes in the server's responses. The user interface calls the staff's work on a lead a "case".

export const STAGE_WORDS: Record<Stage, string> = {
  new: 'New',
  contacted: 'Contacted',
  appraised: 'Appraised',
  offer_made: 'Offer made',
  accepted: 'Accepted in principle',
  solicitors_instructed: 'Solicitors instructed',
  formal_offer: 'Formal offer',
  missives_concluded: 'Missives concluded',
  settled: 'Settled',
  closed: 'Closed',
};

export const CLOSE_WORDS: Record<CloseReason, string> = {
  bought: 'We bought it',
  no_reply: 'No reply',
  not_ours: 'Not one for us',
  route_out_given: 'Told them a better route',
  seller_withdrew: 'Seller withdrew',
  we_withdrew: 'We withdrew',
  duplicate: 'Duplicate',
  spam: 'Spam',
};

export const NEXT_WORDS: Record<NextAction, string> = {
  call: 'Call',
  write: 'Write',
  visit: 'Visit the property',
  value: 'Value the property',
  make_offer: 'Make an offer',
  wait_for_seller: 'Wait for the seller',
  wait_for_solicitor: 'Wait for the solicitor',
  other: 'Something else (see the notes)',
};

export const OUTCOME_WORDS: Record<Outcome, string> = {
  spoke: 'Spoke',
  no_answer: 'No answer',
  voicemail: 'Left a voicemail',
  wrong_number: 'Wrong number',
  do_not_call: 'Asked us not to call',
  message_sent: 'Message sent',
};

export const CHANNEL_WORDS: Record<Channel, string> = {
  phone: 'by phone',
  whatsapp: 'on WhatsApp',
  email: 'by e-mail',
};

export const BASIS_WORDS: Record<Basis, string> = {
  home_report: 'Home Report',
  comparables: 'Comparable sales',
  surveyor: 'Our surveyor',
  own_view: 'Our own view',
};

export const FUNDS_WORDS: Record<Funds, string> = {
  own: 'Our own cash',
  named_finance: 'Named finance',
  network: 'A buyer in our network',
};

export const OFFER_WORDS: Record<OfferStatus, string> = {
  made: 'Made',
  changed: 'Changed',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

export const CHANGE_WORDS: Record<ChangeReason, string> = {
  survey_finding: 'Survey finding',
  title: 'Title',
  information_wrong: 'What we were told was wrong',
  market: 'The market',
  ours: 'A reason of our own',
  seller_accepted: 'The seller accepted',
  seller_declined: 'The seller declined',
};

/** The mails that staff can have sent to the seller. */
export const SELLER_MAIL_WORDS: Record<SellerMail, string> = {
  tried: 'We tried to reach you',
  offer: 'Our offer is on your page',
};

const SUSPECT_WORDS: Record<SuspectReason, string> = {
  trap_filled: 'filled in a field that people cannot see',
  sent_too_fast: 'was faster than people type',
  flood: 'came in a flood of others',
};

export const VIEW_WORDS: Record<View, string> = {
  now: 'Now',
  mine: 'Mine',
  open: 'Open',
  all: 'Every lead',
  suspect: 'Suspect',
  ...STAGE_WORDS,
};

/** Why a lead may be spam, as one sentence. Without reasons, it was a member of staff who marked the lead. */
export const suspicion = (reasons: readonly SuspectReason[]): string =>
  reasons.length === 0
    ? 'One of us marked it as spam.'
    : `The sender ${reasons.map((reason) => SUSPECT_WORDS[reason]).join(' and ')}.`;

/** The name of the page from which an enquiry was sent. */
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
