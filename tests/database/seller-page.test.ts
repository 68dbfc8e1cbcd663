import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Changes } from '../../desk/src/api/types.ts';
import { readCalendar } from '#server/cases/calendar.ts';
import { removeDemo } from '#server/operations/demonstration/demonstration.ts';
import { undoImport } from '#server/operations/import/import-leads.ts';
import { deleteExpiredRows } from '#server/operations/retention.ts';
import { openingsBetween, startOfDay } from '#calendar/reply-deadline.ts';
import { newEnquiryKey } from '#lead/enquiry-key.ts';
import { inAnHour, londonDay as day, offerTerms } from '../support/desk/desk-database.ts';
import { enquirySchema } from '../support/seller/enquiry-schema.ts';
import { openSellerDatabase } from '../support/seller/seller-database.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';

const desk = await openSellerDatabase();
const { admin, staff, owner } = desk;

type Seller = Awaited<ReturnType<typeof desk.addSeller>>;

const NEXT = { next_action: 'value', next_at: inAnHour() };

const makeOffer = async (id: string, changes = {}) =>
  (await staff.write('offer', id, offerTerms({ conditions: 'The carpets stay.', ...NEXT, ...changes })))
    .offers[0]?.id ?? '';

const reply = (leadId: string, body: string) =>
  staff.call('reply', { lead_id: leadId, request_id: randomUUID(), body });

async function listNow(): Promise<string[]> {
  const ids: string[] = [];
  for (let before: string | null = null; ;) {
    const { cards, next }: { cards: { id: string }[]; next: string | null } = await staff.call('inbox', {
      view: 'now',
      before,
    });
    ids.push(...cards.map(({ id }) => id));
    if (next === null) return ids;
    before = next;
  }
}

const isInNow = async (id: string) => (await listNow()).includes(id);

/** Adds a lead that staff have spoken to, with a next action in an hour, so that nothing is due. */
async function addContacted(row = {}) {
  const seller = await desk.addSeller(row);
  await staff.write('log_call', seller.leadId, { channel: 'phone', outcome: 'spoke', ...NEXT });
  expect(await isInNow(seller.leadId)).toBe(false);
  return seller;
}

describe('what the seller sees', () => {
  test('is only what the list allows, and nothing that is internal to the firm or about somebody else', async () => {
    const ann = await desk.addStaff('Ann Quillfeather-Smythe');
    await desk.addLead({ ...VALUATION_LEAD, name: 'Other Zzyzx' });
    const seller = await desk.addSeller(
      { ...VALUATION_LEAD },
      { 'x-lead-origin': 'page=/glasgow&utm_campaign=zzcampaign' },
    );
    const { leadId } = seller;
    const given = { channel: 'phone', body: 'zznote-call', ...NEXT };
    await ann.write('log_call', leadId, { ...given, outcome: 'no_answer' });
    await ann.write('log_call', leadId, { ...given, outcome: 'spoke' });
    await ann.call('note', { lead_id: leadId, request_id: randomUUID(), body: 'zznote' });
    await ann.write('set_contact_rules', leadId, {
      do_not_call: false,
      vulnerable: true,
      contact_rules: 'zzrules',
    });
    await ann.write('hold', leadId, { until: day(3), reason: 'zzreason' });
    const first = await makeOffer(leadId);
    await ann.write('change_offer', leadId, {
      offer_id: first,
      status: 'changed',
      amount: 140_000,
      reason_code: 'survey_finding',
      evidence: 'zzevidence',
    });
    await ann.call('reply', { lead_id: leadId, request_id: randomUUID(), body: 'We shall ring.' });
    await seller.call('write', { body: 'Thank you' });
    await seller.call('ask_for_call');
    const { offers } = await seller.see();
    await seller.call('answer_offer', {
      offer_id: offers[0]?.id,
      answer: 'go_ahead',
      solicitor_name: 'Legal Ltd',
      solicitor_phone: '0131 496 0001',
    });
    await seller.call('correct_contact', { email: 'new@example.com' });
    const reader = await desk.addReader(seller);
    await ann.call('mail_seller', { lead_id: leadId, request_id: randomUUID(), mail: 'offer' });

    const [full, shared] = [await seller.see(), await reader.see()];
    for (const text of [JSON.stringify(full), JSON.stringify(shared)]) {
      expect(text).not.toMatch(/zz|quillfeather|smythe|suspect|vulnerable/i);
    }
    // see() checks the keys with enquirySchema. This enquiry has every part of it.
    expect(full.conversation.map(({ from, kind, name }) => [from, kind, name])).toEqual([
      ['firm', 'attempt', 'Ann'],
      ['firm', 'spoke', 'Ann'],
      ['firm', 'message', 'Ann'],
      ['seller', 'message', null],
      ['seller', 'call_wished', null],
      ['seller', 'answered_offer', null],
      ['seller', 'contact_corrected', null],
      ['firm', 'mailed', 'Ann'],
    ]);
    expect(full.offers).toMatchObject([
      { number: 2, amount: 140_000, reason_code: 'survey_finding', market_value: 170_000, stands: true },
      { number: 1, amount: 150_000, reason_code: null, conditions: 'The carpets stay.', stands: false },
    ]);
    expect(full.answer).toMatchObject({ answer: 'go_ahead', offer_number: 2 });
    expect(full.sent).toMatchObject({ name: VALUATION_LEAD.name, email: VALUATION_LEAD.email });
    expect(full.contact).toMatchObject({ phone: VALUATION_LEAD.phone, email: 'new@example.com' });
    expect(full.held_until).toBe(day(3));

    // The number as it was typed, or its digits alone. Fewer digits of it can be in a random id or in a time.
    expect(JSON.stringify(shared)).not.toMatch(/Mairi|496[- ]0|1314960|example\.com/);
    expect(shared).toMatchObject({ access: 'shared', conversation: [], contact: null, shares: [] });
    expect(shared.call_windows).toEqual([]);
    expect(shared.offers).toEqual(full.offers);
  });

  test('has a name without the dot that the seller typed for a second one', async () => {
    const seller = await desk.addSeller({ ...VALUATION_LEAD, name: 'Sukarno .' });
    expect((await seller.see()).sent.name).toBe('Sukarno');
  });

  test('shows a reader nothing of what the seller wrote in the chat', async () => {
    const seller = await desk.addSeller({ message: 'Mairi here, ring me on 0131 496 0123.' });
    expect((await seller.see()).sent.message).toContain('Mairi');
    expect((await (await desk.addReader(seller)).see()).sent.message).toBeNull();
  });

  test('the schema of these tests refuses a key that is not on the list', async () => {
    const enquiry = await (await desk.addSeller()).see();
    expect(enquirySchema.safeParse({ ...enquiry, suspect_reasons: [] }).success).toBe(false);
  });

  test('has the market value if the offer shows it', async () => {
    const seller = await desk.addSeller();
    await makeOffer(seller.leadId);
    expect((await seller.see()).offers[0]?.market_value).toBe(170_000);
  });
});

describe('where things stand', () => {
  const log =
    (outcome: string, channel = 'phone', next = NEXT) =>
    (id: string) =>
      staff.write('log_call', id, { channel, outcome, ...next });
  const stage = (name: string, reason?: string) => (id: string) =>
    staff.write('set_stage', id, { stage: name, reason, ...(name !== 'closed' && NEXT) });
  const change = (status: string, reason: string) => async (id: string) => {
    const [latest] = (await staff.lead(id)).offers;
    return staff.write('change_offer', id, {
      offer_id: latest?.id,
      status,
      reason_code: reason,
      evidence: 'The survey',
      ...NEXT,
    });
  };
  const callNext = { next_action: 'call', next_at: inAnHour() };

  test.each<[what: string, steps: ((id: string) => Promise<unknown>)[], state: Record<string, unknown>]>([
    ['nothing was done', [], { code: 'received', reason: null, call: null }],
    ['nobody answered', [log('no_answer')], { code: 'tried', how: 'call', is_next_at: false }],
    ['they asked us not to ring', [log('do_not_call')], { code: 'working' }],
    ['we wrote', [log('message_sent', 'whatsapp')], { code: 'tried', how: 'whatsapp' }],
    [
      'nobody answered, and a call is planned',
      [log('voicemail', 'phone', callNext)],
      { code: 'tried', is_next_at: true },
    ],
    ['a call is planned', [log('spoke', 'phone', callNext)], { code: 'call_planned', how: null }],
    ['we spoke', [log('no_answer'), log('spoke')], { code: 'working' }],
    ['an offer stands', [makeOffer], { code: 'offer', until: day(9) }],
    [
      'an offer was changed',
      [makeOffer, change('changed', 'survey_finding')],
      { code: 'offer', until: day(9) },
    ],
    [
      'an offer was declined',
      [makeOffer, change('declined', 'seller_declined')],
      { code: 'offer_over', reason: 'declined' },
    ],
    [
      'an offer was withdrawn',
      [makeOffer, change('withdrawn', 'ours')],
      { code: 'offer_over', reason: 'withdrawn' },
    ],
    ['an offer was accepted', [makeOffer, change('accepted', 'seller_accepted')], { code: 'accepted' }],
    ['solicitors are instructed', [stage('solicitors_instructed')], { code: 'solicitors' }],
    ['the formal offer is made', [stage('formal_offer')], { code: 'solicitors' }],
    ['missives are concluded', [stage('missives_concluded')], { code: 'missives' }],
    ['the sale is settled', [stage('settled')], { code: 'settled' }],
    [
      'the case is closed',
      [stage('closed', 'not_ours')],
      { code: 'closed', reason: 'not_ours', next_by: null },
    ],
  ])('when %s', async (_what, steps, state) => {
    const seller = await desk.addSeller();
    for (const step of steps) await step(seller.leadId);
    expect((await seller.see()).state).toMatchObject(state);
  });

  test('an offer that has expired does not stand, and cannot be answered', async () => {
    const seller = await desk.addSeller();
    const offerId = await makeOffer(seller.leadId);
    await seller.call('answer_offer', { offer_id: offerId, answer: 'decline' });
    await admin.query(
      `alter table desk.offers disable trigger user;
       update desk.offers set valid_until = (now() at time zone 'Europe/London')::date - 1 where id = '${offerId}';
       alter table desk.offers enable trigger user`,
    );
    expect(await seller.see()).toMatchObject({
      state: { code: 'offer_over', reason: 'expired', until: day(-1) },
      offers: [{ stands: false }],
      answer: null,
    });
    expect(await seller.attempt('answer_offer', { offer_id: offerId, answer: 'go_ahead' })).toMatchObject({
      status: 409,
    });
  });

  test('by when the next step is promised: the first call, then what staff plan, then the answer to a message', async () => {
    const seller = await desk.addSeller();
    const { promised_by: promisedBy } = await staff.lead(seller.leadId);
    expect(Date.parse((await seller.see()).state.next_by ?? '')).toBe(Date.parse(promisedBy));
    const later = new Date(Date.now() + 40 * 86_400_000).toISOString();
    const planned = { next_action: 'value', next_at: later };
    await staff.write('log_call', seller.leadId, { channel: 'phone', outcome: 'no_answer', ...planned });
    expect(Date.parse((await seller.see()).state.next_by ?? '')).toBe(Date.parse(later));
    const { state } = await seller.call('write', { body: 'How long will it take?' });
    expect(Date.parse(state.next_by ?? '')).toBeLessThan(Date.parse(later));
    await staff.write('plan', seller.leadId, { next_action: 'wait_for_seller', next_at: later });
    expect((await seller.see()).state.next_by).toBe(state.next_by);
    await reply(seller.leadId, 'A week.');
    expect((await seller.see()).state.next_by).toBeNull();
  });
});

describe('a message', () => {
  test('puts the lead into Now with its text in the history, once, however often the request comes', async () => {
    const seller = await addContacted();
    const request = { request_id: randomUUID(), body: '  Please ring\r\nafter six.\u202e  ' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => seller.call('write', request)));
    for (const { conversation } of answers) {
      expect(conversation.filter(({ kind }) => kind === 'message').map(({ body }) => body)).toEqual([
        'Please ring\nafter six.',
      ]);
    }
    expect(await isInNow(seller.leadId)).toBe(true);
    const { events, version } = await staff.lead(seller.leadId);
    expect(events.at(-1)).toMatchObject({ kind: 'written', actor: null, text: 'Please ring\nafter six.' });
    expect(version).toBe(2);
    const { rows } = await admin.query(
      `select kind, event_id::text from private.notifications where lead_id = $1 and kind <> 'lead'`,
      [seller.leadId],
    );
    expect(rows).toEqual([{ kind: 'asked', event_id: events.at(-1)?.id }]);
  });

  const SPOKE = { channel: 'phone', outcome: 'spoke', ...NEXT };
  test.each<
    [how: string, where: 'not in Now' | 'still in Now', call: string, given: Record<string, unknown>]
  >([
    ['staff reply', 'not in Now', 'reply', { body: 'We will.' }],
    ['staff speak with them', 'not in Now', 'log_call', SPOKE],
    ['staff say that it is answered', 'not in Now', 'answered', {}],
    ['staff close the case', 'not in Now', 'set_stage', { stage: 'closed', reason: 'no_reply' }],
    ['staff call in vain', 'still in Now', 'log_call', { ...SPOKE, outcome: 'no_answer' }],
    ['a call before, without a connection', 'still in Now', 'log_call', { ...SPOKE, made_seconds_ago: 600 }],
    ['a reply written before', 'still in Now', 'reply', { body: 'Yes.', made_seconds_ago: 600 }],
    ['a note before that it is answered', 'still in Now', 'answered', { made_seconds_ago: 600 }],
    ['staff plan', 'still in Now', 'plan', NEXT],
  ])('before a request for a call: after %s, it is %s', async (_how, where, call, given) => {
    const isOpen = where === 'still in Now';
    const seller = await addContacted();
    await admin.query(`update desk.cases set received_at = now() - interval '1 day'`);
    await seller.call('write', { body: 'Hello?' });
    await seller.call('ask_for_call');
    const both = await staff.lead(seller.leadId);
    expect(both.asked).toMatchObject({ kind: 'call_wished', facts: { starts_at: null } });
    expect(both.question_at).toBe(both.asked_at);
    await staff.write('plan', seller.leadId, NEXT);
    await staff.write(call, seller.leadId, given);
    expect(await isInNow(seller.leadId)).toBe(isOpen);
    expect((await staff.lead(seller.leadId)).asked?.kind).toBe(isOpen ? 'written' : undefined);
  });

  test('stays in Now when staff have only read it or written a note', async () => {
    const seller = await addContacted();
    await seller.call('write', { body: 'Hello?' });
    await staff.lead(seller.leadId);
    await staff.call('note', { lead_id: seller.leadId, request_id: randomUUID(), body: 'Seen' });
    expect(await isInNow(seller.leadId)).toBe(true);
  });

  test('puts a closed case into Now too, and a lead that waits for its first contact is there only once', async () => {
    const closed = await addContacted();
    await staff.write('set_stage', closed.leadId, { stage: 'closed', reason: 'no_reply' });
    await closed.call('write', { body: 'I am back.' });
    const waiting = await desk.addSeller();
    await waiting.call('write', { body: 'One more thing.' });
    const now = await listNow();
    for (const { leadId } of [closed, waiting]) expect(now.filter((id) => id === leadId)).toHaveLength(1);
    const { counts } = await staff.call<Changes>('changes', { after: null });
    const due = now.length - counts.new - counts.overdue;
    expect(counts.due).toBe(due);
  });

  test('from a suspect lead is stored but not in Now, and the firm gets no mail if the lead is from a flood', async () => {
    const seller = await desk.addSeller({}, { 'x-suspect-reasons': 'trap_filled' });
    await seller.call('write', { body: 'I am real.' });
    expect(await isInNow(seller.leadId)).toBe(false);
    await admin.query(`update public.leads set suspect_reasons = '{flood}' where id = $1`, [seller.leadId]);
    await seller.call('write', { body: 'Really.' });
    const { rowCount } = await admin.query(
      `select from private.notifications where lead_id = $1 and kind <> 'lead'`,
      [seller.leadId],
    );
    expect(rowCount).toBe(1);
  });

  test.each([
    ['nothing', null, 'The message is empty.'],
    ['white space', ' \n\t ', 'The message is empty.'],
    ['invisible characters', '\u200b\u2060\u00ad', 'The message is empty.'],
    ['2,001 characters', 'x'.repeat(2001), 'The message has more than 2,000 characters.'],
  ])('of %s is refused, whether it is from the seller or from staff', async (_what, body, message) => {
    const seller = await desk.addSeller();
    const refused = { status: 422, body: { hint: 'body', message } };
    expect(await seller.attempt('write', { body })).toMatchObject(refused);
    const reply = { lead_id: seller.leadId, request_id: randomUUID(), body };
    expect(await staff.attempt('reply', reply)).toMatchObject({ code: 'PT422', hint: 'body', message });
    expect((await seller.see()).conversation).toEqual([]);
  });

  test('loses characters that hide or reverse its text, whether it is from the seller or from staff', async () => {
    const seller = await desk.addSeller();
    const body = '\u202eRing \u2066after\u2069 six\u200b\u0007.';
    await seller.call('write', { body });
    await reply(seller.leadId, body);
    const { conversation } = await seller.see();
    expect(conversation.map((entry) => entry.body)).toEqual(['Ring after six.', 'Ring after six.']);
  });

  test.each(['x'.repeat(2000), '👩‍👧 <script>alert(1)</script> & "quotes" \\ {{slot:1}} %s $1', '=1+1'])(
    '%# is stored as it was typed',
    async (body) => {
      const seller = await desk.addSeller();
      const { conversation } = await seller.call('write', { body });
      expect(conversation[0]?.body).toBe(body);
      const replied = await reply(seller.leadId, body);
      expect(replied.events.at(-1)?.text).toBe(body);
      expect((await seller.see()).conversation[1]).toMatchObject({ from: 'firm', name: 'Bob', body });
    },
  );

  test('belongs to its seller: another one cannot use the id of its request', async () => {
    const request = { request_id: randomUUID(), body: 'One' };
    await (await desk.addSeller()).call('write', request);
    expect(await (await desk.addSeller()).attempt('write', request)).toMatchObject({ status: 422 });
  });
});

describe('the limits of a period', () => {
  const phone = (count: number) => ({ phone: `0131 496 01${10 + count}` });
  const LIMITS: [string, number, (count: number) => Record<string, unknown>, string][] = [
    ['write', 10, (count) => ({ body: `Message ${count}` }), '1 hour'],
    ['ask_for_call', 5, () => ({}), '1 day'],
    ['correct_contact', 3, phone, '1 day'],
  ];

  test.each(LIMITS)('%s: %i', async (name, most, given, period) => {
    const seller = await desk.addSeller();
    for (let count = 0; count < most; count += 1) await seller.call(name, given(count));
    const refused = await seller.attempt(name, given(most));
    expect(refused).toMatchObject({ status: 429 });
    const { rows } = await admin.query<{ seconds: number }>(
      'select extract(epoch from $1::interval)::int as seconds',
      [period],
    );
    const wait = Number((refused.body as { details: string }).details);
    expect(wait).toBeGreaterThan((rows[0]?.seconds ?? 0) - 120);
    expect(wait).toBeLessThanOrEqual(rows[0]?.seconds ?? 0);
    // Others are not affected, and the seller may go on when the period is over.
    await (await desk.addSeller()).call(name, given(most));
    await admin.query(
      `alter table desk.events disable trigger user;
       update desk.events set at = at - interval '${period}' where lead_id = '${seller.leadId}';
       alter table desk.events enable trigger user`,
    );
    await seller.call(name, given(most));
  });

  test.each(LIMITS)(
    '%s: %i, of which a merge gives nothing back and takes nothing from the other seller',
    async (name, most, given) => {
      const survivor = await desk.addSeller({ phone: '0131 496 0601' });
      const duplicate = await desk.addSeller({ phone: '0131 496 0602' });
      for (let count = 0; count < most - 1; count += 1) await duplicate.call(name, given(count));
      await staff.write('merge', duplicate.leadId, { target_id: survivor.leadId });
      await duplicate.call(name, given(most - 1));
      expect(await duplicate.attempt(name, given(most))).toMatchObject({ status: 429 });
      for (let count = 0; count < most; count += 1) await survivor.call(name, given(count));
      expect(await survivor.attempt(name, given(most))).toMatchObject({ status: 429 });
    },
  );

  test('answer_offer: 5', async () => {
    const seller = await desk.addSeller();
    const offer_id = await makeOffer(seller.leadId);
    for (let count = 0; count < 5; count += 1)
      await seller.call('answer_offer', { offer_id, answer: 'decline' });
    const refused = await seller.attempt('answer_offer', { offer_id, answer: 'go_ahead' });
    expect(refused).toMatchObject({ status: 429 });
    expect(Number((refused.body as { details: string }).details)).toBeGreaterThan(86_400 - 120);
  });
});

describe('a call that the seller asks for', () => {
  test('in a window becomes the case’s next action, seen in Now at once', async () => {
    const seller = await addContacted();
    const window = (await seller.see()).call_windows[3];
    const { state, conversation } = await seller.call('ask_for_call', { starts_at: window?.from });
    expect(state).toMatchObject({ code: 'call_planned', call: window, next_by: window?.to });
    expect(conversation.at(-1)).toMatchObject({ kind: 'call_wished', call: window });
    const lead = await staff.lead(seller.leadId);
    expect(lead).toMatchObject({ next_action: 'call', version: 3 });
    expect(Date.parse(lead.next_at ?? '')).toBe(Date.parse(window?.from ?? ''));
    expect(await isInNow(seller.leadId)).toBe(true);
    await staff.write('plan', seller.leadId, NEXT);
    expect((await seller.see()).state.code).toBe('working');
  });

  test('is still to come if a desk without a connection had called in vain before', async () => {
    const seller = await desk.addSeller();
    await seller.call('ask_for_call', { starts_at: (await seller.see()).call_windows[3]?.from });
    await admin.query(`update desk.cases set received_at = now() - interval '1 day'`);
    const inVain = { channel: 'phone', outcome: 'no_answer', made_seconds_ago: 600 };
    await staff.write('log_call', seller.leadId, inVain);
    expect((await seller.see()).state.code).toBe('call_planned');
  });

  test('without a window is due at once, and has the deadline of a new enquiry', async () => {
    const seller = await addContacted();
    const { state } = await seller.call('ask_for_call', { starts_at: null });
    expect(state).toMatchObject({ code: 'call_planned', call: { from: null, to: state.next_by } });
    expect(Date.parse(state.next_by ?? '')).toBeGreaterThan(Date.now());
    expect(await isInNow(seller.leadId)).toBe(true);
  });

  test('has windows of two hours within the opening hours of ten days, without Sundays and holidays', async () => {
    const { now, call_windows: windows } = await (await desk.addSeller()).see();
    const london = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/London',
      weekday: 'short',
      hour: '2-digit',
      hour12: false,
    });
    const calendar = await readCalendar(desk.pool);
    const openings = [
      ...openingsBetween(startOfDay(Date.parse(now)), Date.parse(now) + 11 * 86_400_000, calendar),
    ];
    for (const { from, to } of windows) {
      const [start, end] = [Date.parse(from), Date.parse(to)];
      expect(start).toBeGreaterThan(Date.parse(now));
      expect(start).toBeLessThan(Date.parse(now) + 10 * 86_400_000);
      expect(end - start).toBeLessThanOrEqual(7_200_000);
      expect(end).toBeGreaterThan(start);
      expect(openings.some(({ starts, ends }) => start >= starts && end <= ends)).toBe(true);
      expect(london.format(start)).not.toMatch(/^Sun/);
    }
    // At Christmas there are only three such days.
    const wholeDays = openings.filter(
      ({ starts, ends }) => starts > Date.parse(now) && ends < Date.parse(now) + 10 * 86_400_000,
    );
    expect(wholeDays.length).toBeGreaterThan(2);
    for (const { starts, ends } of wholeDays) {
      const ofDay = windows.filter(({ from }) => Date.parse(from) >= starts && Date.parse(from) < ends);
      expect(ofDay).toHaveLength(Math.ceil((ends - starts) / 7_200_000));
    }
  });

  test.each([
    ['between two windows', (from: number) => from + 1],
    ['in the past', (from: number) => from - 14 * 86_400_000],
    ['after ten days', (from: number) => from + 14 * 86_400_000],
  ])('%s is refused', async (_what, move) => {
    const seller = await desk.addSeller();
    const [window] = (await seller.see()).call_windows;
    const starts_at = new Date(move(Date.parse(window?.from ?? ''))).toISOString();
    expect(await seller.attempt('ask_for_call', { starts_at })).toMatchObject({
      status: 422,
      body: { hint: 'starts_at' },
    });
  });

  test('about a closed case plans nothing, but puts it into Now', async () => {
    const seller = await addContacted();
    await staff.write('set_stage', seller.leadId, { stage: 'closed', reason: 'no_reply' });
    expect((await seller.call('ask_for_call')).state.code).toBe('closed');
    expect(await staff.lead(seller.leadId)).toMatchObject({ stage: 'closed', next_action: null });
    expect(await isInNow(seller.leadId)).toBe(true);
  });
});

describe('an answer to an offer', () => {
  test('is recorded with the solicitor, puts the lead into Now, and changes nothing about the offer', async () => {
    const seller = await addContacted();
    const offer_id = await makeOffer(seller.leadId);
    const before = await staff.lead(seller.leadId);
    const solicitor = { solicitor_name: ' Gray\n& Co ', solicitor_phone: '0131 496 0002' };
    const { answer } = await seller.call('answer_offer', { offer_id, answer: 'go_ahead', ...solicitor });
    expect(answer).toMatchObject({ answer: 'go_ahead', offer_number: 1 });
    const after = await staff.lead(seller.leadId);
    expect([after.offers, after.stage]).toEqual([before.offers, before.stage]);
    // Whoever has not seen the answer must not plan over it.
    expect(after.version).toBe(before.version + 1);
    expect(after.events.find(({ kind }) => kind === 'offer_answered')).toMatchObject({
      facts: { offer_id, answer: 'go_ahead' },
      texts: { solicitor: 'Gray & Co, 0131 496 0002' },
    });
    expect(await isInNow(seller.leadId)).toBe(true);
    expect((await seller.call('answer_offer', { offer_id, answer: 'decline' })).answer?.answer).toBe(
      'decline',
    );
  });

  test('is refused for another seller’s offer, for earlier terms and without an offer', async () => {
    const [seller, other] = [await desk.addSeller(), await desk.addSeller()];
    const earlier = await makeOffer(seller.leadId);
    const change = { status: 'changed', amount: 1000, reason_code: 'title', evidence: 'A missing deed.' };
    await staff.write('change_offer', seller.leadId, { offer_id: earlier, ...change });
    const foreign = await makeOffer(other.leadId);
    for (const offer_id of [earlier, foreign, randomUUID(), null]) {
      expect(await seller.attempt('answer_offer', { offer_id, answer: 'go_ahead' })).toMatchObject({
        status: 409,
        body: { hint: 'offer_changed' },
      });
    }
    expect((await staff.lead(other.leadId)).events.map(({ kind }) => kind)).not.toContain('offer_answered');
    expect((await seller.see()).answer).toBeNull();
  });

  test.each([
    [{ answer: 'maybe' }, 'answer'],
    [{ answer: null }, 'answer'],
    [{ solicitor_name: 'x'.repeat(101) }, 'solicitor_name'],
    [{ solicitor_phone: '1'.repeat(41) }, 'solicitor_phone'],
  ])('with %j is refused', async (given, hint) => {
    const seller = await desk.addSeller();
    const offer_id = await makeOffer(seller.leadId);
    expect(await seller.attempt('answer_offer', { offer_id, answer: 'go_ahead', ...given })).toMatchObject({
      status: 422,
      body: { hint },
    });
  });

  test('to a former offer is not shown beside the next one', async () => {
    const seller = await desk.addSeller();
    const offer_id = await makeOffer(seller.leadId);
    await seller.call('answer_offer', { offer_id, answer: 'decline' });
    const change = { status: 'changed', amount: 160_000, reason_code: 'ours', evidence: 'We can pay more.' };
    await staff.write('change_offer', seller.leadId, { offer_id, ...change });
    expect((await seller.see()).answer).toBeNull();
  });
});

describe('a correction of phone or e-mail', () => {
  test('changes the lead and its search keys, and keeps the former values in the history', async () => {
    const seller = await desk.addSeller({ ...VALUATION_LEAD });
    await seller.call('correct_contact', { phone: ' 0131 496 0555 ', email: null });
    const enquiry = await seller.call('correct_contact', { phone: null, email: 'Second@example.com' });
    expect(enquiry.contact).toMatchObject({ phone: '0131 496 0555', email: 'Second@example.com' });
    expect(enquiry.sent).toMatchObject({ phone: VALUATION_LEAD.phone, email: VALUATION_LEAD.email });
    const lead = await staff.lead(seller.leadId);
    expect(lead).toMatchObject({ phone: '0131 496 0555', email: 'Second@example.com' });
    expect(lead.events.slice(-2)).toMatchObject([
      { kind: 'contact_corrected', texts: { former_phone: VALUATION_LEAD.phone } },
      { kind: 'contact_corrected', texts: { former_email: VALUATION_LEAD.email } },
    ]);
    const found = await staff.call<{ cards: { id: string }[] }>('search', { query: '0131 496 0555' });
    expect(found.cards.map(({ id }) => id)).toContain(seller.leadId);
  });

  test.each<[Record<string, unknown>, string]>([
    [{}, 'phone'],
    [{ phone: '123456789' }, 'phone'],
    [{ phone: '1'.repeat(21) }, 'phone'],
    [{ phone: '0131 496\n0555' }, 'phone'],
    [{ phone: '\u00ad'.repeat(12) }, 'phone'],
    [{ phone: '' }, 'phone'],
    [{ email: 'a@b' }, 'email'],
    [{ email: 'a b@example.com' }, 'email'],
    [{ email: `${'a'.repeat(250)}@example.com` }, 'email'],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
    [{ phone: '0131 496 0555', email: '' }, 'email'],
  ])('with %j is refused, and nothing changes', async (given, hint) => {
    const seller = await desk.addSeller({ ...VALUATION_LEAD });
    expect(await seller.attempt('correct_contact', given)).toMatchObject({ status: 422, body: { hint } });
    expect((await seller.see()).contact).toMatchObject({
      phone: VALUATION_LEAD.phone,
      email: VALUATION_LEAD.email,
    });
  });

  test('of an enquiry from the chat takes a number only', async () => {
    const seller = await desk.addSeller();
    expect(await seller.attempt('correct_contact', { email: 'a@example.com' })).toMatchObject({
      status: 422,
      body: { hint: 'email', message: expect.stringMatching(/^An enquiry from the chat has no/) as string },
    });
    expect((await seller.call('correct_contact', { phone: '0131 496 0556' })).contact?.phone).toBe(
      '0131 496 0556',
    );
  });
});

describe('links for others', () => {
  test('are three at a time, numbered, say when they were opened, and end at once', async () => {
    const seller = await desk.addSeller();
    const readers = [
      await desk.addReader(seller),
      await desk.addReader(seller),
      await desk.addReader(seller),
    ];
    const { hash } = await newEnquiryKey();
    expect(await seller.attempt('share', { key_hash: hash })).toMatchObject({
      status: 422,
      body: { hint: 'share' },
    });
    await readers[1]?.see();
    expect((await seller.see()).shares.map(({ number, opened_at: at }) => [number, at !== null])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    const { shares } = await seller.call('end_share', { share_number: 2 });
    expect(shares.map(({ number }) => number)).toEqual([1, 3]);
    expect(await readers[1]?.attempt('enquiry')).toMatchObject({ status: 404 });
    expect((await readers[0]?.see())?.access).toBe('shared');
    const again = await desk.addReader(seller);
    expect((await seller.see()).shares.map(({ number }) => number)).toEqual([1, 3, 4]);
    expect((await again.see()).access).toBe('shared');
    expect(await seller.attempt('end_share', { share_number: 2 })).toMatchObject({
      status: 422,
      body: { hint: 'share_number' },
    });
  });

  test('that have expired do not count towards the limit of three', async () => {
    const seller = await desk.addSeller();
    for (let made = 0; made < 3; made += 1) await desk.addReader(seller);
    await admin.query(
      `update desk.enquiry_keys set ends_at = now() where lead_id = $1 and share_number = 2`,
      [seller.leadId],
    );
    expect((await seller.see()).shares.map(({ number }) => number)).toEqual([1, 3]);
    await desk.addReader(seller);
    expect((await seller.see()).shares.map(({ number }) => number)).toEqual([1, 3, 4]);
  });

  test('are ended by their number, and a call without a number ends no key', async () => {
    const seller = await desk.addSeller();
    const reader = await desk.addReader(seller);
    expect(await seller.attempt('end_share', { share_number: null })).toMatchObject({ status: 422 });
    expect([(await seller.see()).access, (await reader.see()).access]).toEqual(['full', 'shared']);
  });

  test('cannot take over a key that exists, and need a whole hash', async () => {
    const [seller, other] = [await desk.addSeller(), await desk.addSeller()];
    await other.see();
    const { rows } = await admin.query<{ hash: string }>(
      `select encode(key_hash, 'hex') as hash from desk.enquiry_keys where lead_id = $1`,
      [other.leadId],
    );
    for (const key_hash of [rows[0]?.hash, 'x'.repeat(64), 'a'.repeat(63), '', null]) {
      expect(await seller.attempt('share', { key_hash })).toMatchObject({
        status: 422,
        body: { hint: 'key_hash' },
      });
    }
    expect((await other.see()).access).toBe('full');
  });
});

test.each([
  ['correct_contact', { phone: '0131 496 0999' }, 'contact_corrected', ['asked', 'contact_changed']],
  ['stop', {}, 'seller_stopped', ['asked']],
])('the firm gets a mail about %s, and the lead is not put into Now', async (name, given, event, kinds) => {
  const seller = await addContacted();
  await seller.call(name, given);
  const { rows } = await admin.query(
    `select mails.kind, events.kind as event
     from private.notifications as mails join desk.events on events.id = event_id
     where mails.lead_id = $1 order by mails.kind`,
    [seller.leadId],
  );
  expect(rows).toEqual(kinds.map((kind) => ({ kind, event })));
  expect(await isInNow(seller.leadId)).toBe(false);
});

describe('stop', () => {
  test('closes the case as withdrawn by the seller and sets do-not-call', async () => {
    const seller = await addContacted();
    await seller.call('write', { body: 'Not any more.' });
    const request = { request_id: randomUUID() };
    for (let times = 0; times < 2; times++) {
      expect(await seller.call('stop', request)).toMatchObject({
        do_not_call: true,
        state: { code: 'closed', reason: 'seller_withdrew' },
      });
    }
    const lead = await staff.lead(seller.leadId);
    expect(lead).toMatchObject({ stage: 'closed', close_reason: 'seller_withdrew', do_not_call: true });
    expect(lead.events.filter(({ kind }) => (kind as string) === 'seller_stopped')).toHaveLength(1);
    expect(await isInNow(seller.leadId)).toBe(false);
  });

  test('leaves a sale open whose missives are concluded, and tells the staff', async () => {
    const seller = await addContacted();
    await staff.write('set_stage', seller.leadId, { stage: 'missives_concluded', ...NEXT });
    expect(await seller.call('stop')).toMatchObject({ do_not_call: true, state: { code: 'missives' } });
    expect(await isInNow(seller.leadId)).toBe(true);
  });
});

describe('a lead that staff have merged into another', () => {
  async function addMerged(): Promise<{ survivor: Seller; duplicate: Seller }> {
    const survivor = await desk.addSeller({ name: 'Sur Vivor', phone: '0131 496 0601' });
    await survivor.call('write', { body: 'A word of the survivor' });
    await reply(survivor.leadId, 'For the survivor');
    const duplicate = await desk.addSeller({ name: 'Du Plicate', phone: '0131 496 0602' });
    await duplicate.call('write', { body: 'A word of the duplicate' });
    await staff.write('merge', duplicate.leadId, { target_id: survivor.leadId });
    return { survivor, duplicate };
  }

  test('shows its own answers and messages, and what the firm answers there, but nothing of the other lead', async () => {
    const { survivor, duplicate } = await addMerged();
    await makeOffer(survivor.leadId);
    await reply(survivor.leadId, 'After the merge');
    await duplicate.call('write', { body: 'A later word' });
    await reply(duplicate.leadId, 'To this page');
    const enquiry = await duplicate.see();
    expect(enquiry).toMatchObject({
      merged: true,
      state: { code: 'closed', reason: 'duplicate', until: null, next_by: null },
      offers: [],
      sent: { name: 'Du Plicate' },
    });
    expect(enquiry.conversation.map(({ body }) => body)).toEqual([
      'A word of the duplicate',
      'A later word',
      'To this page',
    ]);
    expect(await survivor.see()).toMatchObject({ merged: false, sent: { name: 'Sur Vivor' } });
    expect((await survivor.see()).conversation.map(({ body }) => body)).toEqual([
      'A word of the survivor',
      'For the survivor',
      'After the merge',
    ]);
  });

  test('shows nothing of the third lead into which the second was merged', async () => {
    const { survivor: second, duplicate: first } = await addMerged();
    const third = await desk.addSeller({ name: 'Ter Tius' });
    await third.call('write', { body: 'zz of the third' });
    await staff.write('merge', second.leadId, { target_id: third.leadId });
    await makeOffer(third.leadId, { conditions: 'zz of the offer' });
    await reply(third.leadId, 'zz for the third');
    for (const seller of [first, second]) {
      const enquiry = await seller.see();
      expect(enquiry).toMatchObject({ merged: true, offers: [], state: { reason: 'duplicate' } });
      expect(JSON.stringify(enquiry)).not.toMatch(/zz|Ter Tius/);
    }
    expect((await first.see()).conversation).toHaveLength(1);
    expect((await second.see()).conversation).toHaveLength(2);
  });

  test('works for its seller as before when staff open it again', async () => {
    const { duplicate } = await addMerged();
    await staff.write('set_stage', duplicate.leadId, { stage: 'contacted', ...NEXT });
    expect(await duplicate.see()).toMatchObject({ merged: false, state: { code: 'working' } });
  });

  test.each<[what: string, prepare: string, remove: (id: string) => Promise<unknown>]>([
    [
      'is in an import that is undone',
      `with made as (insert into desk.imports (file_name, file_hash) values ('a', 'b') returning id)
       insert into desk.imported_leads select $1, id from made`,
      () => undoImport(admin, 1, true),
    ],
    [
      'is in a demonstration that is removed',
      'insert into desk.demo_leads values ($1)',
      () => removeDemo(admin),
    ],
    [
      'is erased',
      'select $1::uuid',
      (id) => admin.query(`select desk.erase_leads(array[$1::uuid], 'command')`, [id]),
    ],
    [
      'has expired',
      `with mails as (update private.notifications set sent_at = now() where lead_id = $1)
       update public.leads set created_at = now() - interval '9 days' where id = $1`,
      () => deleteExpiredRows(admin, { lead: 8, suspect: 0, delivery: 0 }),
    ],
  ])('is open again when the other lead %s', async (_what, prepare, remove) => {
    const { survivor, duplicate } = await addMerged();
    const rules = { do_not_call: true, vulnerable: false, contact_rules: 'Only what is said of the other.' };
    await staff.write('set_contact_rules', survivor.leadId, rules);
    await admin.query(prepare, [survivor.leadId]);
    await remove(survivor.leadId);
    expect(await survivor.attempt('enquiry')).toMatchObject({ status: 404 });
    const lead = await staff.lead(duplicate.leadId);
    expect(lead).toMatchObject({
      ...{ stage: 'new', close_reason: null, duplicate_of: null, asked: { kind: 'given_back' } },
      ...{ do_not_call: true, contact_rules: null },
    });
    expect(await isInNow(duplicate.leadId)).toBe(true);
    const { state, ...page } = await duplicate.see();
    expect(page).toMatchObject({ merged: false, access: 'full' });
    expect(state).toMatchObject({ code: 'received', next_by: lead.promised_by });
  });

  test('stays closed when the other lead is erased, if its seller has asked to stop', async () => {
    const { survivor, duplicate } = await addMerged();
    await duplicate.call('stop');
    await admin.query(`select desk.erase_leads(array[$1::uuid], 'command')`, [survivor.leadId]);
    expect(await staff.lead(duplicate.leadId)).toMatchObject({
      ...{ stage: 'closed', close_reason: 'seller_withdrew', duplicate_of: null, do_not_call: true },
    });
  });

  test('is not open again when both are erased at once', async () => {
    const { survivor, duplicate } = await addMerged();
    const leadIds = [survivor.leadId, duplicate.leadId];
    await admin.query(`select desk.erase_leads($1, 'command')`, [leadIds]);
    const given = `select from desk.events where kind = 'given_back' and lead_id = any ($1)`;
    expect((await admin.query(given, [leadIds])).rows).toEqual([]);
  });

  test('keeps what the seller asked before the merge in Now', async () => {
    const survivor = await addContacted();
    const duplicate = await addContacted();
    await duplicate.call('write', { body: 'Hello?' });
    await staff.write('merge', duplicate.leadId, { target_id: survivor.leadId });
    expect(await isInNow(survivor.leadId)).toBe(true);
  });

  test('is erased alone, and the staff of the surviving case are told', async () => {
    const { survivor, duplicate } = await addMerged();
    await duplicate.call('write', { body: 'Zebedee was here' });
    await staff.write('log_call', survivor.leadId, { channel: 'phone', outcome: 'spoke', ...NEXT });
    expect(await isInNow(survivor.leadId)).toBe(false);
    expect(await duplicate.attempt('erase')).toEqual({ status: 200, body: { erased: true } });
    expect(await isInNow(survivor.leadId)).toBe(true);
    expect(await desk.countRows('zebedee')).toEqual({});
    expect((await owner.lead(survivor.leadId)).events.at(-1)).toMatchObject({
      kind: 'seller_erased',
      facts: { sender: duplicate.leadId },
    });
    expect((await survivor.see()).access).toBe('full');
    expect(await duplicate.attempt('enquiry')).toMatchObject({ status: 404 });
  });

  test('is not erased while the surviving case is on hold, and is not told until when or why', async () => {
    const { survivor, duplicate } = await addMerged();
    await staff.write('hold', survivor.leadId, { until: day(30), reason: 'A complaint' });
    expect(await duplicate.attempt('erase')).toMatchObject({
      status: 423,
      body: {
        hint: 'held',
        message: 'We have to keep this for now. Please ring or write to us: we will tell you why.',
        details: null,
      },
    });
    expect((await duplicate.see()).held_until).toBeNull();
    expect(await isInNow(survivor.leadId)).toBe(true);
    expect((await staff.lead(survivor.leadId)).events.map(({ kind }) => kind)).not.toContain('seller_erased');
  });
});

describe('at the desk', () => {
  const request = (leadId: string, given = {}) => ({
    lead_id: leadId,
    request_id: randomUUID(),
    ...given,
  });

  test('a lead says when the page was last opened and how many links it has', async () => {
    const seller = await desk.addSeller();
    expect(await staff.lead(seller.leadId)).toMatchObject({
      seller: { opened_at: null, links: 1, mail: { received: null, tried: null, offer: null } },
    });
    await seller.see();
    await desk.addReader(seller);
    expect(await staff.lead(seller.leadId)).toMatchObject({
      seller: { opened_at: expect.any(String) as string, links: 2 },
    });
  });

  test('make_link makes one more link, and end_links ends all, also those of merged leads', async () => {
    const [seller, duplicate] = [await desk.addSeller(), await desk.addSeller()];
    const { key, hash } = await newEnquiryKey();
    const made = request(seller.leadId, { key_hash: hash });
    await staff.call('make_link', made);
    await staff.call('make_link', made);
    expect((await desk.sellerWith(key).see()).access).toBe('full');
    expect(await staff.attempt('make_link', request(seller.leadId, { key_hash: hash }))).toMatchObject({
      code: 'PT422',
      hint: 'key_hash',
    });
    await staff.write('merge', duplicate.leadId, { target_id: seller.leadId });
    const lead = await staff.call('end_links', request(seller.leadId));
    expect(lead).toMatchObject({ seller: { links: 0 } });
    expect(lead.events.at(-1)).toMatchObject({ kind: 'links_ended', facts: { links: 3 } });
    for (const one of [seller, duplicate, desk.sellerWith(key)]) {
      expect(await one.attempt('enquiry')).toMatchObject({ status: 404 });
    }
  });

  test.each([
    ['reply', { body: 'x' }],
    ['make_link', { key_hash: 'b'.repeat(64) }],
    ['end_links', {}],
    ['confirm_address', { email: 'a@example.com' }],
    ['mail_seller', { mail: 'tried' }],
  ])('%s needs a lead', async (name, given) => {
    const gone = request(randomUUID(), given);
    expect(await staff.attempt(name, gone)).toMatchObject({ code: 'PT404', hint: 'lead_gone' });
  });

  type Refused = { what: string; row?: object; mail?: string; prepare?: (id: string) => Promise<unknown> };
  test.each<Refused>([
    { what: 'a lead from the chat', row: {} },
    { what: 'a lead without an offer', mail: 'offer' },
    { what: 'an unknown mail', mail: 'received' },
    { what: 'a suspect lead', prepare: (id) => staff.call('distrust', request(id)) },
    {
      what: 'a closed case',
      prepare: (id) => staff.write('set_stage', id, { stage: 'closed', reason: 'no_reply' }),
    },
    { what: 'a lead whose links were ended', prepare: (id) => staff.call('end_links', request(id)) },
    {
      what: 'an invented lead',
      prepare: (id) => admin.query('insert into desk.demo_leads values ($1)', [id]),
    },
    {
      what: 'an imported person who wants no contact',
      async prepare(id) {
        const rules = { do_not_call: true, vulnerable: false, contact_rules: null };
        await staff.write('set_contact_rules', id, rules);
        await admin.query(`update public.leads set source = 'import' where id = $1`, [id]);
      },
    },
    {
      what: 'a mail that waits already',
      prepare: (id) => staff.call('mail_seller', request(id, { mail: 'tried' })),
    },
  ])('mail_seller is refused for $what', async ({ row = VALUATION_LEAD, mail = 'tried', prepare }) => {
    const leadId = await desk.addLead({ ...row });
    await prepare?.(leadId);
    expect(await staff.attempt('mail_seller', request(leadId, { mail }))).toMatchObject({
      code: 'PT422',
      hint: 'mail',
    });
  });
});
