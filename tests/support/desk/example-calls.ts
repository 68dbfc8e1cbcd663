import { OFFER_DETAILS } from './offer-details.ts';

const ID = '0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11';
const LEAD = { lead_id: ID, request_id: ID };
const VERSION = { ...LEAD, version: 1 };
const NEXT = { next_action: 'call', next_at: '2099-12-01T09:00:00Z' };
const TERMS = {
  amount: 150_000,
  market_value: 180_000,
  basis: 'own_view',
  conditions: null,
  valid_until: '2099-12-01',
  funds: 'own',
  details: { ...OFFER_DETAILS, lines: [{ what: 'Damp', amount: 4500, source: 'quote' }] },
};
const DAYS = { first_day: '2026-11-01', last_day: '2026-11-02' };

const SUBSCRIPTION = {
  endpoint: 'http://127.0.0.1:9/example',
  p256dh: `B${'a'.repeat(86)}`,
  auth: 'a'.repeat(22),
};

/** Arguments of the right types for each call of the desk, by its name. */
export const EXAMPLE_CALLS: Readonly<Record<string, Record<string, unknown>>> = {
  answer_complaint: { ...LEAD, complaint_id: '1', sent_by: 'letter', body: 'We are sorry.' },
  add_device: { ...SUBSCRIPTION, name: 'A phone' },
  add_paper: { ...LEAD, kind: 'survey', title: 'Survey', is_shown: true, offer_id: null },
  answered: LEAD,
  assign: { ...VERSION, assignee: ID },
  begin_upload: { lead_id: ID, upload_id: ID, bytes: 100 },
  change_offer: {
    ...VERSION,
    ...NEXT,
    ...TERMS,
    offer_id: ID,
    status: 'changed',
    reason_code: 'market',
    open_point: null,
    evidence: 'Prices.',
  },
  calendar_feed: {},
  changes: { after: null },
  choose_alerts: { told_of: ['lead'], quiet_from: '22:00', quiet_to: '07:00' },
  claim: LEAD,
  confirm_address: { ...LEAD, email: 'ann@example.com' },
  devices: {},
  delete_reply: { id: ID },
  distrust: LEAD,
  end_links: LEAD,
  erase: { key: 'ann@example.com', lead_ids: [ID], reason: 'other', request_id: ID },
  export_csv: { ...DAYS, request_id: ID },
  first_screen: {},
  funnel: DAYS,
  hold: { ...VERSION, until: null, reason: null },
  inbox: { view: 'now', before: null, page_size: 20 },
  keep_offer_draft: { lead_id: ID, seen: 0, values: { amount: '148k' } },
  keep_device: { ...SUBSCRIPTION, device_id: ID },
  lead: { lead_id: ID },
  log_call: { ...VERSION, ...NEXT, channel: 'phone', outcome: 'spoke', body: null, close_reason: null },
  mail_seller: { ...LEAD, mail: 'tried' },
  make_link: { ...LEAD, key_hash: 'a'.repeat(64) },
  me: {},
  merge: { ...VERSION, target_id: ID.replace(/1$/, '2') },
  note: { ...LEAD, body: 'Roof' },
  offer: { ...VERSION, ...NEXT, ...TERMS },
  offer_form: { lead_id: ID },
  person: { key: 'ann@example.com' },
  plan: { ...VERSION, ...NEXT },
  record_complaint: { ...LEAD, way: 'phone', received_on: '2026-11-01', body: 'Late.' },
  record_costs: { ...VERSION, offer_id: ID, amounts: [4500] },
  read_paper: { paper_id: ID, size: 'whole' },
  release: VERSION,
  remove_device: { device_id: ID },
  remove_paper: { ...LEAD, paper_id: ID },
  reply: { ...LEAD, body: 'Hello' },
  save_reply: { id: ID, seen: 0, name: 'After a call', body: 'Hello {first name},' },
  saved_replies: {},
  search: { query: 'ann' },
  set_contact_rules: { ...VERSION, do_not_call: false, vulnerable: false, contact_rules: null },
  set_stage: { ...VERSION, ...NEXT, stage: 'contacted', reason: null },
  test_device: { device_id: ID },
  trust: LEAD,
  upload_part: { lead_id: ID, upload_id: ID, start: 0, content: 'AAAA' },
};
