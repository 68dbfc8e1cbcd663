import type { Funds, ShownOffer } from '../lib/offer-words.ts';

/** What the functions of the schema `seller` return: the fields that `private.enquiry_json` lists in the database. */

type StateCode =
  | 'received'
  | 'tried'
  | 'call_planned'
  | 'working'
  | 'offer'
  | 'offer_over'
  | 'accepted'
  | 'solicitors'
  | 'missives'
  | 'settled'
  | 'closed';

export type Channel = 'call' | 'whatsapp' | 'email';
type Outcome = 'spoke' | 'no_answer' | 'voicemail' | 'wrong_number' | 'do_not_call' | 'message_sent';
export type CloseReason =
  | 'bought'
  | 'no_reply'
  | 'not_ours'
  | 'route_out_given'
  | 'seller_withdrew'
  | 'we_withdrew'
  | 'duplicate'
  | 'spam';
/** Why the last offer has ended. */
type OverReason = 'declined' | 'withdrawn' | 'expired';

type OfferAnswer = 'go_ahead' | 'decline';

/** A window in which the firm rings. Without `from`: as soon as it can, by `to` if it has promised a time. */
export type CallWindow = { from: string | null; to: string | null };

/** Where the enquiry stands. Times are ISO 8601. */
export type State = {
  code: StateCode;
  /** When the firm last tried to reach the seller, and how. */
  at: string | null;
  how: Channel | null;
  /** The planned call. */
  call: CallWindow | null;
  /** The last day of the last offer: `2026-12-10`. */
  until: string | null;
  reason: CloseReason | OverReason | null;
  /** By when the firm has promised the next step. */
  next_by: string | null;
};

/** One row of the offers: an offer, or a change of it. */
export type Offer = ShownOffer & {
  id: string;
  number: number;
  at: string;
  conditions: string | null;
  funds: Funds;
  valid_until: string;
  /** Whether it is the latest row, open, and its last day has not passed. */
  stands: boolean;
};

/** An entry of the conversation. */
export type Entry = {
  id: number;
  at: string;
  from: 'seller' | 'firm';
  kind:
    | 'message'
    | 'call_wished'
    | 'attempt'
    | 'spoke'
    | 'answered_offer'
    | 'contact_corrected'
    | 'stopped'
    | 'mailed';
  /** The first name of the member of staff; null for the seller. */
  name: string | null;
  /** The message; for an answer to an offer, the solicitor. */
  body: string | null;
  how?: Channel | null;
  outcome?: Outcome | null;
  call?: CallWindow | null;
  answer?: OfferAnswer | null;
  offer_number?: number | null;
};

export type Share = { number: number; made_at: string; opened_at: string | null; ends_at: string };

type SentAnswers = {
  name?: string | null;
  phone?: string | null;
  email?: string | null;
  postcode: string | null;
  address: string | null;
  property_type: string | null;
  bedrooms: string | null;
  property_condition: string | null;
  message: string | null;
};

export type Enquiry = {
  access: 'full' | 'shared';
  reference: string | null;
  sent_at: string;
  source: 'valuation_form' | 'chat_widget';
  /** The database's clock. */
  now: string;
  state: State;
  do_not_call: boolean;
  /** Whether it was joined with another enquiry of the same person. */
  merged: boolean;
  /** The newest first. */
  offers: Offer[];
  /** The seller's last answer to the standing offer. */
  answer: { at: string; answer: OfferAnswer; offer_number: number } | null;
  /** The oldest first. */
  conversation: Entry[];
  sent: SentAnswers;
  /** The contact details with the seller's corrections; null for a shared link. */
  contact: { phone: string | null; email: string | null } | null;
  call_windows: { from: string; to: string }[];
  shares: Share[];
  held_until: string | null;
};
