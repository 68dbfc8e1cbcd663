import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { openSecondsBetween, readCalendar } from '#server/cases/calendar.ts';
import { replaceOpeningHours } from '#server/site/set-opening-hours.ts';
import { replyDeadline } from '#calendar/reply-deadline.ts';
import type { InboxPage, Lead, PersonRecord } from '../../desk/src/api/types.ts';
import { erasePerson, findPerson, parsePersonKey } from '../../server/operations/person.ts';
import { deleteExpiredRows } from '../../server/operations/retention.ts';
import { createNotifications } from '../../supabase/functions/send-email/notifications.ts';
import { inAnHour, londonDay as day, offerTerms, openDeskDatabase } from '../support/desk/desk-database.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';

const shared = await openDeskDatabase();
let desk = shared;
beforeEach(async () => {
  desk = shared;
  await desk.admin.query('delete from public.leads');
});

const NEXT = { next_action: 'call', next_at: inAnHour() };

/** A lead with text about the person in every field that staff can fill. @returns its id */
async function workOnPerson(): Promise<string> {
  const { staff } = desk;
  const id = await desk.addLead(
    {
      ...VALUATION_LEAD,
      name: 'Zebedee Quillfeather',
      email: 'zebedee@quill.example',
      address: '77 Xylophone Wynd',
      phone: '0131 496 0777',
    },
    { 'x-lead-origin': 'page=/glasgow&utm_campaign=quill' },
  );
  await staff.write('log_call', id, { channel: 'phone', outcome: 'spoke', body: 'Zebedee rang', ...NEXT });
  await staff.call('note', { lead_id: id, request_id: randomUUID(), body: 'Quillfeather’s dog bites' });
  await staff.write('set_contact_rules', id, {
    do_not_call: false,
    vulnerable: true,
    contact_rules: 'Ask for Zebedee',
  });
  await staff.write('hold', id, { until: day(3), reason: 'Quillfeather complains' });
  await staff.write('hold', id, { until: null, reason: null });
  const { offers } = await staff.write('offer', id, offerTerms({ conditions: 'Zebedee moves out' }));
  await staff.write('change_offer', id, {
    offer_id: offers[0]?.id,
    status: 'withdrawn',
    reason_code: 'ours',
    evidence: 'Quillfeather’s letter',
  });
  return id;
}

const keep = (id: string) => desk.staff.write('hold', id, { until: day(3), reason: 'A complaint runs.' });

/** Lets all holds end, as if yesterday had been their last day. */
const endHolds = () =>
  desk.admin.query(`update desk.cases set hold_until = '${day(-1)}' where hold_until is not null`);

const findWords = async (pattern: string) => Object.keys(await desk.countRows(pattern));

// The pattern has no shorter part of the number, because a random id could contain it.
const WORDS = 'zebedee|quill|xylophone|496 ?0777';

describe('an erasure', () => {
  const WAYS: [who: string, erase: (id: string) => Promise<unknown>][] = [
    [
      'at the desk',
      (id) =>
        desk.owner.call('erase', {
          key: 'Zebedee@Quill.example',
          lead_ids: [id],
          reason: 'person_asked',
          request_id: randomUUID(),
        }),
    ],
    [
      'by npm run person',
      async () =>
        erasePerson(
          desk.admin,
          '/nowhere',
          await findPerson(desk.admin, '/nowhere', parsePersonKey('+44 131 496 0777')),
        ),
    ],
  ];

  test.each(WAYS)(
    '%s deletes every word about the person and keeps the record of what was done',
    async (_who, erase) => {
      const other = await desk.addLead({ name: 'Yolanda Stays' });
      await desk.staff.lead(other);
      const id = await workOnPerson();
      expect(await findWords(WORDS)).toEqual([
        'desk.cases',
        'desk.lead_origins',
        'desk.texts',
        'leads',
        'private.notifications',
      ]);
      const before = await desk.admin.query('select * from desk.events order by id');
      const offers = await desk.admin.query('select * from desk.offers order by number');
      await erase(id);
      expect(await findWords(WORDS)).toEqual([]);
      expect(await findWords('Yolanda')).toEqual(['desk.cases', 'leads']);
      const after = await desk.admin.query<{ kind: string; facts: unknown }>(
        'select * from desk.events order by id',
      );
      expect(after.rows.slice(0, before.rows.length)).toEqual(before.rows);
      expect((await desk.admin.query('select * from desk.offers order by number')).rows).toEqual(offers.rows);
      expect(after.rows.slice(before.rows.length)).toMatchObject([
        { kind: 'erased', lead_id: id, facts: { leads: 1 } },
      ]);
    },
  );

  test('deletes the same rows, at the desk and by npm run person', async () => {
    const seen = [];
    for (const [, erase] of WAYS) {
      const person = await workOnPerson();
      await createNotifications(desk.admin).claim('any');
      await desk.admin.query('update private.delivery_attempts set finished_at = now()');
      const before = await desk.countRows(person);
      await erase(person);
      seen.push({ before, after: await desk.countRows(person) });
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[0]?.before).toMatchObject({ 'private.delivery_attempts': 1, 'desk.texts': 7 });
    // The rows that are kept, with codes, amounts and dates, are the record of what was done, with one event more: the
    // erasure.
    expect(seen[0]?.after).toEqual({
      'desk.events': (seen[0]?.before['desk.events'] ?? 0) + 1,
      'desk.offers': 2,
    });
  });

  test.each(WAYS)(
    '%s is refused while the lead is on hold, and while its mail is being sent',
    async (_who, erase) => {
      const id = await workOnPerson();
      await desk.staff.write('hold', id, { until: day(0), reason: 'A complaint runs.' });
      await expect(erase(id)).rejects.toMatchObject({ code: 'PT423', hint: 'held' });
      await endHolds();
      await createNotifications(desk.admin).claim('any');
      await expect(erase(id)).rejects.toMatchObject({ code: 'PT409', hint: 'sending' });
      expect(await desk.staff.lead(id)).toMatchObject({ id });
    },
  );

  test.each<[which: string, hold: (merged: string, target: string) => Promise<unknown>]>([
    ['the merged lead before the merge', (merged) => keep(merged)],
    ['the other lead before the merge', (_merged, target) => keep(target)],
  ])('of either of two merged leads is refused after a hold on %s', async (_which, hold) => {
    const [merged, target] = [await workOnPerson(), await workOnPerson()];
    await hold(merged, target);
    await desk.staff.write('merge', merged, { target_id: target });
    expect(await desk.staff.lead(target)).toMatchObject({
      hold_until: day(3),
      hold_reason: 'A complaint runs.',
    });
    const request = { key: '0131 496 0777', reason: 'other' };
    for (const lead_ids of [[merged], [target], [merged, target]]) {
      expect(
        await desk.owner.attempt('erase', { ...request, lead_ids, request_id: randomUUID() }),
      ).toMatchObject({ code: 'PT423', hint: 'held' });
    }
    await desk.staff.write('hold', target, { until: null, reason: null });
    await desk.admin.query('update private.notifications set sent_at = now()');
    const both = { ...request, lead_ids: [merged, target], request_id: randomUUID() };
    expect(await desk.owner.call('erase', both)).toMatchObject({ leads: 2 });
  });

  test('of a merged lead leaves the other one, without a word of a seller who has erased', async () => {
    const [merged, target] = [await workOnPerson(), await workOnPerson()];
    await desk.staff.write('merge', merged, { target_id: target });
    await desk.owner.call('erase', {
      ...{ key: '0131 496 0777', lead_ids: [merged], reason: 'person_asked', request_id: randomUUID() },
    });
    const { asked_at, events } = await desk.staff.lead(target);
    expect(asked_at).toBeNull();
    expect(events.map(({ kind }) => kind)).not.toContain('seller_erased');
  });

  test('deletes only the leads that were shown, and a repeated request gets the same response', async () => {
    const id = await workOnPerson();
    const { leads } = await desk.owner.call<{ leads: Lead[] }>('person', { key: '0131 496 0777' });
    const later = await desk.addLead({ phone: '0131 496 0777' });
    const request = {
      key: '0131 496 0777',
      lead_ids: leads.map((lead) => lead.id),
      reason: 'person_asked',
      request_id: randomUUID(),
    };
    for (let count = 0; count < 2; count += 1) {
      expect(await desk.owner.call('erase', request)).toEqual({ leads: 1, lead_ids: [id] });
    }
    expect(await desk.staff.lead(later)).toMatchObject({ id: later });
  });

  test.each([
    [{ key: '0131 496 0778' }, 'lead_ids'],
    [{ key: '4960777' }, 'key'],
    [{ key: '@' }, 'key'],
    [{ key: null }, 'key'],
    [{ lead_ids: [] }, 'lead_ids'],
    [{ lead_ids: null }, 'lead_ids'],
    [{ lead_ids: [randomUUID()] }, 'lead_ids'],
    [{ reason: 'Zebedee asked' }, 'reason'],
    [{ reason: null }, 'reason'],
  ])('with %j is refused', async (given, hint) => {
    const id = await workOnPerson();
    const request = {
      key: '0131 496 0777',
      lead_ids: [id],
      reason: 'other',
      request_id: randomUUID(),
      ...given,
    };
    expect(await desk.owner.attempt('erase', request)).toMatchObject({ code: 'PT422', hint });
    expect(await desk.staff.lead(id)).toMatchObject({ id });
  });
});

test('an export of a person’s data has everything that is stored, the same at the desk and in npm run person', async () => {
  desk = await openDeskDatabase();
  const id = await workOnPerson();
  await createNotifications(desk.admin).claim('any');
  const { leads, stored } = await desk.owner.call<{ leads: Lead[]; stored: unknown[] }>('person', {
    key: 'zebedee@quill.example',
  });
  expect(leads).toEqual([await desk.staff.lead(id)]);
  expect(stored).toMatchObject([{ deliveryAttempts: [{ error_code: null }] }]);
  const text = JSON.stringify(stored);
  for (const words of [
    'Zebedee Quillfeather',
    '77 Xylophone Wynd',
    'Zebedee rang',
    'dog bites',
    'Ask for Zebedee',
    'moves out',
    '’s letter',
    'utm_campaign',
    'submission_id',
  ]) {
    expect(text).toContain(words);
  }
  const found = await findPerson(desk.admin, '/nowhere', parsePersonKey('0131 496 0777'));
  expect(found.leads).toEqual(stored);
  const { rows } = await desk.admin.query(`select actor, facts from desk.events where kind = 'person_read'`);
  expect(rows).toEqual([{ actor: desk.owner.id, facts: { leads: 1 } }]);
});

describe('retention', () => {
  const expire = () => deleteExpiredRows(desk.admin, { lead: 365, suspect: 30, delivery: 30 });
  const age = (days: number) =>
    desk.admin.query(`update public.leads set created_at = now() - make_interval(days => $1);`, [days]);

  test('keeps a lead on hold, also a suspect one, and what was merged into it, until the hold ends', async () => {
    const [id, suspect] = [await workOnPerson(), await desk.addLead()];
    await desk.staff.call('distrust', { lead_id: suspect, request_id: randomUUID() });
    await desk.staff.write('merge', await desk.addLead(), { target_id: id });
    await desk.admin.query('update private.notifications set sent_at = now()');
    for (const held of [id, suspect]) {
      await desk.staff.write('hold', held, { until: day(0), reason: 'A complaint runs.' });
    }
    await age(400);
    expect(await expire()).toMatchObject({ leads: 0, suspects: 0 });
    await endHolds();
    expect(await expire()).toMatchObject({ leads: 2, suspects: 1 });
    expect(await findWords(WORDS)).toEqual([]);
  });

  test('keeps a lead into which one on hold was merged', async () => {
    const [merged, target] = [await workOnPerson(), await workOnPerson()];
    await keep(merged);
    await desk.staff.write('merge', merged, { target_id: target });
    await desk.admin.query('update private.notifications set sent_at = now()');
    await age(400);
    expect(await expire()).toMatchObject({ leads: 0 });
    await endHolds();
    expect(await expire()).toMatchObject({ leads: 2 });
  });

  test('deletes a lead early if staff have marked it as suspect, like any other suspect lead', async () => {
    const id = await desk.addLead();
    await desk.addLead();
    await desk.staff.call('distrust', { lead_id: id, request_id: randomUUID() });
    await desk.admin.query('update private.notifications set sent_at = now()');
    await age(31);
    expect(await expire()).toMatchObject({ leads: 0, suspects: 1 });
  });
});

describe('an export for a spreadsheet', () => {
  type Export = { csv: string; rows: number; filename: string };
  const exportDays = (from: string, until: string, requestId = randomUUID()) =>
    desk.owner.call<Export>('export_csv', { first_day: from, last_day: until, request_id: requestId });

  /** Parses CSV (RFC 4180). */
  function parse(csv: string): string[][] {
    const rows: string[][] = [];
    for (const line of csv.split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)) {
      if (line)
        rows.push(
          line
            .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
            .map((cell) => cell.replace(/^"|"$/g, '').replaceAll('""', '"')),
        );
    }
    return rows;
  }

  test.each(['=1+1', '+44 131', '-1', '@SUM(A1)', '＝1+1', '＠x', '=HYPERLINK("https://x.example","a, b")'])(
    'has the name %j as text that a spreadsheet does not run as a formula',
    async (name) => {
      const id = await desk.addLead({ name, message: '\t=1\n"quoted", done\r\n' });
      await desk.admin.query(
        `update private.notifications set submission_id = '7f3a91c2-1111-4111-8111-111111111111' where lead_id = $1`,
        [id],
      );
      for (const body of ['Rang.', '=1+1']) await desk.owner.write('note', id, { body });
      const { csv, rows, filename } = await exportDays(day(-1), day(1));
      const [head, line] = parse(csv);
      expect(line?.[head?.indexOf('notes') ?? -1]).toMatch(
        /^[\d-]{10} [\d:]{5} Ann Owner: Rang.\n[\d: -]+Ann Owner: =1\+1$/,
      );
      expect(line?.[head?.indexOf('reference') ?? -1]).toBe('7F3A-91C2');
      expect(rows).toBe(1);
      expect(filename).toBe(`leads-${day(-1)}-to-${day(1)}.csv`);
      expect(line?.[head?.indexOf('name') ?? -1]).toBe(`'${name}`);
      // The message has lost its tab and line break at the ends, because it is trimmed when it is stored.
      expect(line?.[head?.indexOf('message') ?? -1]).toBe('\'=1\n"quoted", done');
      expect(line?.[head?.indexOf('source') ?? -1]).toBe('chat_widget');
      expect(line).toHaveLength(head?.length ?? 0);
    },
  );

  /** The cells as a spreadsheet with this list separator reads them: quotes count only at the start of a cell. */
  function readAsSpreadsheet(csv: string, separator: string): string[] {
    const cells: string[] = [];
    for (let rest = csv; rest !== '';) {
      const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
      const raw = rest.slice(quoted?.[0].length ?? 0);
      const end = raw.search(new RegExp(`[${separator}\\r\\n]`));
      const plain = end === -1 ? raw : raw.slice(0, end);
      cells.push((quoted?.[1] ?? '').replaceAll('""', '"') + plain);
      rest = end === -1 ? '' : raw.slice(end + 1);
    }
    return cells;
  }

  test('has no formula for any list separator, and its texts can be read back', async () => {
    const anyText = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '＝', ';', ',', '\t', '\r', '\n', '"', "'", ' ', 'cmd'),
      minLength: 1,
      maxLength: 12,
    });
    const texts = ['x;=cmd', 'x;"=1+1', 'x\n=1+1', "'=1", ...fc.sample(anyText, 500)];
    await desk.admin.query(
      `insert into public.leads (name, phone, message, source)
       select 'Iain', '0131 496 0456', 'a' || message || 'a', 'chat_widget' from unnest($1::text[]) as message`,
      [texts],
    );
    const { rows } = await desk.admin.query<{ message: string }>(
      'select message from public.leads order by created_at, id',
    );
    const { csv } = await exportDays(day(-1), day(1));
    for (const separator of [';', ',', '\\t']) {
      const formulas = readAsSpreadsheet(csv, separator).filter((cell) => /^\s*[=+\-@＝＋－＠]/.test(cell));
      expect(formulas).toEqual([]);
    }
    const readBack = (cell: string) =>
      cell.replaceAll(/(^|[;\t\r\n])'(?=[ \t\r\n"']*[=+\-@＝＋－＠])/g, '$1');
    const [head, ...lines] = parse(csv);
    const column = head?.indexOf('message') ?? -1;
    expect(lines.map((cells) => readBack(cells[column] ?? ''))).toEqual(rows.map(({ message }) => message));
  });

  test('has the leads of whole days in Europe/London, and is recorded each time', async () => {
    const at = async (time: string, name: string) => {
      const id = await desk.addLead({ name });
      await desk.admin.query(
        `update public.leads set created_at = $2::timestamp at time zone 'Europe/London' where id = $1`,
        [id, time],
      );
    };
    await at('2026-07-01 00:00', 'first');
    await at('2026-07-02 23:59:59', 'last');
    await at('2026-06-30 23:59:59', 'before');
    await at('2026-07-03 00:00', 'after');
    const requestId = randomUUID();
    for (let count = 0; count < 2; count += 1) {
      const { csv } = await exportDays('2026-07-01', '2026-07-02', requestId);
      expect(parse(csv).map((cells) => cells[3])).toEqual(['name', 'first', 'last']);
    }
    const { rows } = await desk.admin.query(
      `select actor, facts from desk.events where kind = 'exported' and facts ->> 'from' = '2026-07-01'`,
    );
    const exported = {
      actor: desk.owner.id,
      facts: { from: '2026-07-01', to: '2026-07-02', until: '2026-07-02', rows: 2 },
    };
    expect(rows).toEqual([exported, exported]);
  });

  test('has a name as it was sent, which the desk shows without the dot for a second name', async () => {
    const leadId = await desk.addLead({ ...VALUATION_LEAD, name: 'Sukarno .' });
    const other = await desk.addLead({ ...VALUATION_LEAD, name: '. Sukarno' });
    const search = await desk.staff.call<InboxPage>('search', { query: 'sukarno .' });
    const inbox = await desk.staff.call<InboxPage>('inbox', { view: 'now' });
    const { name, others } = await desk.staff.lead(leadId);
    const shown = [...search.cards, ...inbox.cards, ...others].map((card) => card.name);
    expect([name, ...shown]).toEqual(Array(6).fill('Sukarno'));
    const { csv } = await exportDays(day(-1), day(1));
    expect(csv).toContain('"Sukarno ."');
    expect(csv).toContain('". Sukarno"');
    const { stored } = await desk.owner.call<PersonRecord>('person', { key: VALUATION_LEAD.email });
    expect(stored.map(({ lead }) => [lead.id, lead.name])).toEqual([
      [leadId, 'Sukarno .'],
      [other, '. Sukarno'],
    ]);
  });

  test('of more than 50,000 leads is refused', async () => {
    desk = await openDeskDatabase();
    // Without triggers, which also check the foreign keys.
    await desk.admin.query(`set session_replication_role = 'replica'`);
    await desk.admin.query(
      `with made as (
         insert into public.leads (id, created_at, name, phone, message, source)
         select gen_random_uuid(), now(), 'Iain', '0131 496 0456', 'Hello', 'chat_widget' from generate_series(1, 50001)
         returning id, created_at
       )
       insert into desk.cases (lead_id, received_at, promised_by, is_suspect)
       select id, created_at, now(), false from made`,
    );
    await desk.admin.query('analyze');
    expect(
      await desk.owner.attempt('export_csv', {
        first_day: day(-1),
        last_day: day(1),
        request_id: randomUUID(),
      }),
    ).toMatchObject({ code: 'PT413', hint: 'too_many' });
    await desk.admin.query('delete from public.leads where id = (select id from public.leads limit 1)');
    expect((await exportDays(day(-1), day(1))).rows).toBe(50_000);
  });

  test.each([
    [{ first_day: null }, 'last_day'],
    [{ last_day: null }, 'last_day'],
    [{ first_day: '2026-02-02', last_day: '2026-02-01' }, 'last_day'],
  ])('with %j is refused', async (given, hint) => {
    const request = { first_day: '2026-01-01', last_day: '2026-01-02', request_id: randomUUID(), ...given };
    expect(await desk.owner.attempt('export_csv', request)).toMatchObject({ code: 'PT422', hint });
  });
});

describe('the funnel, which counts how many leads reach each stage,', () => {
  /**
   * Adds leads. The comments work out by hand how long each seller waited for the first contact, in opening hours.
   * 2026-07-06 is a Monday; times are in Europe/London.
   */
  async function fill(): Promise<void> {
    const add = async (
      receivedAt: string,
      origin: string,
      columns: string,
      contactAt?: string,
      headers: Record<string, string> = {},
    ) => {
      const id = await desk.addLead({}, { ...headers, ...(origin && { 'x-lead-origin': origin }) });
      await desk.staff.lead(id);
      const at = (text: string | undefined) =>
        text ? `'${text}'::timestamp at time zone 'Europe/London'` : 'null';
      await desk.admin.query(
        `update desk.cases set received_at = ${at(receivedAt)}, first_contact_at = ${at(contactAt)}, ${columns}
         where lead_id = '${id}'`,
      );
      const { rows } = await desk.admin.query<{ since: Date; until: Date | null }>(
        'select received_at as since, first_contact_at as until from desk.cases where lead_id = $1',
        [id],
      );
      const [{ since, until }] = rows as [(typeof rows)[0]];
      const calendar = await readCalendar(desk.pool);
      await desk.admin.query(
        'update desk.cases set promised_by = $2, open_seconds_to_contact = $3 where lead_id = $1',
        [id, replyDeadline(since, calendar), until && openSecondsBetween(since, until, calendar)],
      );
    };
    const GOOGLE = 'page=/glasgow&utm_source=google&utm_campaign=spring';
    // First contact after 30 minutes.
    await add('2026-07-06 10:00', GOOGLE, `stage = 'contacted', reached = 'contacted'`, '2026-07-06 10:30');
    // Overnight: 17:00 to 18:00, and 09:00 to 10:30 are 150 minutes.
    await add('2026-07-07 17:00', GOOGLE, `stage = 'offer_made', reached = 'offer_made'`, '2026-07-08 10:30');
    // From Friday 17:30 over the Saturday to Monday 09:10: 30 + 300 + 10 minutes, and after the deadline, Monday 09:00.
    await add('2026-07-10 17:30', 'page=/', `stage = 'settled', reached = 'settled'`, '2026-07-13 09:10');
    // Came on a Sunday, so the minutes begin when the firm opens on Monday, at 09:00; 60 of them.
    await add(
      '2026-07-12 12:00',
      'page=/',
      `stage = 'closed', close_reason = 'seller_withdrew', reached = 'appraised'`,
      '2026-07-13 10:00',
    );
    // Nobody has called, and nobody has to any more, because the case is closed.
    await add('2026-07-14 12:00', '', `stage = 'closed', close_reason = 'not_ours'`);
    // Nobody has called, although the deadline has passed.
    await add('2026-07-15 12:00', '', `stage = 'new'`);
    // Spam, duplicates and suspect leads do not count.
    await add('2026-07-15 12:00', GOOGLE, `stage = 'closed', close_reason = 'spam'`);
    await add('2026-07-15 12:00', GOOGLE, `stage = 'closed', close_reason = 'duplicate'`);
    await add('2026-07-15 12:00', GOOGLE, `stage = 'new'`, undefined, { 'x-suspect-reasons': 'trap_filled' });
    // Came on days that the tests do not ask for.
    await add('2026-07-05 23:59', '', `stage = 'new'`);
    await add('2026-07-20 00:00', '', `stage = 'new'`);
  }

  test('counts by week, page and campaign, and says how long the firm took, in its opening hours', async () => {
    await fill();
    const funnel = await desk.staff.call<Record<string, unknown>>('funnel', {
      first_day: '2026-07-06',
      last_day: '2026-07-19',
    });
    const counts = (
      leads: number,
      contacted: number,
      appraised: number,
      offered: number,
      accepted: number,
      settled: number,
      closed: number,
    ) => ({ leads, contacted, appraised, offered, accepted, settled, closed });
    expect(funnel).toEqual({
      weeks: [
        { week: '2026-07-06', ...counts(4, 4, 3, 2, 1, 1, 1) },
        { week: '2026-07-13', ...counts(2, 0, 0, 0, 0, 0, 1) },
      ],
      pages: [
        { page: '/', ...counts(2, 2, 2, 1, 1, 1, 1) },
        { page: '/glasgow', ...counts(2, 2, 1, 1, 0, 0, 0) },
        { page: null, ...counts(2, 0, 0, 0, 0, 0, 1) },
      ],
      campaigns: [
        { source: null, campaign: null, ...counts(4, 2, 2, 1, 1, 1, 2) },
        { source: 'google', campaign: 'spring', ...counts(2, 2, 1, 1, 0, 0, 0) },
      ],
      // 30, 60, 150 and 340 minutes: the median lies half way between 60 and 150, the 90th percentile 0.7 of the way
      // from 150 to 340. The third contact was late, and the lead that still waits is overdue.
      first_contact: { count: 4, in_time: 3, median_minutes: 105, p90_minutes: 283, breaches: 2 },
      record: expect.objectContaining({ day: day(0) }) as unknown,
    });
  });

  test('keeps the time to a first contact when the opening hours are changed later', async () => {
    const days = { first_day: '2026-07-06', last_day: '2026-07-19' };
    desk = await openDeskDatabase();
    await fill();
    const before = await desk.staff.call('funnel', days);
    await replaceOpeningHours(desk.admin, { hours: [{ weekday: 1, opens: '12:00', closes: '12:30' }] });
    expect(await desk.staff.call('funnel', days)).toEqual(before);
  });

  test('of no leads is empty', async () => {
    desk = await openDeskDatabase();
    expect(await desk.staff.call('funnel', { first_day: '2026-07-06', last_day: '2026-07-06' })).toEqual({
      weeks: [],
      pages: [],
      campaigns: [],
      first_contact: { count: 0, in_time: 0, median_minutes: null, p90_minutes: null, breaches: 0 },
      record: expect.objectContaining({ lowered: null }) as unknown,
    });
  });

  test.each([
    { first_day: null, last_day: '2026-01-01' },
    { first_day: '2026-01-02', last_day: '2026-01-01' },
    { first_day: '1999-12-31', last_day: '2000-01-31' },
    { first_day: '2000-01-01', last_day: '2026-01-01' },
  ])('with %j is refused', async (given) => {
    expect(await desk.staff.attempt('funnel', given)).toMatchObject({ code: 'PT422', hint: 'last_day' });
  });
});
