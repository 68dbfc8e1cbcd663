import type { Card, Changes, Lead, LeadEvent, Offer } from '#desk/api/types.ts';
import { NO_DETAILS } from '#server/cases/offer-details.ts';

const CARD: Card = {
  id: '11111111-1111-4111-8111-111111111111',
  created_at: '2026-11-20T15:00:00Z',
  source: 'valuation_form',
  name: 'Morag MacAllister',
  phone: '0131 496 0456',
  email: 'morag@example.com',
  postcode: 'EH6 6QQ',
  address: '4 Shore Place',
  excerpt: null,
  suspect_reasons: [],
  is_suspect: false,
  stage: 'new',
  close_reason: null,
  assignee: null,
  version: 1,
  promised_by: '2026-11-23T15:00:00Z',
  first_contact_at: null,
  next_action: null,
  next_at: null,
  asked_at: null,
  question_at: null,
  complaint_due: null,
  tried_at: null,
  given_by: null,
  asked: null,
  do_not_call: false,
  contact_rules: null,
  vulnerable: false,
  hold_until: null,
  hold_reason: null,
  duplicate_of: null,
  has_double: false,
  mail: 'sent',
  changed_at: '2026-11-20T15:00:00Z',
};

/** A sample lead for tests, as the lists of the desk (the staff's app) have it. */
export const deskCard = (changes: Partial<Card> = {}): Card => ({ ...CARD, ...changes });

/** The same sample lead with its history, as the desk shows one lead. */
export const deskLead = (changes: Partial<Lead> = {}): Lead => ({
  ...CARD,
  reference: '7F3A-91C2',
  whatsapp_link: null,
  message: null,
  property_type: 'flat',
  bedrooms: '2',
  property_condition: 'fair',
  origin: null,
  import: null,
  mail_attempts: [],
  mail_sent_at: '2026-11-20T15:00:05Z',
  mail_next_attempt_at: null,
  seller: {
    opened_at: null,
    links: 1,
    links_ended_at: null,
    is_refused: false,
    is_confirmed: false,
    is_returned: false,
    no_mail: null,
    replies: [],
    mail: { received: 'sent', tried: null, offer: null },
  },
  events: [],
  offers: [],
  papers: [],
  others: [],
  ...changes,
});

export const deskEvent = (kind: LeadEvent['kind'], changes: Partial<LeadEvent> = {}): LeadEvent => ({
  ...{ id: '1', at: '2026-11-20T15:00:00Z', lead_id: null, actor: null, facts: {}, text: null, texts: null },
  ...changes,
  kind,
});

const OFFER: Offer = {
  id: 'o',
  number: 1,
  replaces: null,
  amount: 148_000,
  market_value: 185_000,
  margin: 37_000,
  details: NO_DETAILS,
  open_point: null,
  discount: 37_000,
  discount_percent: 20,
  basis: 'surveyor',
  conditions: null,
  valid_until: '2100-01-01',
  funds: 'own',
  status: 'made',
  reason_code: null,
  evidence: null,
  actual_costs: null,
  by: { id: 'a', name: 'Ann Bell' },
  at: '2026-11-20T15:00:00Z',
};

export const deskOffer = (changes: Partial<Offer> = {}): Offer => ({ ...OFFER, ...changes });

/** The result of a poll of the desk when nothing has changed. */
export const NO_CHANGES: Changes = {
  cursor: '2',
  now: '2026-11-23T10:00:00Z',
  reset: false,
  events: [],
  cards: [],
  gone: [],
  counts: { complaint: 0, overdue: 0, new: 1, due: 0, suspect: 0, mine: 0 },
  faults: [],
};
