import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { EXAMPLE_CALLS } from '#support/desk/example-calls.ts';
import { addStaffPaper, ONE_PIXEL, sendFile } from '../support/papers/send-file.ts';
import { londonDay as day, offerTerms, openDeskDatabase } from '../support/desk/desk-database.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { OFFER_DETAILS } from '../support/desk/offer-details.ts';

const desk = await openDeskDatabase();
const { owner, admin } = desk;
const other = await desk.addStaff('Cat Owner', 'owner');

type Given = Record<string, unknown>;

const NEXT = { next_action: 'call', next_at: new Date(Date.now() + 86_400_000).toISOString() };

const OFFER = offerTerms({ conditions: 'If the roof is dry' });
const COMPLAINT = { way: 'phone', received_on: day(0), body: 'Nobody came.' };

let lead: string;
let target: string;
let stranger: string;
beforeEach(async () => {
  lead = await desk.addLead();
  target = await desk.addLead({ phone: '07700 900444' });
  stranger = await desk.addLead({ phone: '07700 900555' });
  for (const id of [lead, target, stranger]) await owner.lead(id);
});

const ofLead = async (given: Given = {}): Promise<Given> => {
  const { version } = await owner.lead(lead);
  return { lead_id: lead, version, ...given };
};
const withoutVersion = (given: Given = {}) => Promise.resolve({ lead_id: lead, ...given });

/** The calls that take a request_id, with the other arguments of a call that is carried out. */
const CALLS: Record<string, () => Promise<Given>> = {
  async answer_complaint() {
    const { events } = await owner.write('record_complaint', lead, COMPLAINT);
    return withoutVersion({ complaint_id: events.at(-1)?.id, sent_by: 'letter', body: 'We are sorry.' });
  },
  async add_paper() {
    const request_id = randomUUID();
    await sendFile((name, given) => owner.call(name, given), { lead_id: lead }, request_id, ONE_PIXEL);
    return withoutVersion({ request_id, kind: 'survey', title: 'Survey', is_shown: true, offer_id: null });
  },
  answered: () => withoutVersion(),
  assign: () => ofLead({ assignee: owner.id }),
  change_offer: async () => {
    const { offers } = await owner.write('offer', lead, OFFER);
    return ofLead({
      ...OFFER,
      offer_id: offers[0]?.id,
      status: 'changed',
      amount: 70_000,
      reason_code: 'title',
      evidence: 'The solicitor’s letter',
    });
  },
  claim: () => withoutVersion(),
  async confirm_address() {
    lead = await desk.addLead({ ...VALUATION_LEAD });
    return withoutVersion({ email: VALUATION_LEAD.email });
  },
  distrust: () => withoutVersion(),
  end_links: () => withoutVersion(),
  erase: () => Promise.resolve({ key: '0131 496 0456', lead_ids: [lead], reason: 'other' }),
  export_csv: () => Promise.resolve({ first_day: day(-1), last_day: day(0) }),
  hold: () => ofLead({ until: day(30), reason: 'A complaint runs.' }),
  log_call: () =>
    ofLead({ channel: 'phone', outcome: 'spoke', body: 'Rang twice', close_reason: null, ...NEXT }),
  async mail_seller() {
    // A lead from the chat has no e-mail address.
    lead = await desk.addLead({ ...VALUATION_LEAD });
    return withoutVersion({ mail: 'tried' });
  },
  make_link: () => withoutVersion({ key_hash: randomBytes(32).toString('hex') }),
  merge: () => ofLead({ target_id: target }),
  note: () => withoutVersion({ body: 'The dog bites' }),
  offer: () => ofLead(OFFER),
  plan: () => ofLead(NEXT),
  record_complaint: () => withoutVersion(COMPLAINT),
  async record_costs() {
    const details = { ...OFFER_DETAILS, lines: [{ what: 'Damp', amount: 4_500, source: 'quote' }] };
    await owner.write('offer', lead, { ...OFFER, details });
    const offer_id = (await owner.lead(lead)).offers[0]?.id;
    await owner.write('change_offer', lead, {
      ...NEXT,
      offer_id,
      status: 'accepted',
      reason_code: 'seller_accepted',
    });
    const { offers } = await owner.write('set_stage', lead, { stage: 'settled', ...NEXT });
    return ofLead({ offer_id: offers[0]?.id, amounts: [4_200] });
  },
  release: () => ofLead(),
  async remove_paper() {
    const paper_id = await addStaffPaper((name, given) => owner.call(name, given), lead, ONE_PIXEL);
    return withoutVersion({ paper_id });
  },
  reply: () => withoutVersion({ body: 'We ring at six.' }),
  set_contact_rules: () => ofLead({ do_not_call: true, vulnerable: true, contact_rules: 'Text first.' }),
  set_stage: () => ofLead({ stage: 'closed', reason: 'no_reply', next_action: null, next_at: null }),
  trust: () => withoutVersion(),
};

/** Another code, of an argument that takes only some. */
const ANOTHER_CODE: Record<string, string> = {
  basis: 'own_view',
  channel: 'email',
  close_reason: 'spam',
  'erase.reason': 'person_asked',
  funds: 'network',
  key_hash: randomBytes(32).toString('hex'),
  kind: 'quote',
  mail: 'offer',
  next_action: 'visit',
  outcome: 'voicemail',
  reason_code: 'market',
  'set_stage.reason': 'spam',
  sent_by: 'email',
  stage: 'contacted',
  status: 'withdrawn',
  way: 'letter',
};

/** Another value of any other argument that is not a text. */
const ANOTHER: Record<string, () => unknown> = {
  amount: () => 1,
  amounts: () => [1],
  assignee: () => stranger,
  complaint_id: () => '1',
  do_not_call: () => false,
  first_day: () => day(-12),
  is_shown: () => false,
  last_day: () => day(12),
  lead_ids: () => [stranger],
  market_value: () => 1,
  next_at: () => new Date(Date.now() + 7_200_000).toISOString(),
  offer_id: () => stranger,
  received_on: () => day(-12),
  details: () => ({ ...OFFER_DETAILS, buyer: 'Another buyer' }),
  open_point: () => 0,
  paper_id: () => stranger,
  target_id: () => stranger,
  until: () => day(12),
  valid_until: () => day(12),
  vulnerable: () => false,
};

/**
 * Arguments that may differ in a repeated request: `version` says what the caller has seen, and `key` may not be
 * stored, not even as a hash.
 */
const NOT_COMPARED = new Set(['request_id', 'lead_id', 'version', 'key']);

const NAMES = Object.entries(EXAMPLE_CALLS)
  .filter(([, given]) => 'request_id' in given)
  .map(([name, given]) => ({ name, names: Object.keys(given) }));

test('CALLS has every call that takes a request_id', () => {
  expect(NAMES.map(({ name }) => name)).toEqual(Object.keys(CALLS));
});

const REFUSED = { code: 'PT422', hint: 'request_id' };

async function everything(): Promise<unknown> {
  const { rows } = await admin.query(
    `select (select jsonb_agg(cases order by lead_id) from desk.cases) as cases,
       (select jsonb_agg(events order by id) from desk.events) as events`,
  );
  return rows[0];
}

test.each(NAMES)(
  'the request_id of $name is required, and belongs to its caller, call, lead and arguments: with others it is refused, and nothing is changed or exported',
  async ({ name, names }) => {
    const request: Given = { request_id: randomUUID(), ...(await CALLS[name]?.()) };
    const { request_id } = request;
    expect(await owner.attempt(name, { ...request, request_id: null })).toMatchObject(REFUSED);
    await owner.call(name, request);
    const before = await everything();
    expect(await other.attempt(name, request)).toMatchObject(REFUSED);
    if ('lead_id' in request) {
      expect(await owner.attempt(name, { ...request, lead_id: stranger })).toMatchObject(REFUSED);
    }
    for (const argument of names) {
      if (NOT_COMPARED.has(argument)) continue;
      const another =
        ANOTHER_CODE[`${name}.${argument}`] ??
        ANOTHER_CODE[argument] ??
        ANOTHER[argument]?.() ??
        'another text';
      const changed = { ...request, [argument]: another };
      expect.soft(await owner.attempt(name, changed), argument).toMatchObject(REFUSED);
    }
    for (const [another, given] of [
      ['note', { lead_id: stranger, body: 'The dog bites' }],
      ['export_csv', { first_day: day(-2), last_day: day(0) }],
    ] as const) {
      expect(await owner.attempt(another, { ...given, request_id })).toMatchObject(REFUSED);
    }
    expect(await everything()).toEqual(before);
  },
);

test.each([
  ['claim', 'end_links', {}],
  ['note', 'reply', { body: 'We ring at six.' }],
])(
  'the request_id of %s is refused for %s, also with the same lead and arguments',
  async (name, another, given) => {
    const request = { request_id: randomUUID(), lead_id: lead, ...given };
    await owner.call(name, request);
    const before = await everything();
    expect(await owner.attempt(another, request)).toMatchObject(REFUSED);
    expect(await everything()).toEqual(before);
  },
);

test('an export is always recorded, also a repeated one', async () => {
  const request = { request_id: randomUUID(), first_day: day(-1), last_day: day(0) };
  const recorded = async () => {
    const { rowCount } = await admin.query(`select from desk.events where kind = 'exported'`);
    return rowCount ?? 0;
  };
  const before = await recorded();
  const { csv } = await owner.call<{ csv: string }>('export_csv', request);
  expect(await owner.call('export_csv', request)).toMatchObject({ csv });
  expect(await recorded()).toBe(before + 2);
});

test('what somebody typed leaves no hash behind when the lead is erased, and its request ids stay used', async () => {
  const request_id = randomUUID();
  await owner.call('note', { lead_id: lead, request_id, body: 'The dog bites' });
  const { rowCount } = await admin.query('delete from public.leads where id = $1', [lead]);
  expect(rowCount).toBe(1);
  const { rows } = await admin.query('select from desk.requests where id = $1', [request_id]);
  expect(rows).toEqual([]);
  const again = { lead_id: stranger, request_id, body: 'The dog bites' };
  expect(await owner.attempt('note', again)).toMatchObject(REFUSED);
});
