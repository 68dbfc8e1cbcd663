import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreAccess } from '../../server/database/access.ts';
import { createLogins } from '../../server/database/logins.ts';
import { endAll, openPools } from '../../server/database/pools.ts';
import { createMemoryLog } from '../support/log.ts';
import { listPrivileges } from '../support/privileges.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** The attacker has the connection that inserts visitors' leads, and can run any SQL on it. */

let database: TestDatabase;
let attacker: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  attacker = await database.logInAs('anon');
});
afterAll(() => database.drop());

const DENIED = '42501';
const INSERT = `insert into public.leads (name, phone, message, source) values ('Iain', '0131 496 0456', 'Hello', 'chat_widget')`;

/**
 * Types that the database's functions use. The attacker hides each behind a temporary domain of the same name, whose
 * check fails if a function runs it as any role but anon.
 */
const TYPES = [
  'uuid',
  'json',
  'jsonb',
  'text',
  'inet',
  'int4',
  'int8',
  'timestamptz',
  'interval',
  'bool',
  'bytea',
];
const DOMAINS = TYPES.map(
  (type) =>
    `create domain pg_temp.${type} as pg_catalog.${type} check (pg_temp.tell(value::pg_catalog.text))`,
).join(';\n');
const TELL = `
  create function pg_temp.tell(pg_catalog.text) returns pg_catalog.bool language plpgsql as $$
  begin
    -- As anon, the check does no harm: functions that are not security definer run as the inserting role.
    if current_user <> 'anon' then raise exception 'ran as %', current_user; end if;
    return true;
  end $$`;

async function refusalOf(sql: string): Promise<unknown> {
  try {
    await attacker.query(sql);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test('even if temporary types are allowed, no function that runs as the owner uses them', async () => {
  const { admin } = database;
  const { rows } = await admin.query<{ name: string }>('select current_database() as name');
  await admin.query(`grant temporary on database ${rows[0]?.name ?? ''} to public`);
  try {
    await attacker.query(`${TELL}; ${DOMAINS}`);
    const headers = { 'x-submission-id': crypto.randomUUID(), 'cf-connecting-ip': '198.51.100.7' };
    await attacker.query(`select pg_catalog.set_config('request.headers', $1, false)`, [
      JSON.stringify(headers),
    ]);
    await attacker.query(INSERT);
    const stored = await admin.query('select from public.leads');
    expect(stored.rowCount).toBe(1);
  } finally {
    await admin.query(`revoke temporary on database ${rows[0]?.name ?? ''} from public`);
  }
});

test('the login itself, without the role anon, may do nothing', async () => {
  await attacker.query('set role none');
  expect(await refusalOf(INSERT)).toBe(DENIED);
  expect(await refusalOf('select from public.leads')).toBe(DENIED);
  expect(await refusalOf(`select value from private.secrets`)).toBe(DENIED);
  await attacker.query('set role anon');
});

describe('what a login does to itself', () => {
  const isReadOnly = async (client: Client) => {
    const { rows } = await client.query('show default_transaction_read_only');
    return (rows as { default_transaction_read_only: string }[])[0]?.default_transaction_read_only === 'on';
  };

  test('its own settings affect no connection of the server, and are removed at the next start', async () => {
    const { admin, url } = database;
    const { rows } = await admin.query<{ name: string }>('select current_database() as name');
    await attacker.query(`
      set role none;
      alter role session_user set default_transaction_read_only = on;
      alter role session_user in database ${rows[0]?.name ?? ''} set default_transaction_read_only = on`);
    expect(await isReadOnly(await database.logInAs('anon'))).toBe(true);
    const { log } = createMemoryLog();
    const pools = openPools(await createLogins(admin, url), log);
    try {
      await attacker.query(`
        alter role session_user set default_transaction_read_only = on;
        alter role session_user set synchronous_commit = off;
        set role anon`);
      await pools.asAnon.query(INSERT);
      const { rows: settings } = await pools.asAnon.query('show synchronous_commit');
      expect(settings).toEqual([{ synchronous_commit: 'on' }]);
      await createLogins(admin, url);
      expect(await isReadOnly(await database.logInAs('anon'))).toBe(false);
    } finally {
      await endAll(pools);
    }
  });

  test('its sorts may use 256 MB of the disk, and it cannot raise that limit', async () => {
    const { rows } = await attacker.query('show temp_file_limit');
    expect(rows).toEqual([{ temp_file_limit: '256MB' }]);
    expect(await refusalOf('set temp_file_limit = -1')).toBe(DENIED);
    await attacker.query('set role none; alter role session_user reset all; set role anon');
    const again = await database.logInAs('anon');
    expect((await again.query('show temp_file_limit')).rows).toEqual(rows);
  });

  async function readAccess(): Promise<unknown[]> {
    const { admin } = database;
    const { rows: policies } = await admin.query(
      'select * from pg_policies order by schemaname, tablename, policyname',
    );
    const { rows: owners } = await admin.query(
      `select oid::regclass::text as name, relowner, relrowsecurity from pg_class
       where relnamespace::regnamespace::text in ('public', 'private') order by 1`,
    );
    return [policies, owners, await listPrivileges(admin)];
  }

  test.each([
    ['the mailer gives up its policies', 'mailer', 'drop owned by current_user'],
    ['the role of the sign-in gives up its policies', 'desk_auth', 'drop owned by current_user'],
    ['grants are lost', 'owner', 'revoke all on public.leads from anon, mailer'],
    ['a function is closed', 'owner', 'revoke all on all functions in schema desk from authenticated'],
    ['a schema is closed', 'owner', 'revoke usage on schema private from mailer'],
    ['an owner is replaced', 'owner', 'alter table private.secrets owner to current_user'],
    ['row level security is switched off', 'owner', 'alter table public.leads disable row level security'],
  ] as const)('if %s, the next start brings the access back, and logs it', async (_what, role, sql) => {
    const { admin } = database;
    const before = await readAccess();
    await (role === 'owner' ? admin : await database.logInAs(role)).query(sql);
    expect(await readAccess()).not.toEqual(before);
    const { log, lines } = createMemoryLog();
    await restoreAccess(admin, log);
    expect([...new Set(lines.map(({ msg }) => msg))]).toEqual([
      'access to the database was missing, and was restored',
    ]);
    expect(await readAccess()).toEqual(before);
  });
});

test('a server does not start with a login that could become another role as well', async () => {
  const { admin, url } = database;
  const login = new URL((await createLogins(admin, url)).anon).username;
  await admin.query(`grant mailer to ${login}`);
  await expect(createLogins(admin, url)).rejects.toThrow(
    `The login ${login} must be a member of anon and of nothing else, but is one of: anon, mailer.`,
  );
});
