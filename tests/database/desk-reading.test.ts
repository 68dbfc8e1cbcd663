import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { referenceOf } from '#lead/reference.ts';
import { search } from '#server/cases/search.ts';
import type { Member } from '#server/cases/members.ts';
import { transact } from '#server/database/transact.ts';
import { FIRST_PAGE } from '../../desk/src/api/first-screen.ts';
import type { Card, Changes, InboxPage } from '../../desk/src/api/types.ts';
import { createNotifications } from '../../supabase/functions/send-email/notifications.ts';
import { inAnHour, openDeskDatabase } from '../support/desk/desk-database.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

const desk = await openDeskDatabase();
// Nothing is left of the test before but events of leads that are gone. The next read searches for leads without a case.
beforeEach(() => desk.admin.query(`delete from public.leads; update desk.settings set adopted_at = default`));

const inbox = (view: string, given: Record<string, unknown> = {}) =>
  desk.staff.call<InboxPage>('inbox', { view, ...given });
const changes = (after: string | null) => desk.staff.call<Changes>('changes', { after });
const namesOf = ({ cards }: { cards: Card[] }) => cards.map(({ name }) => name);
const request = () => randomUUID();
const idsFound = async (query: string) =>
  (await desk.staff.call<{ cards: Card[] }>('search', { query })).cards.map(({ id }) => id);

/** Sets columns of a case directly, as if time had passed or staff had worked on it. */
const set = (leadId: string, columns: string) =>
  desk.admin.query(`update desk.cases set ${columns} where lead_id = $1`, [leadId]);

/** Adds leads that came at the same time. */
const addMany = (count: number) =>
  desk.admin.query(
    `insert into public.leads (id, created_at, name, phone, message, source)
     select gen_random_uuid(), now(), 'Iain ' || n, '0131 496 0456', 'Hello', 'chat_widget'
     from generate_series(1, $1::int) as n`,
    [count],
  );

async function readPages(view: string, pageSize: number): Promise<string[]> {
  const names: string[] = [];
  let before: string | null = null;
  do {
    const page: InboxPage = await inbox(view, { before, page_size: pageSize });
    expect(page.cards.length).toBeLessThanOrEqual(pageSize);
    names.push(...namesOf(page));
    before = page.next;
  } while (before !== null);
  return names;
}

const CALLED = { channel: 'phone', outcome: 'spoke', next_action: 'call' };

describe('a lead gets its case (the firm’s work on it)', () => {
  test('at the first read, once, however many read at the same time', async () => {
    const ids = [];
    for (let count = 0; count < 20; count += 1) ids.push(await desk.addLead());
    await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? changes(null) : inbox('now'))));
    const { rows } = await desk.admin.query(
      `select lead_id from desk.events where kind = 'received' and lead_id = any ($1) order by 1`,
      [ids],
    );
    expect(rows.map(({ lead_id }: { lead_id: string }) => lead_id)).toEqual(ids.sort());
  });

  test('also if it came while nobody was at the desk; such leads are searched for every ten minutes', async () => {
    const countCases = async () => (await desk.admin.query('select from desk.cases')).rowCount;
    await inbox('now');
    await desk.addLead();
    await desk.admin.query(`update public.leads set created_at = now() - interval '3 hours'`);
    await inbox('now');
    expect(await countCases()).toBe(0);
    await desk.admin.query(`update desk.settings set adopted_at = now() - interval '11 minutes'`);
    await inbox('now');
    expect(await countCases()).toBe(1);
  });

  test('in steps of a thousand, until all leads have a case', async () => {
    await addMany(2100);
    await desk.admin.query(`update public.leads set created_at = now() - interval '2 days'`);
    const counts = [];
    for (let count = 0; count < 4; count += 1) {
      await inbox('now');
      counts.push((await desk.admin.query('select from desk.cases')).rowCount);
    }
    expect(counts).toEqual([1000, 2000, 2100, 2100]);
  });

  test('also if its link in a mail is opened before any list', async () => {
    const id = await desk.addLead(
      { ...VALUATION_LEAD },
      { 'x-lead-origin': 'page=/glasgow&utm_source=google' },
    );
    expect(await desk.staff.lead(id)).toMatchObject({
      ...VALUATION_LEAD,
      id,
      stage: 'new',
      version: 1,
      assignee: null,
      excerpt: null,
      suspect_reasons: [],
      is_suspect: false,
      origin: {
        page: '/glasgow',
        utm_source: 'google',
        utm_medium: null,
        utm_campaign: null,
        utm_term: null,
        utm_content: null,
      },
      mail: 'waiting',
      mail_attempts: [],
      events: [{ kind: 'received', facts: { source: 'valuation_form' }, actor: null, text: null }],
      offers: [],
      others: [],
    });
  });
});

test('a request for a lead that does not exist is refused with 404', async () => {
  expect(await desk.staff.attempt('lead', { lead_id: randomUUID() })).toMatchObject({
    code: 'PT404',
    hint: 'lead_gone',
  });
});

test('the state of a lead’s mail is waiting, then retrying (with the time of the next try), then sent', async () => {
  const id = await desk.addLead();
  const notifications = createNotifications(desk.admin);
  const { cursor } = await changes(null);
  const read = async () => {
    const { mail } = await desk.staff.lead(id);
    const [card] = (await changes(cursor)).cards;
    expect(card?.mail).toBe(mail);
    return mail;
  };
  expect(await read()).toBe('waiting');
  const claim = await notifications.claim('any');
  if (claim) await notifications.markFailed(claim, 'ECONNECTION');
  expect(await read()).toBe('retrying');
  const { mail_next_attempt_at: next } = await desk.staff.call<{ mail_next_attempt_at: string }>('lead', {
    lead_id: id,
  });
  expect(Date.parse(next)).toBeGreaterThan(Date.now());
  await desk.admin.query('update private.notifications set next_attempt_at = now()');
  const retry = await notifications.claim('any');
  if (retry) await notifications.markSent(retry);
  expect(await read()).toBe('sent');
});

describe('the lists', () => {
  test('mark a lead if another open one has the same number or address', async () => {
    for (const phone of ['0131 496 0001', '0131 496 0002', '0131 496 0001']) await desk.addLead({ phone });
    const marks = async () => (await inbox('all')).cards.map(({ has_double }) => has_double);
    expect(await marks()).toEqual([true, false, true]);
    await set((await inbox('all')).cards[0]?.id ?? '', `stage = 'closed', close_reason = 'duplicate'`);
    expect(await marks()).toEqual([false, false, false]);
  });

  /** Adds one lead of each kind, with the kind as its name. */
  async function fill() {
    const add = async (name: string, columns: string) => {
      const id = await desk.addLead({ name });
      await desk.staff.lead(id);
      await set(id, columns);
      return id;
    };
    const past = (minutes: number) => `now() - interval '${minutes} minutes'`;
    const contacted = `stage = 'contacted', reached = 'contacted', first_contact_at = now()`;
    await add('new', `promised_by = now() + interval '3 hours'`);
    await add('newer', `promised_by = now() + interval '4 hours'`);
    await add('overdue', `promised_by = ${past(10)}`);
    await add('long overdue', `promised_by = ${past(20)}`);
    await add(
      'due',
      `${contacted}, next_action = 'call', next_at = ${past(1)}, assignee = '${desk.staff.id}'`,
    );
    await add('long due', `${contacted}, next_action = 'call', next_at = ${past(90)}`);
    await add('later', `${contacted}, next_action = 'call', next_at = now() + interval '1 day'`);
    await add('idle', contacted);
    await add('suspect', `is_suspect = true, promised_by = ${past(10)}`);
    await add('spam', `is_suspect = true, stage = 'closed', close_reason = 'spam'`);
    await add(
      'closed',
      `stage = 'closed', close_reason = 'no_reply', promised_by = ${past(10)}, assignee = '${desk.staff.id}'`,
    );
  }

  test.each([
    ['now', ['long overdue', 'overdue', 'new', 'newer', 'long due', 'due']],
    ['mine', ['due']],
    [
      'all',
      [
        'closed',
        'spam',
        'suspect',
        'idle',
        'later',
        'long due',
        'due',
        'long overdue',
        'overdue',
        'newer',
        'new',
      ],
    ],
    ['unplanned', ['idle']],
    ['open', ['idle', 'later', 'long due', 'due', 'long overdue', 'overdue', 'newer', 'new']],
    ['suspect', ['suspect']],
    ['closed', ['closed', 'spam']],
    ['new', ['long overdue', 'overdue', 'newer', 'new']],
    ['contacted', ['idle', 'later', 'long due', 'due']],
    ['settled', []],
  ])('%s has the leads %j in this order, also on pages of one to four leads', async (view, names) => {
    await fill();
    const whole = await inbox(view);
    expect(namesOf(whole)).toEqual(names);
    expect(whole.counts).toEqual({ complaint: 0, overdue: 2, new: 2, due: 2, suspect: 1, mine: 1 });
    for (const pageSize of [1, 2, 3, 4]) expect(await readPages(view, pageSize)).toEqual(names);
  });

  test('leads with the same time are each on exactly one page', async () => {
    await addMany(25);
    for (const view of ['now', 'all', 'open']) {
      const found = await readPages(view, 7);
      expect(new Set(found).size).toBe(25);
      expect(found).toHaveLength(25);
    }
  });

  test.each([
    ['first contacts', `promised_by = now() + interval '3 hours'`],
    [
      'follow-ups',
      `stage = 'contacted', first_contact_at = now(), next_action = 'call', next_at = now() - interval '1 hour'`,
    ],
  ])(
    'among %s that are due at the same time, the seller who has waited longest is first',
    async (_what, columns) => {
      const names = ['1', '2', '3', '4', '5', '6', '7', '8'];
      for (const name of names) await desk.staff.lead(await desk.addLead({ name }));
      await desk.admin.query(
        `update desk.cases set ${columns}, received_at = now() - make_interval(hours => 10 - name::int)
       from public.leads where id = lead_id`,
      );
      expect(await readPages('now', 3)).toEqual(names);
    },
  );

  test.each([
    [{ view: 'theirs' }, 'view'],
    [{ view: null }, 'view'],
    [{ view: "new' or true" }, 'view'],
    [{ view: 'now', before: 'x' }, 'before'],
    [{ view: 'now', before: `a.1.${'0'.repeat(36)}'` }, 'before'],
  ])('a request with %j is refused', async (given, hint) => {
    expect(await desk.staff.attempt('inbox', given)).toMatchObject({ code: 'PT422', hint });
  });

  test('a page has at most a hundred leads, and the numbers of leads in the lists stop at a thousand', async () => {
    await addMany(1001);
    await changes(null);
    const { cards, counts } = await inbox('now', { page_size: 5_000 });
    expect(cards).toHaveLength(100);
    expect(counts.new).toBe(1000);
  });
});

describe('the feed of changes', () => {
  /**
   * The ids of all events until now, to leave out repeated ones: other tests' transactions may make the feed repeat
   * older events.
   */
  async function readIds(): Promise<Set<string>> {
    const { rows } = await desk.admin.query<{ id: string }>('select id::text from desk.events');
    return new Set(rows.map(({ id }) => id));
  }

  test('returns the events since the cursor, and the current cards of their leads', async () => {
    const { cursor } = await changes(null);
    let known = await readIds();
    const isNew = ({ id }: { id: string }) => !known.has(id);
    expect((await changes(cursor)).events.filter(isNew)).toEqual([]);
    const id = await desk.addLead({ name: 'Mairi' });
    const arrived = await changes(cursor);
    expect(arrived).toMatchObject({ reset: false, gone: [], counts: { new: 1 } });
    expect(arrived.events.filter(isNew)).toMatchObject([{ kind: 'received', lead_id: id }]);
    expect(arrived.cards).toMatchObject([{ id, name: 'Mairi', stage: 'new' }]);

    known = await readIds();
    await desk.owner.call('note', { lead_id: id, request_id: request(), body: 'rang back' });
    await desk.owner.write('log_call', id, { ...CALLED, next_at: inAnHour() });
    const worked = await changes(arrived.cursor);
    expect(worked.events.filter(isNew).map(({ kind, text, actor }) => [kind, text, actor?.name])).toEqual([
      ['noted', 'rang back', 'Ann Owner'],
      ['called', null, 'Ann Owner'],
      ['claimed', null, 'Ann Owner'],
      ['staged', null, 'Ann Owner'],
      ['planned', null, 'Ann Owner'],
      ['dated', null, 'Ann Owner'],
    ]);
    expect(worked.cards).toMatchObject([{ id, stage: 'contacted' }]);
  });

  test('returns the cards of all 500 leads of a digest that took long to send', async () => {
    await addMany(500);
    let { cursor } = await changes(null);
    await waitUntil('the feed no longer repeats the arrival of these leads', async () => {
      const answer = await changes(cursor);
      ({ cursor } = answer);
      return !answer.reset && answer.cards.length === 0;
    });
    await desk.admin.query(
      `insert into private.delivery_attempts (lead_id) select lead_id from private.notifications;
       insert into private.delivery_attempts (lead_id, finished_at)
       select lead_id, now() - interval '1 minute' from private.notifications, generate_series(1, 3);
       update private.delivery_attempts set finished_at = now() where finished_at is null;
       update private.notifications set sent_at = now()`,
    );
    const { cards } = await changes(cursor);
    expect(cards).toHaveLength(500);
    expect(new Set(cards.map(({ mail }) => mail))).toEqual(new Set(['sent']));
  });

  test.each([
    ['to the firm', 'insert into private.delivery_attempts (lead_id, finished_at) values ($1, $2)'],
    [
      'to the seller',
      `with mail as (insert into private.notifications (lead_id, kind) values ($1, 'received'))
       insert into private.delivery_attempts (lead_id, kind, finished_at) values ($1, 'received', $2)`,
    ],
  ])(
    'returns the card of a lead whose mail %s ended up to ten seconds before the cursor, because the end may have been committed after it',
    async (_whom, endMail) => {
      const [recent, old] = [await desk.addLead(), await desk.addLead()];
      let { cursor } = await changes(null);
      await waitUntil('the feed no longer repeats the arrival of these leads', async () => {
        const answer = await changes(cursor);
        ({ cursor } = answer);
        return answer.cards.length === 0;
      });
      const seconds = Number(cursor.split('.')[2]);
      await desk.admin.query(endMail, [recent, new Date((seconds - 9) * 1000)]);
      await desk.admin.query(endMail, [old, new Date((seconds - 11) * 1000)]);
      expect((await changes(cursor)).cards).toMatchObject([{ id: recent }]);
    },
  );

  test('after more than 1,000 delivery attempts, tells the app to read everything anew', async () => {
    const id = await desk.addLead();
    const { cursor } = await changes(null);
    const attempt = (count: number) =>
      desk.admin.query(
        `insert into private.delivery_attempts (lead_id, finished_at)
         select $1, now() from generate_series(1, $2::int)`,
        [id, count],
      );
    await attempt(1000);
    expect(await changes(cursor)).toMatchObject({ reset: false, cards: [{ id }] });
    await attempt(1);
    expect(await changes(cursor)).toMatchObject({ reset: true, cards: [] });
  });

  test('can be read from the cursor that first_screen returns, together with the first list and the caller', async () => {
    const id = await desk.addLead();
    const first = await desk.staff.call<{ me: unknown; changes: Changes; inbox: InboxPage }>(
      'first_screen',
      {},
    );
    expect(first.me).toEqual(await desk.staff.call('me', {}));
    expect(first.inbox).toEqual(await desk.staff.call('inbox', FIRST_PAGE));
    expect(first.changes).toMatchObject({ reset: false, events: [], cards: [] });
    await desk.owner.call('note', { lead_id: id, request_id: request(), body: 'rang back' });
    expect((await changes(first.changes.cursor)).events.map(({ text }) => text)).toContain('rang back');
  });

  test('returns the ids of deleted leads', async () => {
    const id = await desk.addLead({ phone: '0131 496 0777' });
    const { cursor } = await changes(null);
    await desk.owner.call('erase', {
      key: '0131 496 0777',
      lead_ids: [id],
      reason: 'person_asked',
      request_id: request(),
    });
    expect(await changes(cursor)).toMatchObject({ cards: [], gone: [id] });
  });

  test.each(['', 'x', '1.2.3', '0-0.1.1', '9'.repeat(60)])(
    'with the invalid cursor %j tells the app to read everything anew',
    async (cursor) => {
      await desk.addLead();
      const answer = await changes(cursor);
      expect(answer).toMatchObject({ reset: true, events: [], cards: [] });
      expect(await changes(answer.cursor)).toMatchObject({ reset: false });
    },
  );

  test('with a cursor from the future, as after a restored snapshot of the machine, tells the app to read everything anew', async () => {
    const { cursor } = await changes(null);
    const [feed = '', , seconds = ''] = cursor.split('.');
    expect(await changes(`${feed}.999999999999.${seconds}`)).toMatchObject({ reset: true });
  });

  test('with more than 500 events tells the app to read everything anew', async () => {
    const { cursor } = await changes(null);
    const write = (count: number) =>
      desk.admin.query(`insert into desk.events (kind) select 'exported' from generate_series(1, $1)`, [
        count,
      ]);
    await write(450);
    const { events } = await changes(cursor);
    expect(events.filter(({ kind }) => kind === 'exported')).toHaveLength(450);
    await write(51);
    expect(await changes(cursor)).toMatchObject({ reset: true, events: [] });
  });
});

describe('the search', () => {
  test.each([
    ['mair', true],
    ["O'HARA", true],
    ['junction st', true],
    ['eh66qq', true],
    ['EH6 6', true],
    ['mairi.ohara@', true],
    ['0131 496 0123', true],
    ['+44 131 4960123', true],
    ['00441314', true],
    ['4960', true],
    ['0123', true],
    ['O131 4', true],
    ['0131-496', true],
    ['496', false],
    ['0131 497', false],
    ['%', false],
    ['____', false],
    ['m', false],
    ['', false],
    ["' or true --", false],
    ['Iain', false],
  ])('for %j finds the lead: %s', async (query, isFound) => {
    await desk.addLead({ ...VALUATION_LEAD });
    await desk.addLead({ ...CHAT_LEAD, name: 'Eilidh', phone: '07700 900555' });
    const found = await desk.staff.call<{ cards: Card[] }>('search', { query });
    expect(namesOf(found)).toEqual(isFound ? [VALUATION_LEAD.name] : []);
  });

  test.each([
    ['7F3A-91C2', true],
    ['7f3a91c2', true],
    ['7F3A 91C2', true],
    ['7F3A-91C3', false],
    ['7F3A', false],
  ])('for %j, as the reference that the seller was shown, finds the lead: %s', async (query, isFound) => {
    const submissionId = '7f3a91c2-0000-4000-8000-000000000000';
    const id = await desk.addLead({}, { 'x-submission-id': submissionId });
    await desk.addLead();
    const { cards } = await desk.staff.call<{ cards: Card[] }>('search', { query });
    expect(cards.map((card) => card.id)).toEqual(isFound ? [id] : []);
    expect((await desk.staff.lead(id)).reference).toBe(referenceOf(submissionId));
  });

  test('finds a reference among other words of its lead, and not among others', async () => {
    const id = await desk.addLead({}, { 'x-submission-id': '7f3a91c2-0000-4000-8000-000000000000' });
    for (const query of ['Ref: 7F3A-91C2', `7f3a–91c2, ${CHAT_LEAD.name}`, `${CHAT_LEAD.name} 7F3A91C2`]) {
      expect(await idsFound(query)).toEqual([id]);
    }
    expect(await idsFound('Zebedee 7F3A-91C2')).toEqual([]);
  });

  test.each([
    ['Seán Kerr', ['Sean', 'SEÁN', 'sea\u0301n']],
    ['Sea\u0301n Kerr', ['Sean', 'Seán']],
    ['Hans Müller', ['Muller', 'Müller', 'muller hans']],
    ['Łukasz Nowak', ['Lukasz', 'łukasz']],
    ["Mairi O'Brien", ['O’Brien', "O'Brien", 'OBrien', 'o brien']],
    ['Mairi O’Brien', ["O'Brien", 'OBrien']],
    ['Mairi OBrien', ["O'Brien", 'O’Brien']],
    ['Ewan MacDonald', ['MacDonald, Ewan', 'macdonald  ewan', 'Mac Donald', 'Ewan Mac Donald']],
    ['Fiona Donald', ['Donald Fiona', 'fio don', '  Fiona   Donald ']],
    ['Ewan Mac Donald', ['MacDonald', 'MacDonald Ewan', 'EwanMacDonald']],
  ])('finds %s by any spelling of the name', async (name, queries) => {
    const id = await desk.addLead({ name });
    await desk.addLead({ name: 'Eilidh Other' });
    for (const query of queries) expect([query, await idsFound(query)]).toEqual([query, [id]]);
  });

  test('finds a flat by its address, before flats with the same digits', async () => {
    const addLead = (address: string) => desk.addLead({ ...VALUATION_LEAD, address, postcode: 'G128AA' });
    const flat = await addLead('Flat 2/1, 14 Byres Road');
    await addLead('21/4 Byres Road');
    await addLead('2/11 4 Byres Road');
    await addLead('12/1, 214 Byres Road');
    const likeIt = await addLead('2/12, 140 Byres Road');
    for (const query of ['2/1, 14 Byres Road', 'Byres Road 2/1 14', '2 / 1 14 BYRES', '14 Byresroad 2/1']) {
      expect([query, await idsFound(query)]).toEqual([query, [flat, likeIt]]);
    }
    expect(await idsFound('Flat 2/1 G12 8AA')).toEqual([flat]);
    expect(await idsFound('g128aa 2/1 14 mairi')).toEqual([flat, likeIt]);
  });

  test('finds a lead by what was written about it, with its name, until it is erased', async () => {
    const key = '0131 496 0777';
    const id = await desk.addLead({ name: 'Fiona Donald', phone: key });
    const other = await desk.addLead({ name: 'Eilidh Other' });
    await desk.staff.call('note', { lead_id: id, request_id: request(), body: 'The boiler’s leaking.' });
    await desk.staff.call('note', { lead_id: other, request_id: request(), body: 'The roof leaks.' });
    expect(await idsFound('boilers')).toEqual([id]);
    expect(await idsFound('leak fiona')).toEqual([id]);
    const reason = 'person_asked';
    await desk.owner.call('erase', { key, lead_ids: [id], reason, request_id: request() });
    expect(await idsFound('boilers')).toEqual([]);
    expect(await desk.countRows('boilers')).toEqual({});
  });

  test('shows the newest first, fifty at most', async () => {
    await addMany(60);
    await desk.addLead({ name: 'Iain Newest' });
    const { cards } = await desk.staff.call<{ cards: Card[] }>('search', { query: 'iain' });
    expect(cards).toHaveLength(50);
    expect(cards[0]?.name).toBe('Iain Newest');
  });

  test('finds a lead by an address that an operator has corrected, and no longer by the former one', async () => {
    const id = await desk.addLead({ ...VALUATION_LEAD });
    const find = async (query: string) => namesOf(await desk.staff.call('search', { query }));
    expect(await find('junction st')).toEqual([VALUATION_LEAD.name]);
    await desk.staff.call('distrust', { lead_id: id, request_id: request() });
    await desk.admin.query(`update public.leads set address = '5 Bernard Terrace' where id = $1`, [id]);
    // The correction does not remove the mark that staff have set.
    expect(await desk.staff.lead(id)).toMatchObject({ is_suspect: true });
    expect(await find('bernard')).toEqual([VALUATION_LEAD.name]);
    expect(await find('junction st')).toEqual([]);
  });

  test.each(['zebedee', '0131 496 0999'])('for %j can read the trigram index', async (query) => {
    await desk.addLead();
    const { rows } = await transact(desk.pool, async (db) => {
      // There are too few leads here for PostgreSQL to choose an index.
      await db.query('set local enable_seqscan = off');
      await db.query('set local enable_indexscan = off');
      await search.work(db, {} as Member, { query });
      return db.query(`select pg_stat_get_xact_numscans('desk.cases_search_idx'::regclass) > 0 as is_read`);
    });
    expect(rows).toEqual([{ is_read: true }]);
  });
});

test('a lead shows the other leads with the same number or e-mail address, and no others', async () => {
  const first = await desk.addLead({ ...VALUATION_LEAD });
  const byPhone = await desk.addLead({ name: 'By phone', phone: '0131 496 0123' });
  const byEmail = await desk.addLead({
    ...VALUATION_LEAD,
    phone: '07700 900555',
    email: 'MAIRI.OHARA@example.com',
  });
  await desk.addLead({ name: 'Stranger', phone: '07700 900666' });
  await changes(null);
  const { others } = await desk.staff.lead(first);
  expect(others.map(({ id }) => id)).toEqual([byEmail, byPhone]);
});
