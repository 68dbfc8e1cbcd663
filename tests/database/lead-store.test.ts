import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { queryKeepingConnection } from '../../server/database/query-keeping-connection.ts';
import { createLeadStore, type LeadRow } from '../../server/leads/lead-store.ts';
import { readOrigin } from '#lead/origin.ts';
import type { SuspectReason } from '#lead/suspicion.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';
import { openPool } from '../support/server/app-with-database.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

const database = await createTestDatabase();
const pool = openPool(database, 'anon');
beforeEach(() => database.admin.query('delete from public.leads; delete from private.address_counts'));

type Context = { reasons?: readonly SuspectReason[]; origin?: string };

function openStore(connections = pool) {
  const store = createLeadStore(queryKeepingConnection(connections));
  return (
    row: LeadRow,
    submissionId: string | undefined = crypto.randomUUID(),
    { reasons = [], origin = '' }: Context = {},
  ) =>
    store.insert({
      row,
      submissionId,
      suspectReasons: reasons,
      clientIp: undefined,
      origin,
      keyHash: undefined,
    });
}
const insert = openStore();

const chatLeads = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...CHAT_LEAD, name: `Visitor ${index}` }));

async function readStored(): Promise<unknown[]> {
  const { rows } = await database.admin.query<Record<string, unknown> & { origin: string | null }>(
    `select leads.name, submission_id, suspect_reasons, origin
     from public.leads
     join private.notifications on notifications.lead_id = id
     order by leads.name`,
  );
  return rows.map(({ origin, ...lead }) => ({ ...lead, page: readOrigin(origin)?.page ?? null }));
}

const STORED = { ok: true };
const REPLAY = { ok: false, sqlState: '23505', constraint: 'notifications_submission_id_key', replay: true };

test('a refused lead is reported with its rule, and does not close the connection', async () => {
  const single = openPool(database, 'anon', 1);
  const connection = async () => (await single.query('select pg_backend_pid()')).rows as unknown;
  const before = await connection();
  expect(await openStore(single)({ ...CHAT_LEAD, phone: '1' })).toEqual({
    ok: false,
    sqlState: '23514',
    constraint: 'leads_phone',
    replay: false,
  });
  expect(await connection()).toEqual(before);
  await single.end();
});

test('a connection keeps nothing of a lead that it has stored', async () => {
  const single = openPool(database, 'anon', 1);
  const insertAlone = openStore(single);
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  await insertAlone({ ...CHAT_LEAD, name: 'A' }, first, { reasons: ['trap_filled'], origin: 'page=/a' });
  await insertAlone({ ...CHAT_LEAD, name: 'B' }, second);
  expect(await readStored()).toEqual([
    { name: 'A', submission_id: first, suspect_reasons: ['trap_filled'], page: '/a' },
    { name: 'B', submission_id: second, suspect_reasons: [], page: null },
  ]);
  const { rows } = await single.query(`select current_setting('request.headers', true) as headers`);
  expect(rows).toEqual([{ headers: '' }]);
  await single.end();
});

describe('leads that come at once', () => {
  test('with the same submission id are stored once, and the second is reported as a replay', async () => {
    const submissionId = crypto.randomUUID();
    const outcomes = await Promise.all(
      [submissionId, crypto.randomUUID(), submissionId].map((id, index) =>
        insert(chatLeads(3)[index] ?? CHAT_LEAD, id),
      ),
    );
    // The database decides which of the two is first.
    expect(outcomes[1]).toEqual(STORED);
    expect([outcomes[0], outcomes[2]]).toEqual(outcomes[0]?.ok ? [STORED, REPLAY] : [REPLAY, STORED]);
    expect(await readStored()).toHaveLength(2);
  });

  test('whose connections are lost are stored once when they are sent again', async () => {
    const ids = Array.from({ length: 5 }, () => crypto.randomUUID());
    const send = () => Promise.allSettled(ids.map((id) => insert(CHAT_LEAD, id)));
    const holder = await database.connectAs('postgres');
    await holder.query('begin; lock table public.leads in exclusive mode');
    const lost = send();
    await waitUntil('the statements wait for the lock', async () => {
      const { rowCount } = await database.admin.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rowCount === ids.length;
    });
    await database.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where wait_event_type = 'Lock' and datname = current_database()`,
    );
    await holder.query('rollback');
    expect((await lost).map(({ status }) => status)).toEqual(ids.map(() => 'rejected'));
    await waitUntil('the leads are sent on other connections', async () =>
      (await send()).every(({ status }) => status === 'fulfilled'),
    );
    expect(await readStored()).toHaveLength(ids.length);
  });
});

describe('in a flood', () => {
  beforeEach(() => database.admin.query('update private.lead_limits set per_minute = 2, per_day = 3'));
  afterEach(() =>
    database.admin.query('update private.lead_limits set per_minute = default, per_day = default'),
  );

  test('leads are stored and marked, and refused above the limit of a day', async () => {
    for (const lead of chatLeads(2)) await insert(lead);
    expect(await insert({ ...CHAT_LEAD, name: 'Late' }, undefined, { reasons: ['sent_too_fast'] })).toEqual(
      STORED,
    );
    expect(await insert(CHAT_LEAD)).toEqual({ ok: false, secondsToWait: 30 });
    expect(await readStored()).toMatchObject([
      { name: 'Late', suspect_reasons: ['sent_too_fast', 'flood'] },
      { name: 'Visitor 0', suspect_reasons: [] },
      { name: 'Visitor 1', suspect_reasons: [] },
    ]);
  });
});
