import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { CLOSE_REASONS, STAGE_ORDER } from '#server/database/codes.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { takeOffStaff } from '#server/desk/staff.ts';
import type { InboxPage, Lead } from '../../desk/src/api/types.ts';
import {
  inAnHour,
  londonDay as day,
  offerTerms,
  openDeskDatabase,
  refused,
} from '../support/desk/desk-database.ts';

const desk = await openDeskDatabase();
const { owner, staff, admin } = desk;
const ended = await desk.addStaff('Eve Ended');
await inTransaction(admin, () => takeOffStaff(admin, ended.id));

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

const NEXT = { next_action: 'call', next_at: TOMORROW };
const CALL = { channel: 'phone', outcome: 'spoke', ...NEXT };

let id: string;
beforeEach(async () => {
  id = await desk.addLead();
});

const kindsOf = ({ events }: Lead) => events.map(({ kind }) => kind);
const lastOf = ({ events }: Lead) => events.at(-1);

describe('a claim (somebody takes a lead)', () => {
  test('gives the lead to the first person, and is refused to a second, who is told the assignee', async () => {
    expect(await staff.call('claim', { lead_id: id, request_id: randomUUID() })).toMatchObject({
      assignee: { id: staff.id, name: 'Bob Staff' },
      version: 2,
    });
    const refusal = await owner.attempt('claim', { lead_id: id, request_id: randomUUID() });
    expect(refusal).toMatchObject({ code: 'PT409', hint: 'claimed' });
    expect(JSON.parse((refusal as { detail: string }).detail)).toMatchObject({
      by: { name: 'Bob Staff' },
      kind: 'claimed',
      lead: { id, assignee: { name: 'Bob Staff' } },
    });
  });

  test('of a lead that the caller already has changes nothing', async () => {
    for (let count = 0; count < 2; count += 1)
      await staff.call('claim', { lead_id: id, request_id: randomUUID() });
    expect(kindsOf(await staff.lead(id))).toEqual(['received', 'claimed']);
  });

  test('can be released, and the lead assigned to somebody else', async () => {
    await staff.call('claim', { lead_id: id, request_id: randomUUID() });
    expect(await staff.write('release', id)).toMatchObject({ assignee: null });
    const given = await owner.write('assign', id, { assignee: staff.id });
    expect(given).toMatchObject({ assignee: { id: staff.id }, given_by: { name: 'Ann Owner' } });
    expect(lastOf(given)).toMatchObject({ kind: 'assigned', facts: { assignee: staff.id } });
    const giver = async () => (await staff.call<InboxPage>('inbox', { view: 'mine' })).cards[0]?.given_by;
    await owner.lead(id);
    expect(await giver()).toEqual({ id: owner.id, name: 'Ann Owner' });
    await staff.lead(id);
    expect(await giver()).toBeNull();
    expect(await owner.write('assign', id, { assignee: owner.id })).toMatchObject({ given_by: null });
    for (const assignee of [randomUUID(), ended.id, null]) {
      expect(await owner.attemptWrite('assign', id, { assignee })).toMatchObject(refused('assignee'));
    }
  });
});

type Given = Record<string, unknown>;

/**
 * The calls that need the version of the case that the caller has seen: with the other arguments, or a function that
 * prepares the lead and returns them, and the kind of event that is written.
 */
const WRITES: [name: string, given: Given | (() => Promise<Given>), kind: string][] = [
  ['release', {}, 'released'],
  ['assign', { assignee: staff.id }, 'assigned'],
  ['log_call', CALL, 'called'],
  ['plan', NEXT, 'planned'],
  ['set_stage', { stage: 'appraised', ...NEXT }, 'staged'],
  [
    'set_contact_rules',
    { do_not_call: true, vulnerable: true, contact_rules: 'Text first.' },
    'contact_rules_set',
  ],
  ['hold', { until: day(30), reason: 'A complaint runs.' }, 'held'],
  ['offer', offerTerms(), 'offered'],
  [
    'change_offer',
    async () => {
      const { offers } = await staff.write('offer', id, offerTerms());
      return { offer_id: offers[0]?.id, status: 'declined', reason_code: 'seller_declined' };
    },
    'offer_changed',
  ],
  ['merge', async () => ({ target_id: await desk.addLead() }), 'merged'],
];

describe.each(WRITES)('%s', (name, givenOrPrepare, kind) => {
  let given: Given;
  beforeEach(async () => {
    given = typeof givenOrPrepare === 'function' ? await givenOrPrepare() : givenOrPrepare;
  });

  test('changes only this lead: it returns the lead as it is now, with the next version, and writes an event', async () => {
    const stranger = await desk.addLead({ phone: '07700 900444' });
    const theirs = await owner.call('claim', { lead_id: stranger, request_id: randomUUID() });
    const { version } = await staff.lead(id);
    // A merge returns the other lead. It gets the next version too, so that nobody overwrites what it took over.
    const before = await staff.lead((given.target_id as string | undefined) ?? id);
    const lead = await staff.write(name, id, given);
    expect(await staff.lead(stranger)).toEqual(theirs);
    expect(await staff.lead(id)).toMatchObject({ version: version + 1 });
    expect(lead).toEqual(await staff.lead(before.id));
    expect(lead.version).toBe(before.version + 1);
    expect(Date.parse(lead.changed_at)).toBeGreaterThan(Date.parse(before.changed_at));
    expect(kindsOf(lead)).toContain(kind);
    expect(lead.events.every(({ actor, kind: each }) => each === 'received' || actor?.id === staff.id)).toBe(
      true,
    );
  });

  test('changes the case only once if it is sent ten times at once, and again later, with the same request_id', async () => {
    const { version } = await staff.lead(id);
    const request = { lead_id: id, version, request_id: randomUUID(), ...given };
    await Promise.all(Array.from({ length: 10 }, () => staff.call(name, request)));
    const once = await staff.lead(id);
    const response = await staff.call(name, request);
    // A merge returns the other lead, also when it is repeated.
    expect(response).toEqual(await staff.lead((given.target_id as string | undefined) ?? id));
    expect(await staff.lead(id)).toEqual(once);
    expect(once.version).toBe(version + 1);
    expect(kindsOf(once).filter((each) => each === kind)).toHaveLength(1);
  });

  test('is refused with 409 and the author of the latest change, if the caller has not seen that change', async () => {
    const { version } = await staff.lead(id);
    await owner.write('set_contact_rules', id, { do_not_call: false, vulnerable: true, contact_rules: null });
    const before = await staff.lead(id);
    const refusal = await staff.attempt(name, { lead_id: id, version, request_id: randomUUID(), ...given });
    expect(refusal).toMatchObject({ code: 'PT409', hint: 'stale' });
    expect(JSON.parse((refusal as { detail: string }).detail)).toMatchObject({
      by: { name: 'Ann Owner' },
      kind: 'contact_rules_set',
      lead: { id, version: version + 1 },
    });
    expect(await staff.lead(id)).toEqual(before);
  });

  test('is refused without a version', async () => {
    expect(await staff.attemptWrite(name, id, { ...given, version: null })).toMatchObject(refused('version'));
  });

  test('is refused for a lead that is gone', async () => {
    const gone = { lead_id: randomUUID(), version: 1, request_id: randomUUID(), ...given };
    expect(await staff.attempt(name, gone)).toMatchObject({ code: 'PT404', hint: 'lead_gone' });
  });
});

test('the event of a plan has its time as the lead has it, in whichever time zone it was given', async () => {
  const nextAt = `${day(3)}T09:30:00+01:00`;
  const lead = await staff.write('plan', id, { next_action: 'visit', next_at: nextAt });
  expect(Date.parse(String(lead.next_at))).toBe(Date.parse(nextAt));
  const planned = lead.events.find(({ kind }) => kind === 'planned');
  expect(planned?.facts).toEqual({ next_action: 'visit', next_at: lead.next_at });
});

describe('a call', () => {
  test.each([
    ['phone', 'spoke', 'contacted'],
    ['phone', 'do_not_call', 'contacted'],
    ['phone', 'no_answer', 'new'],
    ['phone', 'voicemail', 'new'],
    ['phone', 'wrong_number', 'new'],
    ['whatsapp', 'message_sent', 'contacted'],
  ])('by %s with the outcome %s makes the lead %s, and somebody’s', async (channel, outcome, stage) => {
    const lead = await staff.write('log_call', id, { ...CALL, channel, outcome, body: ' Rang twice. ' });
    const isContact = stage === 'contacted';
    expect(lead).toMatchObject({ stage, next_action: 'call', do_not_call: outcome === 'do_not_call' });
    expect([lead.first_contact_at !== null, lead.tried_at !== null]).toEqual([isContact, !isContact]);
    expect(lead.assignee).toMatchObject({ id: staff.id });
    // Either way, the next step is what counts now.
    const { cards } = await staff.call<InboxPage>('inbox', { view: 'now', page_size: 100 });
    expect(cards.map((card) => card.id)).not.toContain(id);
    expect(lead.events.find(({ kind }) => kind === 'called')).toMatchObject({
      facts: { channel, outcome },
      text: 'Rang twice.',
    });
    const again = await owner.write('log_call', id, CALL);
    expect(again).toMatchObject({ stage: 'contacted', assignee: { id: staff.id } });
    if (isContact) expect(again.first_contact_at).toBe(lead.first_contact_at);
  });

  test.each<[what: string, secondsAgo: number, isKept: boolean]>([
    ['an hour ago', 3_600, true],
    ['just now', 30, false],
    ['in the future', -3_600, false],
    ['before the lead came', 3 * 86_400, false],
    ['longer ago than a week', 8 * 86_400, false],
  ])('made %s has that time, if it can be true', async (_what, ago, isKept) => {
    const { version } = await staff.lead(id);
    const received = new Date(Date.now() - (ago > 7 * 86_400 ? 20 : 2) * 86_400_000);
    await admin.query('update desk.cases set received_at = $2 where lead_id = $1', [id, received]);
    const before = Date.now();
    const request = { lead_id: id, version, request_id: randomUUID(), ...CALL, made_seconds_ago: ago };
    // What was still to come when the call was made may be due by now.
    if (isKept) request.next_at = new Date(before - (ago / 2) * 1_000).toISOString();
    await staff.call('log_call', request);
    const lead = await staff.call('log_call', { ...request, made_seconds_ago: ago + 5 });
    const calls = lead.events.filter(({ kind }) => kind === 'called');
    expect(calls).toHaveLength(1);
    const at = before - (isKept ? ago : 0) * 1_000;
    expect(Math.abs(Date.parse(String(calls[0]?.at)) - at)).toBeLessThan(20_000);
    // The figures count from the recording, which the event names.
    expect(calls[0]?.facts.recorded_at).toEqual(isKept ? lead.first_contact_at : undefined);
    expect(Date.parse(String(lead.first_contact_at))).toBeGreaterThan(before - 60_000);
  });

  test('in which the seller asks not to be called again sets do_not_call, and may close the case', async () => {
    const given = { channel: 'phone', outcome: 'do_not_call', close_reason: 'seller_withdrew' };
    const lead = await staff.write('log_call', id, given);
    const { close_reason } = given;
    expect(lead).toMatchObject({ do_not_call: true, stage: 'closed', close_reason, next_action: null });
    // A later call neither withdraws the request nor opens the case again.
    expect(await staff.write('log_call', id, { channel: 'phone', outcome: 'spoke' })).toMatchObject({
      do_not_call: true,
      stage: 'closed',
    });
  });

  test.each([
    [{ channel: 'fax' }, 'channel'],
    [{ outcome: 'bored' }, 'outcome'],
    [{ outcome: null }, 'outcome'],
    [{ next_action: null, next_at: null }, 'next_action'],
    [{ next_action: 'wait' }, 'next_action'],
    [{ next_action: null }, 'next_action'],
    [{ next_at: null }, 'next_at'],
    [{ next_at: YESTERDAY }, 'next_at'],
    [{ next_at: '2099-01-01' }, 'next_at'],
    [{ close_reason: 'bored', next_action: null, next_at: null }, 'close_reason'],
    [{ close_reason: 'no_reply' }, 'next_action'],
    [{ body: 'x'.repeat(10_001) }, 'body'],
  ])('with %j is refused, and leaves nothing', async (given, hint) => {
    const before = await staff.lead(id);
    expect(await staff.attemptWrite('log_call', id, { ...CALL, ...given })).toMatchObject(refused(hint));
    expect(await staff.lead(id)).toEqual(before);
  });

  test('needs no new next action while the existing one is in the future', async () => {
    const none = { ...CALL, next_action: null, next_at: null };
    await staff.write('plan', id, NEXT);
    expect(await staff.write('log_call', id, none)).toMatchObject({ next_action: 'call' });
    await admin.query(`update desk.cases set next_at = now() - interval '1 minute' where lead_id = $1`, [id]);
    expect(await staff.attemptWrite('log_call', id, none)).toMatchObject({ hint: 'next_action' });
  });
});

describe('a stage', () => {
  test.each(STAGE_ORDER.slice(1, -2))('%s means that the firm has been in touch', async (stage) => {
    const lead = await staff.write('set_stage', id, { stage, ...NEXT });
    expect(lead).toMatchObject({ stage, hold_until: null });
    expect(lead.first_contact_at).not.toBeNull();
    expect(lead.events.find(({ kind }) => kind === 'staged')).toMatchObject({
      facts: { from: 'new', to: stage },
    });
  });

  test.each(Object.keys(CLOSE_REASONS).slice(1))('closed as %s has no next action', async (reason) => {
    await staff.write('plan', id, NEXT);
    expect(await staff.write('set_stage', id, { stage: 'closed', reason })).toMatchObject({
      stage: 'closed',
      close_reason: reason,
      next_action: null,
      next_at: null,
      first_contact_at: null,
      hold_until: null,
    });
  });

  test.each([[{ stage: 'settled', ...NEXT }], [{ stage: 'closed', reason: 'bought' }]])(
    '%j holds the lead for six years, and does not shorten a longer hold',
    async (given) => {
      const until = day(3_600);
      await owner.write('hold', id, { until, reason: 'A complaint.' });
      expect(await staff.write('set_stage', id, given)).toMatchObject({
        hold_until: until,
        hold_reason: 'A complaint.',
      });
      const other = await desk.addLead();
      const { rows } = await admin.query<{ until: string }>(
        `select ((now() at time zone 'Europe/London')::date + interval '6 years')::date::text as until`,
      );
      expect(await staff.write('set_stage', other, given)).toMatchObject({ hold_until: rows[0]?.until });
    },
  );

  const OFFERED = { stage: 'offer_made', ...NEXT };
  test.each<[given: Given[], reached: string]>([
    [[OFFERED, { stage: 'closed', reason: 'no_reply' }], 'offer_made'],
    [[OFFERED, { stage: 'contacted', ...NEXT }], 'contacted'],
    [[{ stage: 'closed', reason: 'bought' }], 'settled'],
  ])('%j is counted in the funnel as reaching %s', async (changes, reached) => {
    for (const given of changes) await staff.write('set_stage', id, given);
    const { rows } = await admin.query('select reached from desk.cases where lead_id = $1', [id]);
    expect(rows).toEqual([{ reached }]);
  });

  test('that the case has already is recorded too, and a repeated request changes nothing', async () => {
    const request = { lead_id: id, version: 1, request_id: randomUUID(), stage: 'new', ...NEXT };
    for (let count = 0; count < 2; count += 1) {
      const lead = await staff.call('set_stage', request);
      expect(lead).toMatchObject({ version: 2, first_contact_at: null });
      expect(kindsOf(lead)).toEqual(['received', 'staged', 'planned', 'dated']);
    }
  });

  test('of a closed case changes only with a next action', async () => {
    await staff.write('set_stage', id, { stage: 'closed', reason: 'no_reply' });
    expect(await staff.attemptWrite('set_stage', id, { stage: 'contacted' })).toMatchObject(
      refused('next_action'),
    );
    expect(await staff.write('set_stage', id, { stage: 'contacted', ...NEXT })).toMatchObject({
      stage: 'contacted',
      close_reason: null,
    });
  });

  test.each([
    [{ stage: 'closed' }, 'reason'],
    [{ stage: 'closed', reason: 'bored' }, 'reason'],
    [{ stage: 'contacted', reason: 'no_reply', ...NEXT }, 'reason'],
    [{ stage: 'sold', ...NEXT }, 'stage'],
    [{ stage: null, ...NEXT }, 'stage'],
    [{ stage: 'contacted' }, 'next_action'],
    [{ stage: 'closed', reason: 'spam', ...NEXT }, 'next_action'],
  ])('%j is refused', async (given, hint) => {
    expect(await staff.attemptWrite('set_stage', id, given)).toMatchObject(refused(hint));
  });
});

test.each([
  [{ do_not_call: null }, 'do_not_call'],
  [{ vulnerable: null }, 'vulnerable'],
  [{ contact_rules: 'x'.repeat(1_001) }, 'contact_rules'],
])('contact rules with %j are refused', async (given, hint) => {
  const rules = { do_not_call: true, vulnerable: true, contact_rules: 'x'.repeat(1_000) };
  expect(await staff.attemptWrite('set_contact_rules', id, { ...rules, ...given })).toMatchObject(
    refused(hint),
  );
  expect(await staff.write('set_contact_rules', id, rules)).toMatchObject(rules);
});

describe('a note', () => {
  test('is added whatever others have changed, and does not change the version', async () => {
    const { version, changed_at: changedAt } = await staff.lead(id);
    const note = { lead_id: id, request_id: randomUUID(), body: '<b>Kind</b>; see "her"\n=1+1 😀' };
    await Promise.all([owner.call('note', note), owner.call('note', note)]);
    const lead = await staff.lead(id);
    expect(lead.version).toBe(version);
    expect(Date.parse(lead.changed_at)).toBeGreaterThan(Date.parse(changedAt));
    expect(kindsOf(lead)).toEqual(['received', 'noted']);
    expect(lastOf(lead)).toMatchObject({ text: note.body, actor: { name: 'Ann Owner' }, facts: {} });
  });

  test.each(['', ' \n', null, 'x'.repeat(10_001)])('of %j is refused', async (body) => {
    const note = { lead_id: id, request_id: randomUUID(), body };
    expect(await staff.attempt('note', note)).toMatchObject(refused('body'));
  });
});

describe('a hold (until a given day, the lead is not deleted)', () => {
  test('ends when its day is set to null', async () => {
    await staff.write('hold', id, { until: day(30), reason: 'A complaint runs.' });
    const lead = await staff.write('hold', id, { until: null, reason: 'It is over.' });
    expect(lead).toMatchObject({ hold_until: null, hold_reason: null });
    expect(lastOf(lead)).toMatchObject({ kind: 'held', facts: { until: null } });
  });

  test('may end today, in Europe/London', async () => {
    expect(await staff.attemptWrite('hold', id, { until: day(0), reason: 'x' })).toBe('done');
  });

  test.each([
    [{ until: day(-1), reason: 'x' }, 'until'],
    [{ until: day(5_000), reason: 'x' }, 'until'],
    [{ until: day(2), reason: ' ' }, 'reason'],
    [{ until: day(2), reason: null }, 'reason'],
    [{ until: day(2), reason: 'x'.repeat(1_001) }, 'reason'],
  ])('%j is refused', async (given, hint) => {
    expect(await staff.attemptWrite('hold', id, given)).toMatchObject(refused(hint));
  });

  test('is for the lead into which another was merged, and ends for both', async () => {
    const other = await desk.addLead();
    const held = { until: day(30), reason: 'A complaint.' };
    await staff.write('hold', id, { until: day(20), reason: 'A sale.' });
    await staff.write('hold', other, { until: day(10), reason: 'A dispute.' });
    const into = await staff.write('merge', id, { target_id: other });
    expect(into).toMatchObject({ hold_until: day(20), hold_reason: 'A dispute. A sale.' });
    expect(into.events.filter(({ kind }) => kind === 'held')).toHaveLength(2);
    expect(await staff.attemptWrite('hold', id, held)).toMatchObject(refused('until'));
    await staff.write('hold', other, { until: null, reason: null });
    expect(await staff.lead(id)).toMatchObject({ hold_until: null, hold_reason: null });
  });
});

describe('a suspect lead', () => {
  test('is like any other once staff mark it as not spam, and can be marked as suspect again', async () => {
    const suspect = await desk.addLead({}, { 'x-suspect-reasons': 'trap_filled,sent_too_fast' });
    const other = await desk.addLead({}, { 'x-suspect-reasons': 'trap_filled' });
    for (const each of [id, other]) await staff.lead(each);
    expect(await staff.lead(suspect)).toMatchObject({ is_suspect: true });
    const trusted = await staff.call('trust', { lead_id: suspect, request_id: randomUUID() });
    expect(trusted).toMatchObject({ is_suspect: false, suspect_reasons: [] });
    // They have the same number.
    expect(trusted.others.map((lead) => lead.id)).toContain(other);
    expect(lastOf(trusted)).toMatchObject({ facts: { reasons: ['trap_filled', 'sent_too_fast'] } });
    expect(await staff.lead(other)).toMatchObject({ is_suspect: true, suspect_reasons: ['trap_filled'] });
    const again = await staff.call('distrust', { lead_id: suspect, request_id: randomUUID() });
    expect(again).toMatchObject({ is_suspect: true, suspect_reasons: ['trap_filled', 'sent_too_fast'] });
    expect(await staff.lead(id)).toMatchObject({ is_suspect: false });
  });

  test('gets its reasons back even if it was marked as not spam twice', async () => {
    const suspect = await desk.addLead({}, { 'x-suspect-reasons': 'trap_filled' });
    for (const call of ['trust', 'trust', 'distrust']) {
      await staff.call(call, { lead_id: suspect, request_id: randomUUID() });
    }
    expect(await staff.lead(suspect)).toMatchObject({ is_suspect: true, suspect_reasons: ['trap_filled'] });
  });

  test('may have no suspect reasons', async () => {
    expect(await staff.call('distrust', { lead_id: id, request_id: randomUUID() })).toMatchObject({
      is_suspect: true,
      suspect_reasons: [],
    });
    expect(await staff.call('trust', { lead_id: id, request_id: randomUUID() })).toMatchObject({
      is_suspect: false,
    });
  });

  test('is no longer suspect at the desk once an operator has run the statement in its mail', async () => {
    const suspect = await desk.addLead({}, { 'x-suspect-reasons': 'trap_filled' });
    await staff.lead(suspect);
    await admin.query(`update public.leads set suspect_reasons = '{}' where id = $1`, [suspect]);
    expect(await staff.lead(suspect)).toMatchObject({ is_suspect: false });
  });
});

describe('a duplicate', () => {
  test('is closed, and the other lead keeps its do_not_call, vulnerable and contact rules, and takes over more', async () => {
    const other = await desk.addLead({ name: 'The other' });
    const merged = await desk.addLead();
    const strict = { do_not_call: true, vulnerable: true, contact_rules: 'Text first.' };
    await staff.write('set_contact_rules', id, strict);
    await staff.write('merge', merged, { target_id: id });
    const into = await staff.write('merge', id, { target_id: other });
    expect(into).toMatchObject({ id: other, ...strict });
    expect(lastOf(into)).toMatchObject({ kind: 'merged', facts: { from: id } });
    expect(into.others.map((each) => each.id)).toEqual(expect.arrayContaining([id, merged]));
    expect(await staff.lead(id)).toMatchObject({
      stage: 'closed',
      close_reason: 'duplicate',
      duplicate_of: other,
    });
    expect(await staff.lead(merged)).toMatchObject({ duplicate_of: other });

    const third = await desk.addLead();
    const rules = { do_not_call: false, vulnerable: false, contact_rules: 'Ring twice.' };
    await staff.write('set_contact_rules', third, rules);
    const contact_rules = 'Text first.\nRing twice.';
    const last = await staff.write('merge', third, { target_id: other });
    expect(last).toMatchObject({ ...strict, contact_rules });
  });

  test('gives its next step to a lead that has none, and ends its own if the other one has one', async () => {
    const [first, second, other] = [await desk.addLead(), await desk.addLead(), await desk.addLead()];
    const visit = { next_action: 'visit', next_at: inAnHour() };
    await staff.write('plan', first, { ...visit, visitor: 'Morag' });
    await staff.write('plan', second, { next_action: 'write', next_at: inAnHour() });
    const into = await staff.write('merge', first, { target_id: other });
    expect(into).toMatchObject({ next_action: 'visit' });
    expect(Date.parse(into.next_at ?? '')).toBe(Date.parse(visit.next_at));
    expect(into.events.find(({ kind }) => kind === 'planned')).toMatchObject({
      ...{ actor: { id: staff.id }, facts: { next_action: 'visit' }, texts: { visitor: 'Morag' } },
    });
    expect(await staff.write('merge', second, { target_id: other })).toMatchObject({ next_action: 'visit' });
    expect(await staff.lead(second)).toMatchObject({ next_action: null });
  });

  test('is no longer a duplicate once it is opened again', async () => {
    const other = await desk.addLead();
    await staff.write('merge', id, { target_id: other });
    expect(await staff.write('set_stage', id, { stage: 'contacted', ...NEXT })).toMatchObject({
      duplicate_of: null,
    });
  });

  test('cannot be merged into itself, into a duplicate, or into a lead that does not exist', async () => {
    const other = await desk.addLead();
    const third = await desk.addLead();
    await staff.write('merge', other, { target_id: third });
    for (const into of [id, other]) {
      expect(await staff.attemptWrite('merge', id, { target_id: into })).toMatchObject(refused('target_id'));
    }
    expect(await staff.attemptWrite('merge', id, { target_id: randomUUID() })).toMatchObject({
      code: 'PT404',
    });
  });

  test('cannot be merged into a closed lead, where nobody would see it', async () => {
    const closed = await desk.addLead();
    await staff.write('set_stage', closed, { stage: 'closed', reason: 'seller_withdrew' });
    expect(await staff.attemptWrite('merge', id, { target_id: closed })).toMatchObject({
      code: 'PT422',
      hint: 'target_id',
      message: 'That lead is closed: open it again first, or merge it into this one.',
    });
    expect(await staff.lead(id)).toMatchObject({ stage: 'new', duplicate_of: null, version: 1 });
    expect(await staff.write('merge', closed, { target_id: id })).toMatchObject({ id, stage: 'new' });
  });

  test('merged in both directions at once: one merge succeeds', async () => {
    for (let count = 0; count < 10; count += 1) {
      const pair = [await desk.addLead(), await desk.addLead()] as const;
      const outcomes = await Promise.all([
        staff.attemptWrite('merge', pair[0], { target_id: pair[1] }),
        owner.attemptWrite('merge', pair[1], { target_id: pair[0] }),
      ]);
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    }
  });
});

describe('the record of what was done (events and offers)', () => {
  beforeEach(async () => {
    await staff.write('offer', id, offerTerms());
  });

  test.each([
    `update desk.events set kind = 'noted'`,
    'delete from desk.events',
    'truncate desk.events cascade',
    'update desk.offers set amount = 1',
    'delete from desk.offers',
    'truncate desk.offers cascade',
  ])('refuses %j to the owner of the tables and to a superuser', async (sql) => {
    for (const role of ['leads_owner', 'postgres']) {
      const client = await desk.database.connectAs(role);
      await expect(client.query(sql)).rejects.toThrow(/are never changed or deleted/);
    }
  });
});

test('putting a lead on hold and unassigning it (release) keep the next action', async () => {
  await staff.write('set_stage', id, { stage: 'contacted', next_action: 'visit', next_at: inAnHour() });
  await staff.write('hold', id, { until: day(2), reason: 'x' });
  await staff.write('release', id);
  expect(await staff.lead(id)).toMatchObject({ next_action: 'visit' });
});
