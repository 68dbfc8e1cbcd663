import type { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { restoreAccess } from '../../server/database/access.ts';
import { endLongStatements } from '../../server/database/long-statements.ts';
import { createLogins } from '../../server/database/logins.ts';
import { endAll, openPools } from '../../server/database/pools.ts';
import { waitUntil } from '../support/runner/wait-until.ts';
import { createMemoryLog } from '../support/server/log.ts';
import { listPrivileges } from '../support/database/privileges.ts';
import { createTestDatabase } from '../support/database/test-database.ts';

/** The attacker has a connection of the server, and can run any SQL on it: most tests are of the one for visitors' leads. */

const database = await createTestDatabase();
const attacker = await database.logInAs('anon');

const DENIED = '42501';
const INSERT = `insert into public.leads (name, phone, message, source) values ('Iain', '0131 496 0456', 'Hello', 'chat_widget')`;

/**
 * Types that the database's functions use. The attacker hides each behind a temporary domain of the same name, whose
 * check fails if a function runs it as any role but anon.
 */
const TYPES = 'uuid json jsonb text inet int4 int8 timestamptz interval bool bytea';
const DOMAINS = TYPES.split(' ')
  .map(
    (type) =>
      `create domain pg_temp.${type} as pg_catalog.${type} check (pg_temp.tell(value::pg_catalog.text))`,
  )
  .join(';\n');
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

describe('an insert of many leads, of a statement that is smuggled in,', () => {
  /** Before each further row, removes the mark of a stored lead and does something else. */
  const insertMany = (meanwhile: string) => `
    insert into public.leads (name, phone, message, source)
    select 'Iain', '0131 496 0' || (100 + number + length(concat(${meanwhile}, set_config('leads.stored', '', true))) * 0),
      'Hello', 'chat_widget'
    from generate_series(1, 20) as number`;

  test('is marked and refused by the limits on all leads', async () => {
    const { admin } = database;
    const client = await database.logInAs('anon');
    await admin.query(
      'delete from public.leads; update private.lead_limits set per_minute = 5, per_day = 10',
    );
    await expect(client.query(insertMany(`''`))).rejects.toMatchObject({ code: 'PT429' });
    await admin.query('update private.lead_limits set per_minute = 300, per_day = 20000');
  });

  test('cannot escape them by setting its role to none', async () => {
    const { admin } = database;
    const client = await database.logInAs('anon');
    await admin.query('delete from public.leads');
    const statement = insertMany(`set_config('role', 'none', true)`);
    await expect(client.query(statement)).rejects.toMatchObject({ code: DENIED });
    expect((await admin.query('select from public.leads')).rowCount).toBe(0);
  });
});

test('a statement that has lifted its time limit is ended within two minutes, and others go on', async () => {
  const { admin } = database;
  const [endless, other] = [await database.logInAs('anon'), await database.logInAs('anon')];
  const { rows } = await endless
    .query<{ pid: number }>('set statement_timeout = 0; select pg_backend_pid() as pid')
    .then((results) => (results as unknown as { rows: { pid: number }[] }[])[1] ?? { rows: [] });
  const running = endless.query('select pg_sleep(600)').then(
    () => 'ran to its end',
    (error: unknown) => (error as { code: string }).code,
  );
  const isRunning = async (pid: number | undefined) =>
    (await admin.query(`select from pg_stat_activity where pid = $1 and state = 'active'`, [pid]))
      .rowCount === 1;
  await waitUntil('the statement runs', () => isRunning(rows[0]?.pid));
  const { log, lines } = createMemoryLog();
  await endLongStatements(admin, log);
  expect([lines, await isRunning(rows[0]?.pid)]).toEqual([[], true]);

  await endLongStatements(admin, log, 0);
  expect(await running).toBe('57P01');
  expect(lines).toMatchObject([{ msg: 'a statement of more than a minute was ended' }]);
  expect((await other.query('select 1')).rowCount).toBe(1);
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
       where relnamespace::regnamespace::text in ('public', 'private', 'desk', 'desk_auth') order by 1`,
    );
    return [policies, owners, await listPrivileges(admin)];
  }

  test.each([
    ['the mailer gives up its policies', 'mailer', 'drop owned by current_user'],
    ['the role of the sign-in gives up its policies', 'desk_auth', 'drop owned by current_user'],
    ['grants are lost', 'owner', 'revoke all on public.leads from anon, mailer'],
    ['a function is closed', 'owner', 'revoke all on all functions in schema desk from seller'],
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

const LOGINS = ['anon', 'seller', 'desk', 'desk_auth', 'mailer', 'leads_probe'] as const;

/** What the privileges on our tables and functions neither allow nor refuse. */
const BEYOND_TABLES = [
  `select pg_read_file('/etc/hostname')`,
  `select pg_ls_dir('/')`,
  `copy (select 1) to '/tmp/mine'`,
  `copy (select 1) to program 'id'`,
  `select lo_import('/etc/hostname')`,
  `select lo_create(0)`,
  'select lo_creat(-1)',
  `select lo_from_bytea(0, 'x')`,
  'select pg_advisory_lock(7201126)',
  'select pg_try_advisory_lock(7201127)',
  'select rolpassword from pg_authid',
  'select pg_reload_conf()',
];

/** What no login may do. */
const FORBIDDEN: [what: string, ...statements: string[]][] = [
  [
    'delete',
    'delete from public.leads',
    'delete from private.notifications',
    'delete from private.delivery_attempts',
    ...['cases', 'events', 'texts', 'requests', 'offers', 'enquiry_keys', 'staff', 'mail_counts'].map(
      (table) => `delete from desk.${table}`,
    ),
    ...['users', 'sessions', 'passkeys', 'apps'].map((table) => `delete from desk_auth.${table}`),
    'truncate public.leads cascade',
  ],
  [
    'change what was done',
    `update desk.events set kind = 'noted'`,
    'update desk.offers set amount = 1',
    `update desk.texts set body = 'something else'`,
    'update desk.lead_origins set page = null',
    `update public.leads set name = 'somebody else'`,
    'update private.notifications set lead_id = lead_id',
  ],
  [
    'change the schema',
    'create table public.mine ()',
    'create table desk.mine ()',
    'create temporary table mine ()',
    'create schema mine',
    `create function public.mine() returns int language sql as 'select 1'`,
    'alter table public.leads disable row level security',
    'alter table desk.events disable trigger all',
    'drop table desk.offers',
    'drop policy "The desk works on the rows that its privileges allow" on desk.cases',
    'drop extension pg_trgm cascade',
    'set session_replication_role = replica',
  ],
  [
    'become somebody else',
    'set role leads_owner',
    'set role postgres',
    'set session authorization postgres',
    'create role mine superuser',
    'alter role current_user superuser',
    'alter system set fsync = off',
  ],
  ['reach files, programs or other services', ...BEYOND_TABLES],
  [
    'use what belongs to others',
    // The server runs what it finds there as the owner.
    `insert into private.access values ('drop table public.leads')`,
    `insert into desk.staff (user_id, name, role) values (gen_random_uuid(), 'Eve', 'owner')`,
    `insert into desk_auth.users (email, name) values ('eve@elsewhere.example', 'Eve')`,
    `insert into desk_auth.links (user_id, token_hash, expires_at) select id, '', now() from desk_auth.users`,
    `update desk.staff set role = 'owner'`,
    'update desk.settings set allows_trial = true',
  ],
];

/** @returns the statements that are not refused for lack of a privilege, with their outcomes */
async function findPermitted(client: Client, statements: string[]): Promise<string[]> {
  const permitted: string[] = [];
  for (const statement of statements) {
    const outcome = await client.query(statement).then(
      () => 'done',
      (error: unknown) => (error as { code: string }).code,
    );
    if (outcome !== DENIED) permitted.push(`${statement}: ${outcome}`);
  }
  return permitted;
}

// The other roles of a Supabase's API. What they may do with our tables is in `allowed-privileges.ts`.
test.each(['authenticated', 'service_role'])(
  '%s can reach no file, program, lock or password',
  async (role) => {
    const client = await database.connectAs(role);
    // The cascade reaches the private tables, on which service_role has no privileges.
    expect(await findPermitted(client, ['truncate public.leads cascade', ...BEYOND_TABLES])).toEqual([]);
  },
);

describe.each(LOGINS)('a statement that is smuggled into the login of %s', (role) => {
  let client: Client;
  beforeAll(async () => {
    client = await database.logInAs(role);
  });

  test.each(FORBIDDEN)('cannot %s', async (_what, ...statements) => {
    expect(await findPermitted(client, statements)).toEqual([]);
  });

  test('cannot run for long, wait for long, or fill the disk, unless it first lifts its limits', async () => {
    const { rows } = await client.query(`
      select name, setting::int as value from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'temp_file_limit')
      order by name`);
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', value: 10_000 },
      { name: 'lock_timeout', value: 4_000 },
      { name: 'statement_timeout', value: 8_000 },
      { name: 'temp_file_limit', value: 256 * 1024 },
    ]);
    await expect(client.query('set temp_file_limit = -1')).rejects.toMatchObject({ code: DENIED });
  });

  test.runIf(role !== 'desk_auth')('cannot read with what anybody signs in', async () => {
    for (const column of ['public_key', 'credential_id']) {
      await expect(client.query(`select ${column} from desk_auth.passkeys`)).rejects.toMatchObject({
        code: DENIED,
      });
    }
    await expect(client.query('select secret from desk_auth.apps')).rejects.toMatchObject({ code: DENIED });
  });
});

describe('a statement that is smuggled into the login of the seller’s page', () => {
  let seller: Client;
  let own: string;
  let other: string;
  const KEY = 'a1'.repeat(32);

  beforeAll(async () => {
    const { admin } = database;
    await admin.query(`delete from public.leads; ${INSERT}; ${INSERT}`);
    const { rows } = await admin.query<{ id: string }>('select id from public.leads');
    [own = '', other = ''] = rows.map(({ id }) => id);
    await admin.query(`
      insert into desk.cases (lead_id, received_at, promised_by, is_suspect) select id, now(), now(), false from public.leads;
      insert into desk.enquiry_keys (key_hash, lead_id, made_for) values (decode('${KEY}', 'hex'), '${own}', 'sender'),
        (decode('${KEY.replaceAll('a', 'b')}', 'hex'), '${other}', 'sender')`);
    seller = await database.logInAs('seller');
  });

  const countAll = async () => {
    const counts = [];
    for (const table of ['public.leads', 'private.notifications', 'desk.cases', 'desk.enquiry_keys']) {
      counts.push((await seller.query(`select 1 from ${table}`)).rowCount);
    }
    return counts;
  };

  test('sees nothing without a key, and one enquiry with it', async () => {
    expect(await countAll()).toEqual([0, 0, 0, 0]);
    await seller.query(`set seller.key_hash = '${KEY}'`);
    expect(await countAll()).toEqual([1, 1, 1, 1]);
  });

  test('sees nothing of a lead that its own was merged into', async () => {
    await database.admin.query(`update desk.cases set duplicate_of = '${other}' where lead_id = '${own}'`);
    await seller.query(`set seller.key_hash = '${KEY}'`);
    expect(await countAll()).toEqual([1, 1, 1, 1]);
    await expect(
      seller.query(`insert into desk.events (lead_id, kind) values ('${other}', 'written')`),
    ).rejects.toMatchObject({ code: DENIED });
    await database.admin.query('update desk.cases set duplicate_of = null');
  });

  test('cannot change, mail, erase or hand out another enquiry, nor write as the firm', async () => {
    await seller.query(`set seller.key_hash = '${KEY}'`);
    const { rowCount } = await seller.query(`update public.leads set phone = '0131 496 0999'`);
    expect(rowCount).toBe(1);
    const hash = `decode(md5('x'), 'hex')`;
    for (const statement of [
      `select desk.erase_leads(array['${other}'::uuid], 'seller_asked')`,
      `select set_config('role', 'none', true), desk.erase_leads(array['${other}'::uuid], 'seller_asked')`,
      `select desk.erase_leads(array['${own}'::uuid], 'seller_asked', gen_random_uuid())`,
      `select desk.erase_leads(array['${own}'::uuid], 'other')`,
      `insert into desk.events (lead_id, kind, xact) values ('${own}', 'written', '9223372036854775807')`,
      `insert into desk.events (lead_id, kind) values ('${other}', 'written')`,
      `insert into desk.events (actor, lead_id, kind) values (gen_random_uuid(), '${own}', 'replied')`,
      `insert into private.notifications (lead_id, kind) values ('${own}', 'offer')`,
      `insert into desk.enquiry_keys (key_hash, lead_id, made_for) values (${hash}, '${own}', 'sender')`,
      `insert into desk.enquiry_keys (key_hash, lead_id, made_for, share_number) values (${hash}, '${other}', 'shared', 1)`,
      `update desk.cases set duplicate_of = '${other}'`,
      'update desk.cases set hold_until = null',
      'update desk.cases set is_suspect = false',
      `update desk.enquiry_keys set lead_id = '${other}'`,
    ]) {
      await expect(seller.query(statement), statement).rejects.toMatchObject({ code: DENIED });
    }
  });
});
