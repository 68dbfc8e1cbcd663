import type { QueryConfig } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { queryKeepingConnection, type Query } from '../../server/database/query-keeping-connection.ts';
import { createLeadStore, type LeadRow } from '../../server/leads/lead-store.ts';
import type { SuspectReason } from '#lead/suspicion.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/sample-leads.ts';
import { openPool } from '../support/app-with-database.ts';
import { waitUntil } from '../support/wait-until.ts';

const database = await createTestDatabase();
const pool = openPool(database, 'anon');
beforeEach(() => database.admin.query('delete from public.leads; delete from private.address_counts'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** The request headers of a lead that was sent to the database. */
type Sent = Record<string, string>;

/** Opens a lead store, which inserts leads in batches. `statements` gets the leads of each statement. */
function openStore(send: Query = queryKeepingConnection(pool)) {
  const statements: Sent[][] = [];
  const query = (statement: QueryConfig) => {
    const [, headers] = statement.values as [string, string];
    statements.push(JSON.parse(headers) as Sent[]);
    return send(statement);
  };
  const store = createLeadStore(query);
  const insert = (
    row: LeadRow,
    submissionId: string | undefined,
    suspectReasons: readonly SuspectReason[] = [],
    address?: string,
    origin = '',
  ) => store.insert({ row, submissionId, suspectReasons, clientIp: address, origin });
  return { statements, insert };
}

const sizes = (statements: Sent[][]) => statements.map(({ length }) => length);

const chatLeads = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...CHAT_LEAD, name: `Visitor ${index}` }));

async function readStored(): Promise<unknown[]> {
  const { rows } = await database.admin.query<Record<string, unknown>>(
    `select name, submission_id, suspect_reasons
     from public.leads join private.notifications on lead_id = id
     order by name`,
  );
  return rows;
}

const STORED = { ok: true };
/** The outcome for a lead whose submission id is stored already. */
const REPLAY = { ok: false, sqlState: '23505', constraint: 'notifications_submission_id_key', replay: true };

test('a refused lead does not close the connection', async () => {
  const single = openPool(database, 'anon', 1);
  const { insert } = openStore(queryKeepingConnection(single));
  const connection = async () => (await single.query('select pg_backend_pid()')).rows as unknown;
  const before = await connection();
  expect(await insert({ ...CHAT_LEAD, phone: '1' }, crypto.randomUUID())).toMatchObject({ ok: false });
  expect(await connection()).toEqual(before);
  await single.end();
});

test('a single lead is stored in one statement, with all its values', async () => {
  const { insert, statements } = openStore();
  expect(await insert(VALUATION_LEAD, crypto.randomUUID())).toEqual(STORED);
  const { rows } = await database.admin.query('select * from public.leads');
  expect(rows).toMatchObject([{ ...VALUATION_LEAD, message: null }]);
  expect(sizes(statements)).toEqual([1]);
});

describe('leads that come at once', () => {
  test('are stored in one statement, each with its own notification, submission id and marks', async () => {
    const { insert, statements } = openStore();
    const leads = chatLeads(9).map((lead, index) => ({
      lead,
      submissionId: crypto.randomUUID(),
      reasons: index % 3 === 1 ? (['trap_filled'] as const) : [],
    }));
    const outcomes = await Promise.all(
      leads.map(({ lead, submissionId, reasons }) => insert(lead, submissionId, reasons)),
    );
    expect(outcomes).toEqual(leads.map(() => STORED));
    expect(sizes(statements)).toEqual([9]);
    expect(await readStored()).toEqual(
      leads.map(({ lead, submissionId, reasons }) => ({
        name: lead.name,
        submission_id: submissionId,
        suspect_reasons: reasons,
      })),
    );
  });

  test('each have their own origin, or none', async () => {
    const { insert, statements } = openStore();
    await Promise.all(
      chatLeads(9).map((lead, index) =>
        insert(lead, crypto.randomUUID(), [], undefined, index % 3 === 1 ? '' : `page=/${index}`),
      ),
    );
    expect(sizes(statements)).toEqual([9]);
    const { rows } = await database.admin.query(
      'select name, page from public.leads left join private.lead_origins on lead_id = id order by name',
    );
    expect(rows).toEqual(
      chatLeads(9).map(({ name }, index) => ({ name, page: index % 3 === 1 ? null : `/${index}` })),
    );
  });

  test('are stored even if one of them breaks a rule', async () => {
    const { insert, statements } = openStore();
    const leads = chatLeads(5).map((lead, index) => (index === 2 ? { ...lead, phone: '1' } : lead));
    const outcomes = await Promise.all(leads.map((lead) => insert(lead, crypto.randomUUID())));
    expect(outcomes[2]).toEqual({
      ok: false,
      sqlState: '23514',
      constraint: 'leads_phone',
      replay: false,
    });
    expect(outcomes.toSpliced(2, 1)).toEqual([STORED, STORED, STORED, STORED]);
    expect(sizes(statements).toSorted()).toEqual([1, 4]);
    expect(await readStored()).toMatchObject(
      ['Visitor 0', 'Visitor 1', 'Visitor 3', 'Visitor 4'].map((name) => ({ name })),
    );
  });

  /** A lead store that also records the largest number of statements that ran at the same time. */
  function openWatchedStore() {
    let atOnce = 0;
    const watch = { mostAtOnce: 0 };
    const store = openStore((statement) => {
      atOnce += 1;
      watch.mostAtOnce = Math.max(watch.mostAtOnce, atOnce);
      return queryKeepingConnection(pool)(statement).finally(() => {
        atOnce -= 1;
      });
    });
    return { ...store, watch };
  }

  test('are stored in one statement if they are valid, and those that break a rule are tried one after another', async () => {
    const { insert, statements, watch } = openWatchedStore();
    const outcomes = await Promise.all(
      chatLeads(32).map((lead, index) =>
        insert(index % 2 ? { ...lead, phone: '1' } : lead, crypto.randomUUID()),
      ),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(16);
    expect(sizes(statements).toSorted((a, b) => a - b)).toEqual([...Array<number>(16).fill(1), 16]);
    // The statement of the valid leads, and that of one invalid lead.
    expect(watch.mostAtOnce).toBe(2);
  });

  test.each([
    ['break a rule', { phone: '1' }, crypto.randomUUID()],
    ['have no submission id', {}, undefined],
  ])('use one connection when hundreds of them %s', async (_what, changes, submissionId) => {
    const { insert, watch } = openWatchedStore();
    await Promise.all(chatLeads(200).map((lead) => insert({ ...lead, ...changes }, submissionId)));
    expect(watch.mostAtOnce).toBe(1);
  });

  test('are sent again in ever smaller halves when the database refuses one that looks valid', async () => {
    const { insert, statements } = openStore();
    await database.admin.query(
      `alter table public.leads add constraint leads_later check (name <> 'Visitor 2')`,
    );
    const outcomes = await Promise.all(chatLeads(5).map((lead) => insert(lead, crypto.randomUUID())));
    await database.admin.query('alter table public.leads drop constraint leads_later');
    expect(outcomes[2]).toMatchObject({ constraint: 'leads_later' });
    // All five, then both halves, then the halves of the half that contains the refused lead.
    expect(sizes(statements).toSorted()).toEqual([1, 2, 2, 3, 5]);
  });

  test('with the same submission id are stored once, and the second is reported as a replay', async () => {
    const { insert } = openStore();
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

  test('without a submission id are stored one by one', async () => {
    const { insert, statements } = openStore();
    const outcomes = await Promise.all(chatLeads(4).map((lead) => insert(lead, undefined)));
    expect(outcomes).toEqual([STORED, STORED, STORED, STORED]);
    expect(sizes(statements)).toEqual([1, 1, 1, 1]);
  });

  describe('in a flood', () => {
    beforeEach(() => database.admin.query('update private.lead_limits set per_minute = 2, per_day = 3'));
    afterEach(() =>
      database.admin.query('update private.lead_limits set per_minute = default, per_day = default'),
    );

    test('are stored and marked, and refused above the limit of a day', async () => {
      const { insert, statements } = openStore();
      for (const lead of chatLeads(2)) await insert(lead, crypto.randomUUID());
      const marked = chatLeads(3).map((lead, index) =>
        insert({ ...lead, name: `Late ${index}` }, crypto.randomUUID(), index === 1 ? ['sent_too_fast'] : []),
      );
      expect(await Promise.all(marked)).toEqual(Array(3).fill(STORED));
      const refused = await Promise.all(chatLeads(4).map((lead) => insert(lead, crypto.randomUUID())));
      expect(refused).toEqual(Array(4).fill({ ok: false, secondsToWait: 30 }));
      expect(sizes(statements)).toEqual([1, 1, 3, 4]);
      expect(await readStored()).toMatchObject([
        { name: 'Late 0', suspect_reasons: ['flood'] },
        { name: 'Late 1', suspect_reasons: ['sent_too_fast', 'flood'] },
        { name: 'Late 2', suspect_reasons: ['flood'] },
        { name: 'Visitor 0', suspect_reasons: [] },
        { name: 'Visitor 1', suspect_reasons: [] },
      ]);
    });

    test('that are stored already are reported as replays, also among refused ones', async () => {
      const { insert } = openStore();
      const ids = Array.from({ length: 6 }, () => crypto.randomUUID());
      const send = (index: number) => insert(CHAT_LEAD, ids[index]);
      for (const index of [0, 1, 2]) expect(await send(index)).toEqual(STORED);
      expect(await send(1)).toEqual(REPLAY);
      const outcomes = await Promise.all([3, 0, 4, 2, 5].map(send));
      const tooMany = { ok: false, secondsToWait: 30 };
      expect(outcomes).toEqual([tooMany, REPLAY, tooMany, REPLAY, tooMany]);
    });
  });

  test('are counted against the limit per IP address, although one of them has an address that cannot be read', async () => {
    const { insert } = openStore();
    const outcomes = await Promise.all(
      chatLeads(8).map((lead, index) =>
        insert(lead, crypto.randomUUID(), [], index === 4 ? '198.51.100.300' : '198.51.100.77'),
      ),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(4);
    expect(outcomes[4]).toEqual(STORED);
  });

  test('are stored in a second statement without those above the limit of their IP address', async () => {
    const { insert, statements } = openStore();
    const outcomes = await Promise.all(
      chatLeads(32).map((lead, index) =>
        insert(lead, crypto.randomUUID(), [], index % 16 === 5 ? `198.51.100.${index}` : '198.51.100.200'),
      ),
    );
    expect(sizes(statements)).toEqual([32, 5]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(5);
    expect([outcomes[5], outcomes[21]]).toEqual([STORED, STORED]);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual(Array(27).fill({ ok: false, secondsToWait: 10 }));
    expect(await readStored()).toHaveLength(5);
  });

  test('that are refused do not count against others in the same /48 network', async () => {
    const { insert } = openStore();
    const outcomes = await Promise.all(
      chatLeads(32).map((lead, index) =>
        insert(lead, crypto.randomUUID(), [], index < 31 ? '2001:db8:1:1::1' : '2001:db8:1:2::1'),
      ),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(4);
    expect(outcomes[31]).toEqual(STORED);
  });

  test('are checked for broken rules and limited per IP address in the same batch', async () => {
    const { insert } = openStore();
    const outcomes = await Promise.all(
      chatLeads(8).map((lead, index) =>
        insert(
          index === 0 ? { ...lead, phone: '1' } : lead,
          crypto.randomUUID(),
          [],
          index < 2 ? '198.51.100.50' : '198.51.100.60',
        ),
      ),
    );
    expect(outcomes[0]).toMatchObject({ constraint: 'leads_phone' });
    expect(outcomes[1]).toEqual(STORED);
    expect(outcomes.slice(2).filter(({ ok }) => ok)).toHaveLength(3);
  });

  test('all fail when the database has an error that they did not cause, and none is stored', async () => {
    const { insert, statements } = openStore();
    await database.admin.query('alter table public.leads rename to elsewhere');
    const outcomes = await Promise.allSettled(chatLeads(3).map((lead) => insert(lead, crypto.randomUUID())));
    await database.admin.query('alter table public.elsewhere rename to leads');
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(sizes(statements)).toEqual([3]);
    expect(await readStored()).toEqual([]);
  });

  test('are sent in the order of their submission ids, so that two servers do not deadlock', async () => {
    const { insert, statements } = openStore();
    const ids = Array.from({ length: 9 }, () => crypto.randomUUID().toUpperCase());
    await Promise.all(ids.map((id) => insert(CHAT_LEAD, id)));
    expect(statements.map((leads) => leads.map((headers) => headers['x-submission-id']))).toEqual([
      ids.toSorted(),
    ]);
  });

  test('whose connection is lost are stored once when they are sent again', async () => {
    const { insert } = openStore();
    const ids = Array.from({ length: 5 }, () => crypto.randomUUID());
    const send = () => Promise.allSettled(ids.map((id) => insert(CHAT_LEAD, id)));
    const holder = await database.connectAs('postgres');
    await holder.query('begin; lock table public.leads in exclusive mode');
    const lost = send();
    await waitUntil('the statement waits for the lock and is terminated', async () => {
      const { rowCount } = await database.admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rowCount === 1;
    });
    await holder.query('rollback');
    expect((await lost).map(({ status }) => status)).toEqual(ids.map(() => 'rejected'));
    await waitUntil('the leads are sent on another connection', async () =>
      (await send()).every(({ status }) => status === 'fulfilled'),
    );
    expect(await readStored()).toHaveLength(ids.length);
  });

  test('from two servers, in opposite orders, are all stored once', async () => {
    const servers = [openStore(), openStore()];
    const ids = Array.from({ length: 20 }, () => crypto.randomUUID());
    const outcomes = await Promise.all(
      [ids, ids.toReversed()].flatMap((order, server) =>
        order.map(async (id) => servers[server]?.insert(CHAT_LEAD, id)),
      ),
    );
    expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(ids.length);
    expect(outcomes.filter((outcome) => !outcome?.ok)).toEqual(ids.map(() => REPLAY));
  });
});
