/**
 * What the database's functions in the schema `desk` take and return. Times are ISO 8601 texts, money is whole
 * pounds, and names are snake_case, as in SQL.
 */

import type { Basis, ChangeReason, Funds, OfferStatus } from '#src/lib/offer-words.ts';

export type { Basis, ChangeReason, Funds, OfferStatus };

export const STAGES = [
  'new',
  'contacted',
  'appraised',
  'offer_made',
  'accepted',
  'solicitors_instructed',
  'formal_offer',
  'missives_concluded',
  'settled',
  'closed',
] as const;
export type Stage = (typeof STAGES)[number];

export type CloseReason =
  | 'bought'
  | 'no_reply'
  | 'not_ours'
  | 'route_out_given'
  | 'seller_withdrew'
  | 'we_withdrew'
  | 'duplicate'
  | 'spam';

export type NextAction =
  'call' | 'write' | 'visit' | 'value' | 'make_offer' | 'wait_for_seller' | 'wait_for_solicitor' | 'other';

export type Channel = 'phone' | 'whatsapp' | 'email';
export type Outcome = 'spoke' | 'no_answer' | 'voicemail' | 'wrong_number' | 'do_not_call' | 'message_sent';
export type SuspectReason = 'trap_filled' | 'sent_too_fast' | 'flood';
type StaffRole = 'owner' | 'staff';
/** The state of the mail that tells the firm of a lead. If it could not be sent, the server retries until it is. */
type MailState = 'sent' | 'waiting' | 'retrying';
export type View = 'now' | 'mine' | 'all' | 'open' | 'suspect' | Stage;

type Person = { id: string; name: string };

/** Something that the seller did on their page and that needs the attention of staff, such as a message. */
export type Asked = Pick<LeadEvent, 'at' | 'facts'> & {
  kind: 'written' | 'call_wished' | 'offer_answered' | 'seller_stopped' | 'seller_erased';
};

/** The part of a lead that lists show. */
export type Card = {
  id: string;
  created_at: string;
  /** `import`: imported from another program with `npm run import`. */
  source: 'valuation_form' | 'chat_widget' | 'import';
  name: string;
  phone: string;
  email: string | null;
  postcode: string | null;
  address: string | null;
  /** The first 140 characters of a chat message; null for a lead of the valuation form. */
  excerpt: string | null;
  suspect_reasons: SuspectReason[];
  is_suspect: boolean;
  stage: Stage;
  close_reason: CloseReason | null;
  assignee: Person | null;
  /** Increases with every change except a note. A change that names an older version is refused as stale. */
  version: number;
  /** By when the firm promised to get in touch. */
  promised_by: string;
  first_contact_at: string | null;
  next_action: NextAction | null;
  next_at: string | null;
  /** When the seller asked something that still waits for an answer. The lead is then in the list "Now". */
  asked_at: string | null;
  /**
   * What the seller asked last. Null if nothing waits for an answer, or if the lead that the seller asked about was
   * merged into this one since.
   */
  asked: Asked | null;
  do_not_call: boolean;
  contact_rules: string | null;
  vulnerable: boolean;
  hold_until: string | null;
  hold_reason: string | null;
  duplicate_of: string | null;
  /** Null for an imported lead, about which nobody gets a mail. */
  mail: MailState | null;
  changed_at: string;
};

export type EventKind =
  | 'received'
  | 'claimed'
  | 'released'
  | 'assigned'
  | 'called'
  | 'staged'
  | 'noted'
  | 'planned'
  | 'offered'
  | 'offer_changed'
  | 'merged'
  | 'trusted'
  | 'distrusted'
  | 'contact_rules_set'
  | 'held'
  | 'exported'
  | 'person_read'
  | 'erased'
  | 'staff_added'
  | 'staff_ended'
  | 'key_added'
  | 'opened'
  | 'written'
  | 'replied'
  | 'call_wished'
  | 'offer_answered'
  | 'contact_corrected'
  | 'shared'
  | 'share_ended'
  | 'link_made'
  | 'links_ended'
  | 'seller_stopped'
  | 'seller_erased'
  | 'seller_mailed';

/**
 * One entry of a lead's history. Its kind determines its `facts`. `text` is a note or a message, and `texts` has
 * everything else that the seller typed.
 */
export type LeadEvent = {
  id: string;
  at: string;
  lead_id: string | null;
  actor: Person | null;
  kind: EventKind;
  facts: Record<string, unknown>;
  text: string | null;
  texts: { solicitor?: string; former_phone?: string; former_email?: string } | null;
};

export type Offer = {
  id: string;
  /** The offers of each lead are numbered from 1. */
  number: number;
  replaces: string | null;
  amount: number;
  market_value: number;
  /** Whether the seller sees the market value. */
  shows_market_value: boolean;
  discount: number;
  discount_percent: number;
  basis: Basis;
  conditions: string | null;
  /** A date: 2026-12-20. */
  valid_until: string;
  funds: Funds;
  status: OfferStatus;
  reason_code: ChangeReason | null;
  evidence: string | null;
  by: Person;
  at: string;
};

type Origin = {
  page: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_term: string | null;
  utm_content: string | null;
};

type MailAttempt = { started_at: string; finished_at: string | null; error_code: string | null };

/** A mail to the seller: null if it was never asked for, 'failed' if the server has given up. */
type SellerMailState = MailState | 'failed' | null;
export type SellerMail = 'tried' | 'offer';

/** The seller's own page, on which the seller sees the enquiry and answers. */
export type SellersPage = {
  /** When the page was last opened. A read-only link does not count. */
  opened_at: string | null;
  /** How many links to the page work. */
  links: number;
  mail: Record<'received' | SellerMail, SellerMailState>;
};

/** A lead with everything about it. */
export type Lead = Card & {
  /** The reference that the seller was shown after sending the form, such as `7F3A-91C2`. */
  reference: string | null;
  message: string | null;
  property_type: string | null;
  bedrooms: string | null;
  property_condition: string | null;
  origin: Origin | null;
  /** The import that brought the lead, with its number. */
  import: { id: number; at: string; file_name: string } | null;
  mail_attempts: MailAttempt[];
  mail_sent_at: string | null;
  mail_next_attempt_at: string | null;
  seller: SellersPage;
  /** Oldest first. */
  events: LeadEvent[];
  /** Newest first. */
  offers: Offer[];
  /** Leads with the same phone number or e-mail, leads merged into this one, and the lead it was merged into. */
  others: Card[];
};

export type Counts = { overdue: number; new: number; due: number; suspect: number; mine: number };

export type Me = {
  id: string;
  name: string;
  role: StaffRole;
  email?: string;
  /** Whether this is a trial (DESK_URL is unset), where the link that the server prints is enough to sign in. */
  trial: boolean;
  /** The active members of staff. */
  staff: Person[];
  signed_in_at: string;
  signed_in_until: string;
};

/**
 * A poll's result: what has changed since the last poll's `cursor`, and the cursor for the next poll. With `reset`, too
 * much has changed, or the cursor was not valid, so the app reads everything again. `gone`: the ids of deleted leads.
 */
export type Changes = {
  cursor: string;
  now: string;
  reset: boolean;
  events: LeadEvent[];
  cards: Card[];
  gone: string[];
  counts: Counts;
};

export type InboxPage = { cards: Card[]; counts: Counts; next: string | null };

/** The `details` of a refusal because a colleague was first: they changed the lead, or claimed it. */
export type Conflict = { by: Person | null; at: string; kind: EventKind; lead: Lead };

type FunnelCounts = {
  leads: number;
  contacted: number;
  appraised: number;
  offered: number;
  accepted: number;
  settled: number;
  closed: number;
};

export type Funnel = {
  weeks: (FunnelCounts & { week: string })[];
  pages: (FunnelCounts & { page: string | null })[];
  campaigns: (FunnelCounts & { source: string | null; campaign: string | null })[];
  /** Time outside opening hours is left out of the minutes. */
  first_contact: {
    count: number;
    median_minutes: number | null;
    p90_minutes: number | null;
    breaches: number;
  };
};

export type Export = { csv: string; rows: number; filename: string };
/** Everything stored about somebody. */
export type PersonRecord = { leads: Lead[] } & Record<string, unknown>;
export type Erased = { leads: number; lead_ids: string[] };

/** /config.json: where the app finds its backend, and the firm's details. */
export type DeskConfig = {
  supabaseUrl: string;
  supabaseKey: string;
  trial: boolean;
  brand: string;
  phone: string;
  siteUrl: string;
};
