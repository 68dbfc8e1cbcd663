import { beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database/test-database.ts';
import { insertLead, tryInsert } from '../support/leads/insert-test-lead.ts';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';

const database = await createTestDatabase();
const anon = await database.connectAs('anon');
beforeEach(() => database.admin.query('delete from public.leads'));

const setLimits = (perMinute: number | null, perDay: number | null = null) =>
  database.admin.query('update private.lead_limits set per_minute = $1, per_day = $2', [perMinute, perDay]);

/** Sends a lead. @returns 'stored', 'marked' (stored as one of a flood), or the code of its refusal */
async function send(client = anon): Promise<string> {
  const answer = await tryInsert(client, CHAT_LEAD);
  if (answer !== 'stored') return answer;
  const { rows } = await database.admin.query<{ isMarked: boolean }>(
    `select suspect_reasons = '{flood}' and in_digest and next_attempt_at = date_trunc('minute', now()) + interval '1 minute'
       as "isMarked"
     from public.leads join private.notifications on lead_id = id
     order by created_at desc limit 1`,
  );
  return rows[0]?.isMarked ? 'marked' : 'stored';
}

/** Inserts earlier leads without running the triggers. */
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

describe('the limits on all leads together', () => {
  test('are by default 300 a minute and 20,000 a day', async () => {
    const { rows } = await database.admin.query('select per_minute, per_day from private.lead_limits');
    expect(rows).toEqual([{ per_minute: 300, per_day: 20_000 }]);
    await fillWith(299, 'now()');
    expect([await send(), await send()]).toEqual(['stored', 'marked']);
  });

  test('refuse a lead only above both limits', async () => {
    await setLimits(2, 4);
    expect([await send(), await send(), await send(), await send()]).toEqual([
      'stored',
      'stored',
      'marked',
      'marked',
    ]);
    await expect(insertLead(anon, CHAT_LEAD)).rejects.toMatchObject({
      code: 'PT429',
      message: 'Too many enquiries have reached us in a short time.',
      hint: 'Please send it again in a minute.',
    });
    // The minute is over, the day is not.
    await database.admin.query(`update public.leads set created_at = created_at - interval '2 minutes'`);
    expect(await send()).toBe('stored');
  });

  test('do not apply to a lead that is stored already: it is reported as a repeat, in a flood too', async () => {
    await setLimits(1, 1);
    const submissionId = crypto.randomUUID();
    expect(await tryInsert(anon, CHAT_LEAD, submissionId)).toBe('stored');
    expect(await tryInsert(anon, CHAT_LEAD, crypto.randomUUID())).toBe('PT429');
    expect(await tryInsert(anon, CHAT_LEAD, submissionId)).toBe('notifications_submission_id_key');
  });

  test.each([
    ['leads of more than a minute ago', `now() - interval '61 seconds'`],
    ['leads of the future, from a clock that was wrong', `now() + interval '1 hour'`],
  ])('do not count %s', async (_what, createdAt) => {
    await setLimits(2);
    await fillWith(10, createdAt);
    expect([await send(), await send(), await send()]).toEqual(['stored', 'stored', 'marked']);
  });

  test('do not count leads of more than a day ago', async () => {
    await setLimits(1, 2);
    await fillWith(10, `now() - interval '25 hours'`);
    expect([await send(), await send(), await send()]).toEqual(['stored', 'marked', 'PT429']);
  });

  test('apply to visitors only: the firm’s own imports and a restored backup stay unmarked', async () => {
    await setLimits(1, 1);
    await insertLead(anon, CHAT_LEAD);
    expect(await send(await database.connectAs('service_role'))).toBe('stored');
    expect(await send(database.admin)).toBe('stored');
  });

  test('can be switched off and on with a statement', async () => {
    await setLimits(1);
    await insertLead(anon, CHAT_LEAD);
    expect(await send()).toBe('marked');
    await setLimits(null, 1);
    expect(await send()).toBe('stored');
    await setLimits(1, 1);
    expect(await send()).toBe('PT429');
  });

  test.each(['0', '-1'])('cannot be set to %s, which would shut everybody out', async (perMinute) => {
    for (const column of ['per_minute', 'per_day']) {
      await expect(
        database.admin.query(`update private.lead_limits set ${column} = ${perMinute}`),
      ).rejects.toMatchObject({ constraint: `lead_limits_${column}_positive` });
    }
  });

  test('are in one row, beside which a second is refused', async () => {
    await expect(
      database.admin.query('insert into private.lead_limits default values'),
    ).rejects.toMatchObject({
      code: '23505',
    });
  });
});

describe('the time limits of PostgreSQL', () => {
  test('apply to visitors also if a connection sets none', async () => {
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

test('with 50,000 leads in the last minute, marking reads no more rows than the limit of a minute, and refusing no more than both limits, by the index', async () => {
  await fillWith(50_000, `now() - interval '50 seconds' + number * interval '1 millisecond'`);
  await database.admin.query('analyze public.leads');
  for (const [perMinute, perDay, most] of [
    [300, null, 310],
    [300, 20_000, 20_310],
  ] as const) {
    await setLimits(perMinute, perDay);
    // A new connection: on a used one, the statistics below could also count earlier statements.
    const client = await database.connectAs('anon');
    await client.query('begin');
    await client.query('savepoint before');
    const sent = client.query(
      `insert into public.leads (name, phone, message, source) values ('Iain', '0131 496 0456', 'x', 'chat_widget')`,
    );
    if (perDay !== null) {
      await expect(sent).rejects.toMatchObject({ code: 'PT429' });
      await client.query('rollback to before');
    } else await sent;
    const { rows } = await client.query(
      `select seq_scan::int, idx_tup_fetch <= ${most} as few
       from pg_stat_xact_user_tables where relid = 'public.leads'::regclass`,
    );
    await client.query('rollback');
    expect(rows).toEqual([{ seq_scan: 0, few: true }]);
  }
});
