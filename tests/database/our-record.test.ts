import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readOurRecord, type OurRecord } from '../../server/cases/our-record.ts';
import { inAnHour, londonDay, offerTerms, openDeskDatabase } from '../support/desk/desk-database.ts';

const desk = await openDeskDatabase();
const { admin, staff, owner } = desk;
const seller = await desk.database.connectAs('seller');

const NEXT = { next_action: 'visit', next_at: inAnHour() };
const CLOSED = { stage: 'closed', next_action: null, next_at: null };
const EVIDENCE = { reason_code: 'ours', evidence: 'A report.' };

const request = (leadId: string) => ({ lead_id: leadId, request_id: randomUUID() });
const close = (id: string, reason: string) => staff.write('set_stage', id, { ...CLOSED, reason });
const reopen = (id: string) => staff.write('set_stage', id, { stage: 'offer_made', reason: null, ...NEXT });
const merge = (id: string, target: string) => staff.write('merge', id, { target_id: target });
const settle = (id: string) => staff.write('set_stage', id, { stage: 'settled', reason: null, ...NEXT });

const make = (id: string, amount = 100_000) =>
  staff.write(
    'offer',
    id,
    offerTerms({ amount, market_value: 150_000, valid_until: londonDay(28), ...NEXT }),
  );
async function change(id: string, given: Record<string, unknown>) {
  const [latest] = (await staff.lead(id)).offers;
  return staff.write('change_offer', id, { offer_id: latest?.id, ...EVIDENCE, ...given });
}
const changeTo = (id: string, amount: number) => change(id, { status: 'changed', amount });
const withdraw = (id: string) => change(id, { status: 'withdrawn' });
const accept = (id: string) =>
  change(id, { status: 'accepted', reason_code: 'seller_accepted', evidence: null });

async function offered(amount?: number): Promise<string> {
  const id = await desk.addLead();
  await make(id, amount);
  return id;
}

/** Lets all that was done with a lead have been done then. The trigger is off for a moment. @param at an SQL expression */
const moveTo = (id: string, at: string, kinds = "'received', 'offered'") =>
  admin.query(`alter table desk.events disable trigger user;
    update desk.events set at = ${at} where lead_id = '${id}' and kind in (${kinds});
    alter table desk.events enable trigger user`);

/** A time in Europe/London. @param start of the last 12 months, or a time of the day before it */
const YEAR = `((now() at time zone 'Europe/London')::date - interval '1 year' + interval '1 day')`;
const FIRST_MOMENT = `${YEAR} at time zone 'Europe/London'`;

/** The record as visitors read it: the login may read nothing else of an offer without a key. */
const read = () => readOurRecord(seller);

test('19 offers are too few to say more; with 20, nothing is said about fewer than five sellers', async () => {
  for (let count = 0; count < 19; count += 1) await offered();
  const tooFew = {
    lowered: null,
    lowered_by: null,
    withdrawn: null,
    sold: null,
    sold_at_first: null,
    days: null,
  };
  expect(await read()).toEqual({ day: londonDay(0), offers: 19, ...tooFew });
  await offered();
  expect(await read()).toMatchObject({ ...tooFew, offers: 20, lowered: 0, withdrawn: 0, sold: 0 });
});

test('the median of an even count is between the middle two, to the nearest hundred pounds', async () => {
  for (const fall of [100, 200, 5_000]) await changeTo(await offered(), 100_000 - fall);
  await changeTo(await offered(), 99_000);
  expect(await read()).toMatchObject({ lowered: 4, lowered_by: null });
  await changeTo(await offered(), 97_000);
  expect(await read()).toMatchObject({ lowered: 5, lowered_by: 1_000 });
  await changeTo(await offered(), 98_500);
  // Of 1,000 and 1,500.
  expect(await read()).toMatchObject({ lowered: 6, lowered_by: 1_300 });
});

test('the days of a sale count from the first enquiry to its completion, as London counts days', async () => {
  for (const days of [40, 41, 60, 70]) {
    const id = await offered();
    await accept(id);
    await settle(id);
    await moveTo(id, `now() - interval '${days} days'`);
  }
  expect(await read()).toMatchObject({ sold: 4, sold_at_first: null, days: null });
  const [enquiry, id] = [await desk.addLead(), await offered()];
  await staff.lead(enquiry);
  await merge(enquiry, id);
  await accept(id);
  await settle(id);
  await moveTo(enquiry, `now() - interval '50 days'`);
  await close(id, 'bought');
  expect(await read()).toMatchObject({ sold: 5, sold_at_first: 5, days: 50 });
});

const LOWERED = { offers: 1, lowered: 1 };
const STORIES: [what: string, story: () => Promise<unknown>, moves: Partial<OurRecord>][] = [
  ['an offer counts', () => offered(), { offers: 1 }],
  ['a raised offer is not lowered', async () => changeTo(await offered(), 110_000), { offers: 1 }],
  [
    'raised and then lowered: the seller had read the higher figure',
    async () => {
      const id = await offered();
      await changeTo(id, 110_000);
      await changeTo(id, 105_000);
    },
    LOWERED,
  ],
  [
    'a wrong figure, corrected at once: the seller could read it',
    async () => changeTo(await offered(149_000), 14_900),
    LOWERED,
  ],
  [
    'withdrawn, and made again for less',
    async () => {
      const id = await offered();
      await withdraw(id);
      await make(id, 90_000);
    },
    { ...LOWERED, withdrawn: 1 },
  ],
  [
    'declined, and made again for as much',
    async () => {
      const id = await offered();
      await change(id, { status: 'declined', reason_code: 'seller_declined', evidence: null });
      await make(id);
    },
    { offers: 1 },
  ],
  [
    'a lower “first” offer on the lead into which another one was merged',
    async () => {
      const [id, target] = [await offered(), await desk.addLead()];
      await merge(id, target);
      await make(target, 90_000);
    },
    LOWERED,
  ],
  [
    'a merged pair, also after its last lead is erased',
    async () => {
      const [first, between, last] = [await offered(), await desk.addLead(), await offered()];
      await merge(first, between);
      await merge(between, last);
      await erase(last);
    },
    { offers: 1 },
  ],
  [
    'three lowered leads that were merged into one: each fall counts',
    async () => {
      const target = await offered();
      for (const id of [await offered(), await offered(), target]) {
        await changeTo(id, 90_000);
        if (id !== target) await merge(id, target);
      }
    },
    { offers: 3, lowered: 3 },
  ],
  [
    'two sales below the first figure, and a withdrawal, that were merged into one lead',
    async () => {
      const [target, second, third] = [await offered(), await offered(), await offered()];
      for (const id of [second, target]) {
        await changeTo(id, 90_000);
        await settle(id);
      }
      await withdraw(third);
      for (const id of [second, third]) await merge(id, target);
    },
    { offers: 2, lowered: 2, withdrawn: 1, sold: 2 },
  ],
  [
    'a lead that was merged by mistake',
    async () => {
      const id = await offered();
      await merge(id, await offered());
      await reopen(id);
    },
    { offers: 2 },
  ],
  [
    'sold for less than the first figure',
    async () => {
      const id = await offered();
      await changeTo(id, 90_000);
      await settle(id);
    },
    { ...LOWERED, sold: 1 },
  ],
  [
    'sold for the first figure after all, and closed later',
    async () => {
      const id = await offered();
      await accept(id);
      await settle(id);
      await close(id, 'bought');
    },
    { offers: 1, sold: 1, sold_at_first: 1 },
  ],
  [
    'sold, although nobody has accepted the figure',
    async () => settle(await offered()),
    { offers: 1, sold: 1 },
  ],
  [
    'sold for less than its own first figure, and merged into a lead with a lower one',
    async () => {
      const [id, target] = [await offered(), await offered(60_000)];
      await changeTo(id, 90_000);
      await accept(id);
      await settle(id);
      await merge(id, target);
    },
    { ...LOWERED, sold: 1 },
  ],
  [
    'lowered, and merged into a lead whose first offer is of an earlier year',
    async () => {
      const target = await offered();
      await moveTo(target, `${FIRST_MOMENT} - interval '1 day'`);
      const id = await offered();
      await changeTo(id, 90_000);
      await merge(id, target);
    },
    LOWERED,
  ],
  [
    'a sale that was recorded by mistake',
    async () => {
      const id = await offered();
      await settle(id);
      await reopen(id);
    },
    { offers: 1 },
  ],
  [
    'a lead that is erased after its offer was lowered',
    async () => {
      const id = await offered();
      await changeTo(id, 90_000);
      await erase(id);
    },
    LOWERED,
  ],
  ['closed as spam', async () => close(await offered(), 'spam'), {}],
  ['marked as spam', async () => staff.call('distrust', request(await offered())), {}],
  [
    'marked as spam, and back',
    async () => {
      const id = await offered();
      await staff.call('distrust', request(id));
      await staff.call('trust', request(id));
    },
    { offers: 1 },
  ],
  [
    'closed as spam to hide that it was lowered',
    async () => {
      const id = await offered();
      await changeTo(id, 90_000);
      await close(id, 'spam');
    },
    LOWERED,
  ],
  [
    'an invented lead',
    async () => admin.query('insert into desk.demo_leads values ($1)', [await offered()]),
    {},
  ],
  [
    'an imported lead, also once it is erased',
    async () => {
      const id = await desk.addLead();
      await admin.query(`update public.leads set source = 'import' where id = $1`, [id]);
      await make(id);
      await erase(id);
    },
    {},
  ],
  [
    'a real lead that was merged into an imported one, and lowered there',
    async () => {
      const [id, target] = [await offered(), await desk.addLead()];
      await admin.query(`update public.leads set source = 'import' where id = $1`, [target]);
      await merge(id, target);
      await make(target, 90_000);
    },
    LOWERED,
  ],
  [
    'made in the first moment of the last 12 months',
    async () => moveTo(await offered(), FIRST_MOMENT),
    { offers: 1 },
  ],
  ['made just before it', async () => moveTo(await offered(), `${FIRST_MOMENT} - interval '1 second'`), {}],
  [
    'a first offer of an earlier year, lowered and sold now',
    async () => {
      const id = await offered();
      await moveTo(id, `${FIRST_MOMENT} - interval '1 second'`);
      await changeTo(id, 90_000);
      await settle(id);
    },
    { sold: 1 },
  ],
  [
    'sold just before the last 12 months',
    async () => {
      const id = await offered();
      await settle(id);
      await moveTo(id, `${FIRST_MOMENT} - interval '1 second'`, "'received', 'offered', 'staged'");
    },
    {},
  ],
];

async function erase(id: string) {
  await admin.query('update desk.cases set hold_until = null where lead_id = $1', [id]);
  await admin.query(`select desk.erase_leads(array[$1::uuid], 'person_asked')`, [id]);
}

test.each(STORIES)('%s', async (_what, story, moves) => {
  const before = await read();
  await story();
  const after = await read();
  const counts = ['offers', 'lowered', 'withdrawn', 'sold', 'sold_at_first'] as const;
  const difference = (name: (typeof counts)[number]) => (after[name] ?? 0) - (before[name] ?? 0);
  expect(Object.fromEntries(counts.map((name) => [name, difference(name)]))).toEqual({
    ...{ offers: 0, lowered: 0, withdrawn: 0, sold: 0, sold_at_first: 0 },
    ...moves,
  });
});

test('nobody can change the record, and staff read what visitors read', async () => {
  const days = { first_day: londonDay(-7), last_day: londonDay(0) };
  const { record } = await owner.call<{ record: OurRecord }>('funnel', days);
  expect(record).toEqual(await read());
  const asDesk = await desk.database.connectAs('desk');
  for (const client of [seller, asDesk]) {
    await expect(client.query('update desk.our_record set offers = 1')).rejects.toThrow('cannot update');
  }
});
