import { NO_DETAILS } from '#server/cases/offer-details.ts';
import type { Enquiry, Offer, State } from '#src/enquiry/types.ts';

/** The time at which the sample enquiries are read: a Friday in winter. */
export const FRIDAY = '2026-11-27T10:00:00Z';

export const SAMPLE_OFFER: Offer = {
  id: '0c8f0a5e-6a2b-4c1e-9d1f-0a1b2c3d4e5f',
  number: 1,
  at: '2026-11-20T10:00:00Z',
  amount: 155_000,
  market_value: 185_000,
  basis: 'home_report',
  conditions: null,
  funds: 'own',
  details: {
    ...NO_DETAILS,
    lines: [{ what: 'Damp in the back bedroom', amount: 4_500, source: 'quote' }],
    report: { firm: 'Surveyors Ltd', day: '2026-11-02' },
    solicitor_cap: 1_200,
    open_points: [{ what: 'Damp survey', until: '2026-12-04' }],
  },
  open_point: null,
  valid_until: '2026-12-10',
  status: 'made',
  reason_code: null,
  actual_costs: null,
  stands: true,
};

const RECEIVED: State = {
  code: 'received',
  at: null,
  how: null,
  call: null,
  until: null,
  reason: null,
  next_by: null,
  visit: null,
  is_next_at: false,
};

/** An enquiry that has just been received, with changes. */
export function sampleEnquiry(state: Partial<State> = {}, changes: Partial<Enquiry> = {}): Enquiry {
  return {
    access: 'full',
    reference: '7F3A-91C2',
    sent_at: '2026-11-26T14:05:00Z',
    source: 'valuation_form',
    now: FRIDAY,
    do_not_call: false,
    merged: false,
    offers: [],
    answer: null,
    conversation: [],
    complaints: [],
    visitor: null,
    has_dates: false,
    sent: {
      name: "Mairi O'Hara-Smith",
      phone: '0131 496 0123',
      email: 'mairi.ohara@example.com',
      postcode: 'EH6 6QQ',
      address: '3/2, 14 Great Junction Street',
      property_type: 'flat',
      bedrooms: '1',
      property_condition: 'poor',
      message: null,
    },
    contact: { phone: '0131 496 0123', email: 'mairi.ohara@example.com', is_returned: false },
    call_windows: [],
    shares: [],
    papers: [],
    held_until: null,
    ...changes,
    state: { ...RECEIVED, ...state },
  };
}

/** An enquiry with an offer that has changed once, a conversation and a link for somebody else. */
export const OFFERED_ENQUIRY = sampleEnquiry(
  { code: 'offer', until: '2026-12-10' },
  {
    offers: [
      {
        ...SAMPLE_OFFER,
        id: '1c8f0a5e-6a2b-4c1e-9d1f-0a1b2c3d4e5f',
        number: 2,
        at: '2026-11-25T10:00:00Z',
        amount: 150_000,
        conditions: 'Entry within eight weeks.',
        status: 'changed',
        reason_code: 'survey_finding',
        open_point: 0,
      },
      { ...SAMPLE_OFFER, stands: false },
    ],
    conversation: [
      {
        id: 1,
        at: '2026-11-26T15:00:00Z',
        from: 'seller',
        kind: 'message',
        name: null,
        body: 'Please ring after six.\nIt is my mother’s flat.',
      },
      {
        id: 2,
        at: '2026-11-27T09:20:00Z',
        from: 'firm',
        kind: 'attempt',
        name: 'Kirsty',
        body: null,
        how: 'call',
        outcome: 'no_answer',
      },
      {
        id: 3,
        at: '2026-11-27T09:25:00Z',
        from: 'firm',
        kind: 'message',
        name: 'Kirsty',
        body: 'Would Monday suit you?',
      },
    ],
    call_windows: [
      { from: '2026-11-27T12:00:00Z', to: '2026-11-27T14:00:00Z' },
      { from: '2026-11-30T09:00:00Z', to: '2026-11-30T11:00:00Z' },
    ],
    shares: [
      {
        number: 1,
        made_at: '2026-11-26T20:00:00Z',
        opened_at: '2026-11-27T08:00:00Z',
        ends_at: '2027-05-26T08:00:00Z',
      },
    ],
  },
);
