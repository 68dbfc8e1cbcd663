import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { insertLead, tryInsert } from '../support/insert-lead.ts';
import { CHAT_LEAD } from '../support/leads.ts';

const database = await createTestDatabase();
const anon = await database.connectAs('anon');
beforeEach(() => database.admin.query('delete from public.leads'));
afterAll(() => database.drop());

const setLimit = (perMinute: number | null) =>
  database.admin.query('update private.lead_limits set per_minute = $1', [perMinute]);

/** Leads that were there before, without what a trigger would do to them. */
async function fillWith(count: number, createdAt: string): Promise<void> {
  const { admin } = database;
  await admin.query('alter table public.leads disable trigger user');
  await admin.query(
    `insert into public.leads (id, created_at, name, phone, message, source)
     select gen_random_uuid(), ${createdAt}, 'Iain', '0131 496 0456', 'Hello', 'chat_widget'
     from generate_series(1, $1) as number`,
    [count],
  );
  await admin.query('alter table public.leads enable trigger user');
}

describe('the limit on all leads together', () => {
  test('is 300 a minute to begin with', async () => {
    await fillWith(299, 'now()');
    expect(await tryInsert(anon, CHAT_LEAD)).toBe('stored');
    await expect(insertLead(anon, CHAT_LEAD)).rejects.toMatchObject({
      code: 'PT429',
      message: 'Too many enquiries have reached us in a short time.',
      hint: 'Please send it again in a minute.',
    });
  });

  test.each([
    ['leads of more than a minute ago', `now() - interval '61 seconds'`],
    ['leads of the future, from a clock that was wrong', `now() + interval '1 hour'`],
  ])('does not count %s', async (_what, createdAt) => {
    await setLimit(2);
    await fillWith(10, createdAt);
    expect(await tryInsert(anon, CHAT_LEAD)).toBe('stored');
    expect(await tryInsert(anon, CHAT_LEAD)).toBe('stored');
    expect(await tryInsert(anon, CHAT_LEAD)).toBe('PT429');
  });

  test('is for visitors: the firm’s own imports and a restored backup pass', async () => {
    await setLimit(1);
    await insertLead(anon, CHAT_LEAD);
    expect(await tryInsert(await database.connectAs('service_role'), CHAT_LEAD)).toBe('stored');
    expect(await tryInsert(database.admin, CHAT_LEAD)).toBe('stored');
  });

  test('goes off, and on again, with a statement', async () => {
    await setLimit(1);
    await insertLead(anon, CHAT_LEAD);
    expect(await tryInsert(anon, CHAT_LEAD)).toBe('PT429');
    await setLimit(null);
    expect(await tryInsert(anon, CHAT_LEAD)).toBe('stored');
    await setLimit(1);
    expect(await tryInsert(anon, CHAT_LEAD)).toBe('PT429');
  });

  test.each(['0', '-1'])('cannot be set to %s, which would shut everybody out', async (perMinute) => {
    await expect(
      database.admin.query(`update private.lead_limits set per_minute = ${perMinute}`),
    ).rejects.toMatchObject({ constraint: 'lead_limits_per_minute_positive' });
  });

  test('has one setting', async () => {
    await expect(
      database.admin.query('insert into private.lead_limits default values'),
    ).rejects.toMatchObject({
      code: '23505',
    });
  });
});

test('among 50,000 leads, all of this minute, the check reads no more than its limit, by the index', async () => {
  await setLimit(300);
  await fillWith(50_000, `now() - interval '50 seconds' + number * interval '1 millisecond'`);
  await database.admin.query('analyze public.leads');
  // A connection of its own: its numbers are those of this statement.
  const client = await database.connectAs('anon');
  await client.query('begin');
  await client.query('savepoint before');
  await expect(
    client.query(
      `insert into public.leads (name, phone, message, source) values ('Iain', '0131 496 0456', 'x', 'chat_widget')`,
    ),
  ).rejects.toMatchObject({ code: 'PT429' });
  await client.query('rollback to before');
  const { rows } = await client.query(
    `select seq_scan::int, idx_tup_fetch <= 310 as few
     from pg_stat_xact_user_tables where relid = 'public.leads'::regclass`,
  );
  await client.query('rollback');
  expect(rows).toEqual([{ seq_scan: 0, few: true }]);
});

describe('time limits', () => {
  test('hold for visitors also where a connection sets none', async () => {
    const { rows } = await database.admin.query<{ settings: string[] }>(
      `select setconfig as settings from pg_db_role_setting where setrole = 'anon'::regrole and setdatabase = 0`,
    );
    expect(rows[0]?.settings.toSorted()).toEqual([
      'idle_in_transaction_session_timeout=10s',
      'lock_timeout=4s',
      'statement_timeout=3s',
    ]);
  });
});
