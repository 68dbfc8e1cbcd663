import { beforeEach, expect, test } from 'vitest';
import { TABLES } from '../../server/database/tables.ts';
import { fillWithDemo, removeDemo } from '../../server/operations/demonstration/demonstration.ts';
import type { Changes, Funnel, InboxPage } from '../../desk/src/api/types.ts';
import { londonDay, openDeskDatabase } from '../support/desk/desk-database.ts';

let desk: Awaited<ReturnType<typeof openDeskDatabase>>;
beforeEach(async () => {
  desk = await openDeskDatabase();
});

async function query<Row extends object>(sql: string): Promise<Row[]> {
  return (await desk.admin.query<Row>(sql)).rows;
}

async function readTables(): Promise<Record<string, unknown>> {
  const tables: Record<string, unknown> = {};
  for (const table of TABLES) {
    const [row] = await query<{ rows: unknown }>(
      `select json_agg(to_jsonb(t) - 'xact' order by (to_jsonb(t) - 'xact')::text) as rows from ${table} t`,
    );
    tables[table] = row?.rows;
  }
  return tables;
}

test('the demonstration has forty leads that say that they are invented, and sends no mail', async () => {
  expect(await fillWithDemo(desk.admin)).toBe(40);
  const leads = await query<{ name: string; phone: string; email: string | null }>(
    'select name, phone, email from public.leads',
  );
  expect(leads).toHaveLength(40);
  for (const { name, phone, email } of leads) {
    expect(name).toMatch(/ \(invented\)$/);
    // Ofcom's numbers for drama: 07700 900000 to 900999, and 0131 496 0000 to 0999.
    expect(phone).toMatch(/^(?:07700 900\d{3}|0131 496 0\d{3})$/);
    expect(email ?? '@example.com').toMatch(/@example\.com$/);
  }
  expect(await query('select from private.notifications where sent_at is null')).toEqual([]);
});

test('the desk shows three weeks of work: lists, histories, offers and figures', async () => {
  await fillWithDemo(desk.admin);
  const now = await desk.staff.call<InboxPage>('inbox', { view: 'now' });
  expect(now.counts.overdue + now.counts.new).toBeGreaterThan(0);
  expect(now.counts.due).toBeGreaterThan(0);
  const funnel = await desk.staff.call<Funnel>('funnel', {
    first_day: londonDay(-30),
    last_day: londonDay(0),
  });
  expect(funnel.weeks.length).toBeGreaterThanOrEqual(3);
  const sum = (key: 'leads' | 'offered' | 'accepted' | 'closed') =>
    funnel.weeks.reduce((total, week) => total + week[key], 0);
  expect(sum('leads')).toBe(40);
  for (const key of ['offered', 'accepted', 'closed'] as const) expect(sum(key), key).toBeGreaterThan(2);
  expect(funnel.first_contact.count).toBeGreaterThan(30);
  const { cards } = await desk.staff.call<InboxPage>('inbox', { view: 'accepted' });
  const lead = await desk.staff.lead(cards[0]?.id ?? '');
  expect(lead.offers.map(({ status }) => status)).toEqual(['accepted', 'made']);
  expect(lead.events.map(({ at }) => at)).toEqual(lead.events.map(({ at }) => at).toSorted());
  expect(await query('select from desk.events where at > clock_timestamp()')).toEqual([]);
});

test('removing the demonstration restores every table but tells open tabs, even after staff have worked on leads and erased one', async () => {
  const before = await readTables();
  await fillWithDemo(desk.admin);
  const { cards } = await desk.staff.call<InboxPage>('inbox', { view: 'open' });
  const [worked, erased] = cards;
  await desk.staff.call('note', { lead_id: worked?.id, request_id: crypto.randomUUID(), body: 'Rang.' });
  await desk.admin.query(`select desk.erase_leads(array[$1::uuid], 'command')`, [erased?.id]);
  const { cursor } = await desk.staff.call<Changes>('changes', { after: null });
  expect(await removeDemo(desk.admin)).toBe(39);
  expect((await desk.staff.call<Changes>('changes', { after: cursor })).gone).toHaveLength(40);
  // The desk has looked for new leads, and has stored the time.
  const settings = await query(`update desk.settings set adopted_at = '-infinity' returning 1`);
  expect(settings).toHaveLength(1);
  const after = await readTables();
  expect(after).toEqual({ ...before, 'desk.events': after['desk.events'] });
  expect(await query(`select from desk.events where lead_id is not null and kind <> 'erased'`)).toEqual([]);
});

test('a real lead that has come meanwhile stays with its events, and these still cannot be deleted', async () => {
  await fillWithDemo(desk.admin);
  const id = await desk.addLead();
  await desk.staff.call('note', { lead_id: id, request_id: crypto.randomUUID(), body: 'Rang.' });
  await removeDemo(desk.admin);
  expect(await query('select id from public.leads')).toEqual([{ id }]);
  const { events } = await desk.staff.lead(id);
  expect(events.map(({ kind }) => kind)).toEqual(['received', 'noted']);
  for (const table of ['events', 'offers']) {
    await expect(desk.admin.query(`truncate desk.${table} cascade`)).rejects.toThrow('never changed');
  }
  await expect(desk.admin.query('delete from desk.events')).rejects.toThrow('never changed');
});

test('the demonstration is refused if there is a real lead, and a second time', async () => {
  const id = await desk.addLead();
  await expect(fillWithDemo(desk.admin)).rejects.toThrow('There is a real lead');
  await desk.admin.query('delete from public.leads where id = $1', [id]);
  await fillWithDemo(desk.admin);
  await expect(fillWithDemo(desk.admin)).rejects.toThrow('there already');
});
