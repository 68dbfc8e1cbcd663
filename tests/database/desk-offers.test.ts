import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Lead } from '../../desk/src/api/types.ts';
import { inAnHour, londonDay as day, openDeskDatabase, refused } from '../support/desk/desk-database.ts';
import { OFFER_DETAILS } from '../support/desk/offer-details.ts';

const desk = await openDeskDatabase();
const { staff, admin } = desk;

const NEXT = { next_action: 'visit', next_at: inAnHour() };
const OFFER = {
  amount: 81_250,
  market_value: 100_000,
  basis: 'home_report',
  conditions: 'Subject to a clear title.',
  valid_until: day(28),
  funds: 'own',
  details: OFFER_DETAILS,
};
const LOWER = {
  status: 'changed',
  amount: 75_000,
  reason_code: 'survey_finding',
  evidence: 'The survey of 3 May: dry rot in the joists.',
};
const DAMP = { what: 'Damp in the back bedroom', amount: 4_500, source: 'quote' };
const SALE = { street: 'Shore Place, Leith', month: '2026-05', price: 103_000, type: 'flat' };
const DETAILS = {
  lines: [DAMP],
  sales: [SALE],
  report: { firm: 'Surveyors Ltd', day: '2026-10-01' },
  buyer: 'Croft Homes Ltd, SC654321',
  funds_proved_on: '2026-11-01',
  solicitor_cap: 1_200,
  outlays: [{ what: 'Searches', payer: 'us' }],
  if_ends: 'Each side bears its own costs.',
  entry: 'In January',
  open_points: [{ what: 'Damp survey', until: day(7) }],
};
const ACCEPTED = { status: 'accepted', reason_code: 'seller_accepted' };

let id: string;
beforeEach(async () => {
  id = await desk.addLead();
});

/** Lets all offers expire. The trigger is off for a moment, because offers cannot be changed. */
const expire = () =>
  admin.query(`alter table desk.offers disable trigger user;
    update desk.offers set valid_until = (now() at time zone 'Europe/London')::date - 1;
    alter table desk.offers enable trigger user`);

const make = (given = {}) => staff.write('offer', id, { ...OFFER, ...NEXT, ...given });
const latest = ({ offers }: Lead) => offers[0]?.id;

async function change(given: Record<string, unknown>): Promise<Lead> {
  return staff.write('change_offer', id, { offer_id: latest(await staff.lead(id)), ...given });
}
async function tryToChange(given: Record<string, unknown>) {
  return staff.attemptWrite('change_offer', id, { offer_id: latest(await staff.lead(id)), ...given });
}

test('an offer has the basis of its value, its discount in pounds and per cent, and its last valid day', async () => {
  const lead = await make();
  expect(lead).toMatchObject({ stage: 'offer_made', next_action: 'visit' });
  expect(lead.offers).toMatchObject([
    {
      ...OFFER,
      number: 1,
      replaces: null,
      discount: 18_750,
      discount_percent: 18.8,
      status: 'made',
      reason_code: null,
      evidence: null,
      by: { id: staff.id },
    },
  ]);
  expect(lead.events.find(({ kind }) => kind === 'offered')?.facts).toEqual({
    offer_id: latest(lead),
    status: 'made',
    amount: 81_250,
    market_value: 100_000,
    discount: 18_750,
    discount_percent: 18.8,
    basis: 'home_report',
    funds: 'own',
    valid_until: OFFER.valid_until,
  });
});

test.each([
  [100_000, 0, 0],
  [99_951, 49, 0],
  [99_950, 50, 0.1],
])('the discount of %i from 100,000 is %i, or %d per cent', async (amount, discount, percent) => {
  const lead = await make({ amount });
  const discounts = { discount, discount_percent: percent };
  expect(lead.offers).toMatchObject([discounts]);
  expect(lead.events.find(({ kind }) => kind === 'offered')?.facts).toMatchObject(discounts);
});

test.each([
  [{ amount: 0 }, 'amount'],
  [{ amount: null }, 'amount'],
  [{ amount: 200_000_000 }, 'amount'],
  [{ amount: 100_001 }, 'amount'],
  [{ details: { ...OFFER_DETAILS, lines: [{ ...DAMP, amount: 18_751 }] } }, 'lines'],
  [{ details: { ...OFFER_DETAILS, nothing_open: false } }, 'open_points'],
  [{ details: { ...OFFER_DETAILS, solicitor_cap: null } }, 'solicitor_cap'],
  [{ details: { ...OFFER_DETAILS, outlays: [] } }, 'outlays'],
  [{ details: { ...OFFER_DETAILS, if_ends: ' ' } }, 'if_ends'],
  [{ details: { ...DETAILS, nothing_open: true } }, 'open_points'],
  [{ details: { lines: [{ ...DAMP, amount: -1 }] } }, 'details.lines.0.amount'],
  [{ details: { lines: [{ ...DAMP, what: ' ' }] } }, 'details.lines.0.what'],
  [{ details: { sales: [{ ...SALE, street: '12 Shore Place' }] } }, 'details.sales.0.street'],
  [{ details: { ...DETAILS, open_points: [{ what: 'Damp survey', until: day(-1) }] } }, 'open_points'],
  [{ details: { ...DETAILS, open_points: [{ what: 'Damp survey', until: day(29) }] } }, 'open_points'],
  [{ details: { ...OFFER_DETAILS, sales: [{ ...SALE, month: day(32).slice(0, 7) }] } }, 'details'],
  [{ details: { ...OFFER_DETAILS, report: { firm: 'Surveyors Ltd', day: day(1) } } }, 'details'],
  [{ details: { ...OFFER_DETAILS, funds_proved_on: day(1) } }, 'details'],
  [{ details: { if_ends: 'x'.repeat(2_001) } }, 'details.if_ends'],
  [{ basis: 'comparables' }, 'sales'],
  [{ market_value: 0 }, 'market_value'],
  [{ market_value: null }, 'market_value'],
  [{ market_value: 200_000_000 }, 'market_value'],
  [{ basis: 'guess' }, 'basis'],
  [{ basis: null }, 'basis'],
  [{ funds: 'yours' }, 'funds'],
  [{ funds: null }, 'funds'],
  [{ valid_until: null }, 'valid_until'],
  [{ valid_until: day(-1) }, 'valid_until'],
  [{ valid_until: day(400) }, 'valid_until'],
  [{ conditions: 'x'.repeat(10_001) }, 'conditions'],
  [{ next_action: null, next_at: null }, 'next_action'],
])('an offer with %j is refused, and leaves nothing', async (given, hint) => {
  const before = await staff.lead(id);
  expect(await staff.attemptWrite('offer', id, { ...OFFER, ...NEXT, ...given })).toMatchObject(refused(hint));
  expect(await staff.lead(id)).toEqual(before);
});

test('an offer holds all its details, and its lines add up to the pound', async () => {
  const { offers } = await make({ details: DETAILS });
  expect(offers).toMatchObject([{ details: DETAILS, margin: 14_250 }]);
  const figures = await admin.query(
    'select amount, lines, margin, market_value, open_until::text[] from desk.offers where lead_id = $1',
    [id],
  );
  expect(figures.rows).toEqual([
    { amount: 81_250, lines: [4_500], margin: 14_250, market_value: 100_000, open_until: [day(7)] },
  ]);
  const wrongs = {
    'margin - 1, open_until, false': 'lines_add_up',
    'margin + 1, open_until, false': 'lines_add_up',
  };
  const unsaid = {
    "margin, '{}', false": 'open_points_said',
    'margin, open_until, true': 'open_points_said',
  };
  for (const [wrong, rule] of Object.entries({ ...wrongs, ...unsaid })) {
    const insert = `insert into desk.offers
      select gen_random_uuid(), lead_id, number + 1, id, event_id, amount, market_value, basis, funds, valid_until,
        'changed', 'title', lines, ${wrong}, 0 from desk.offers where lead_id = $1`;
    await expect(admin.query(insert, [id])).rejects.toThrow(`offers_${rule}`);
  }
});

test('an offer holds its longest details', async () => {
  const what = '"'.repeat(200);
  const details = {
    ...DETAILS,
    lines: Array(12).fill({ ...DAMP, what, amount: 1 }),
    sales: Array(8).fill({ ...SALE, street: what, type: what }),
    outlays: Array(8).fill({ what, payer: 'us' }),
    if_ends: 'x'.repeat(2_000),
    open_points: Array(8).fill({ what, until: day(7) }),
  };
  expect(await make({ details })).toMatchObject({ offers: [{ details }] });
});

test('the next offer begins with the terms that the last offers to two sellers share, and without their sums', async () => {
  const { funds_proved_on, solicitor_cap, outlays, if_ends } = DETAILS;
  const shared = { funds_proved_on, solicitor_cap, outlays, if_ends };
  await make({ details: { ...DETAILS, solicitor_cap: 900 } });
  for (const seller of [await desk.addLead(), await desk.addLead()]) {
    const details = {
      ...shared,
      nothing_open: true,
      entry: `As ${seller} asked`,
      buyer: `Company ${seller}`,
    };
    await staff.write('offer', seller, { ...OFFER, ...NEXT, details });
  }
  // The answer to an older offer does not bring its terms back.
  await change({ status: 'declined', reason_code: 'seller_declined' });
  const { terms } = await staff.call<{ terms: unknown }>('offer_form', { lead_id: await desk.addLead() });
  expect(terms).toEqual({ ...shared, buyer: null, entry: null });
});

test('a lower price names the open point that it is about; without one, it is stored as what it is', async () => {
  await make({ details: DETAILS });
  expect(await tryToChange({ ...LOWER, open_point: 1 })).toMatchObject(refused('open_point'));
  expect(await change({ ...LOWER, open_point: 0 })).toMatchObject({
    offers: [{ amount: 75_000, margin: 20_500, open_point: 0, details: DETAILS }, {}],
  });
  const market = { ...LOWER, amount: 70_000, reason_code: 'market' };
  expect(await change(market)).toMatchObject({
    offers: [{ open_point: null, reason_code: 'market' }, {}, {}],
  });
});

test('a change is a new row, with the reason and the evidence; the earlier row is kept', async () => {
  const made = await make();
  const { offers, events } = await change(LOWER);
  expect(offers).toMatchObject([
    {
      ...OFFER,
      number: 2,
      replaces: latest(made),
      status: 'changed',
      amount: 75_000,
      discount: 25_000,
      discount_percent: 25,
      reason_code: 'survey_finding',
      evidence: LOWER.evidence,
    },
    { number: 1, amount: 81_250, status: 'made' },
  ]);
  // The facts of events have no text that staff typed, because events are kept when a person is erased.
  expect(events.find(({ kind }) => kind === 'offer_changed')?.facts).toMatchObject({
    replaces: latest(made),
    reason_code: 'survey_finding',
    amount: 75_000,
  });
  expect(JSON.stringify(events)).not.toContain('dry rot');
});

test.each([
  [ACCEPTED, 'accepted'],
  [{ status: 'declined', reason_code: 'seller_declined' }, 'offer_made'],
  [{ status: 'withdrawn', reason_code: 'title', evidence: 'No title.' }, 'offer_made'],
])('the change %j leads to the stage %s, also after the offer has expired', async (given, stage) => {
  await make();
  await expire();
  const lead = await change(given);
  expect(lead).toMatchObject({ stage, offers: [{ status: given.status, amount: 81_250 }, {}] });
});

test('an accepted offer can be changed, with a reason, and then waits for the seller again', async () => {
  await make();
  await change(ACCEPTED);
  expect(await change(LOWER)).toMatchObject({ stage: 'offer_made', offers: [{ number: 3 }, {}, {}] });
});

test('an accepted or changed offer does not change the stage of a case that has gone further', async () => {
  await make();
  await staff.write('set_stage', id, { stage: 'formal_offer', ...NEXT });
  for (const given of [ACCEPTED, LOWER]) {
    expect(await change(given)).toMatchObject({ stage: 'formal_offer' });
  }
});

test('after the sale, what each line cost stands beside its estimate; a correction is a new row', async () => {
  const lines = [DAMP, { ...DAMP, what: 'Clearing the garden', amount: 900 }];
  const record = async (amounts: (number | null)[]) =>
    staff.attemptWrite('record_costs', id, { offer_id: latest(await staff.lead(id)), amounts });
  await make({ details: { ...DETAILS, lines } });
  await change(ACCEPTED);
  expect(await record([4_200, 0])).toMatchObject(refused('stage'));
  await staff.write('set_stage', id, { stage: 'closed', reason: 'bought', next_action: null, next_at: null });
  for (const [amounts, hint] of [
    [[4_200], 'amounts'],
    [[4_200, 0, 1], 'amounts'],
    [[null, null], 'amounts'],
    [[4_200, -1], 'amounts.1'],
    [[4_200.5, 0], 'amounts.0'],
  ] as const) {
    expect(await record([...amounts])).toMatchObject(refused(hint));
  }
  expect(await record([4_200, null])).toBe('done');
  expect(await record([4_100, 0])).toBe('done');
  const { offers, events } = await staff.lead(id);
  expect(offers).toMatchObject([{ actual_costs: [4_100, 0] }, { actual_costs: null }]);
  const recorded = events.filter(({ kind }) => kind === 'costs_recorded');
  expect(recorded.map(({ facts }) => facts.amounts)).toEqual([
    [4_200, null],
    [4_100, 0],
  ]);
  await expect(admin.query('update desk.actual_costs set amounts = amounts')).rejects.toThrow(
    'never changed',
  );
  const insert = `insert into desk.actual_costs (event_id, offer_id, amounts)
    select min(id), $1, $2 from desk.events`;
  await expect(admin.query(insert, [latest(await staff.lead(id)), [1]])).rejects.toThrow('of_each_line');
});

test('costs are recorded for the offer that was accepted only', async () => {
  await make({ details: DETAILS });
  await staff.write('set_stage', id, { stage: 'settled', ...NEXT });
  const given = { offer_id: latest(await staff.lead(id)), amounts: [4_200] };
  expect(await staff.attemptWrite('record_costs', id, given)).toMatchObject(refused('offer_id'));
});

test('a lead that may be spam gets no offer before it is marked as not spam', async () => {
  await staff.call('distrust', { lead_id: id, request_id: randomUUID() });
  expect(await staff.attemptWrite('offer', id, { ...OFFER, ...NEXT })).toMatchObject(refused('offer_id'));
});

describe('a change is refused', () => {
  test.each([
    [{ ...LOWER, reason_code: null }, 'reason_code'],
    [{ ...LOWER, reason_code: 'mood' }, 'reason_code'],
    [{ ...LOWER, reason_code: 'seller_declined' }, 'reason_code'],
    [{ ...LOWER, evidence: null }, 'evidence'],
    [{ ...LOWER, evidence: ' \n' }, 'evidence'],
    [{ ...LOWER, evidence: 'x'.repeat(10_001) }, 'evidence'],
    [{ ...LOWER, amount: 0 }, 'amount'],
    [{ ...LOWER, valid_until: day(-1) }, 'valid_until'],
    [{ status: 'withdrawn', reason_code: 'market' }, 'evidence'],
    [{ status: 'accepted', reason_code: 'seller_declined' }, 'reason_code'],
    [{ ...ACCEPTED, amount: 1 }, 'status'],
    [{ ...ACCEPTED, details: { buyer: 'Somebody else' } }, 'status'],
    [{ ...ACCEPTED, market_value: 1 }, 'status'],
    [{ ...ACCEPTED, basis: 'own_view' }, 'status'],
    [{ ...ACCEPTED, funds: 'network' }, 'status'],
    [{ ...ACCEPTED, valid_until: day(29) }, 'status'],
    [{ status: 'declined', reason_code: null }, 'reason_code'],
    [{ status: 'made', reason_code: 'ours', evidence: 'x' }, 'status'],
    [{ status: null, reason_code: 'ours', evidence: 'x' }, 'status'],
  ])('with %j', async (given, hint) => {
    await make();
    expect(await tryToChange(given)).toMatchObject(refused(hint));
  });

  test('of an offer that is not the latest, belongs to another lead, or was declined or withdrawn', async () => {
    const made = await make();
    await change(LOWER);
    const ofFormer = { ...LOWER, offer_id: latest(made) };
    expect(await staff.attemptWrite('change_offer', id, ofFormer)).toMatchObject({ hint: 'offer_id' });
    const other = await desk.addLead();
    expect(await staff.attemptWrite('change_offer', other, ofFormer)).toMatchObject({ hint: 'offer_id' });
    for (const ending of [
      { status: 'declined', reason_code: 'seller_declined' },
      { status: 'withdrawn', reason_code: 'market', evidence: 'Prices fell.' },
    ]) {
      await change(ending);
      expect(await tryToChange(LOWER)).toMatchObject({ hint: 'offer_id' });
      await make();
    }
  });

  test('if it accepts an accepted offer', async () => {
    await make();
    await change(ACCEPTED);
    expect(await tryToChange(ACCEPTED)).toMatchObject({ hint: 'status' });
  });
});

const REFUSED = { code: 'PT422', hint: 'offer_id' };

test('a second offer is refused while the first is valid or accepted, and recorded once the first was withdrawn', async () => {
  await make();
  expect(await staff.attemptWrite('offer', id, { ...OFFER, ...NEXT })).toMatchObject(REFUSED);
  await change({ status: 'accepted', reason_code: 'seller_accepted' });
  expect(await staff.attemptWrite('offer', id, { ...OFFER, ...NEXT })).toMatchObject(REFUSED);
  await change({ status: 'withdrawn', reason_code: 'ours', evidence: 'Our lender has left.' });
  expect(await make()).toMatchObject({ offers: [{ number: 4, replaces: null, status: 'made' }, {}, {}, {}] });
});

test('a lead that was merged into another one gets no offer and no change of one, and stays merged', async () => {
  const target = await desk.addLead();
  await make();
  await staff.write('merge', id, { target_id: target });
  expect(await tryToChange(LOWER)).toMatchObject(REFUSED);
  await expire();
  expect(await staff.attemptWrite('offer', id, { ...OFFER, ...NEXT })).toMatchObject(REFUSED);
  expect(await staff.lead(id)).toMatchObject({ duplicate_of: target, offers: [{}] });
});

test('an offer, also a changed one, is valid until the end of its last day', async () => {
  await make({ valid_until: day(0) });
  expect(await staff.attemptWrite('offer', id, { ...OFFER, ...NEXT })).toMatchObject(REFUSED);
  await change(LOWER);
  expect(await staff.attemptWrite('offer', id, { ...OFFER, ...NEXT })).toMatchObject(REFUSED);
  await expire();
  const lead = await make();
  expect(lead).toMatchObject({ offers: [{ number: 3 }, {}, {}] });
  // The stage is the same as before.
  expect(lead.events.filter(({ kind }) => kind === 'staged')).toHaveLength(1);
});
