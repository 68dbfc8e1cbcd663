import { describe, expect, test } from 'vitest';
import { ALLOWED_HOSTED } from '../support/database/allowed-privileges.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { listPrivileges, listUnguardedTables } from '../support/database/privileges.ts';

const database = await createTestDatabase();
await database.logInAs('anon');

test('each role has exactly the privileges in ALLOWED_HOSTED', async () => {
  expect(await listPrivileges(database.admin)).toEqual(ALLOWED_HOSTED);
});

test('every table has row level security and a policy', async () => {
  expect(await listUnguardedTables(database.admin)).toEqual([]);
});

describe('these checks detect a statement that grants too much or leaves a table without row level security or a policy:', () => {
  /** Runs a statement and rolls it back. @returns the privileges and the unguarded tables that it adds */
  async function findAdded(sql: string): Promise<string[]> {
    const { admin } = database;
    const look = async () => [...(await listPrivileges(admin)), ...(await listUnguardedTables(admin))];
    const before = new Set(await look());
    await admin.query('begin');
    try {
      await admin.query(sql);
      return (await look()).filter((line) => !before.has(line));
    } finally {
      await admin.query('rollback');
    }
  }

  test.each([
    ['create table public.later (id int)', ['public.later: no row level security']],
    [
      'create table private.later (id int); alter table private.later enable row level security',
      ['private.later: no policy'],
    ],
    ['grant select on public.leads to anon', ['anon: SELECT public.leads']],
    ['grant select (email) on public.leads to authenticated', ['authenticated: SELECT public.leads (email)']],
    ['grant usage on schema private to anon', ['anon: USAGE schema private']],
    ['grant mailer to anon', ['anon: BECOME role mailer']],
    ['grant delete on private.notifications to public', ['public: DELETE private.notifications']],
    [
      'grant usage on sequence private.delivery_attempts_id_seq to anon',
      ['anon: USAGE sequence private.delivery_attempts_id_seq'],
    ],
    [
      'grant execute on function private.record_lead() to anon',
      ['anon: EXECUTE function private.record_lead()'],
    ],
    [
      'create view public.later as select phone from public.leads; grant select on public.later to anon',
      ['anon: SELECT public.later'],
    ],
    ['alter table public.leads disable row level security', ['public.leads: no row level security']],
  ])('%s', async (sql, added) => {
    expect(await findAdded(sql)).toEqual(expect.arrayContaining(added));
  });
});
