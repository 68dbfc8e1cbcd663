import type { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../support/test-database.ts';

const ROLES = ['anon', 'authenticated', 'service_role', 'mailer', 'leads_probe'] as const;
type Role = (typeof ROLES)[number];

const clients = {} as Record<Role, Client>;

const database = await createTestDatabase();
for (const role of ROLES) clients[role] = await database.connectAs(role);
afterAll(() => database.drop());

/** Runs a statement as a role, and rolls it back. @returns 'done', or PostgreSQL's code for the refusal */
async function attempt(role: Role, sql: string): Promise<string> {
  const client = clients[role];
  await client.query('begin');
  try {
    await client.query(sql);
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  } finally {
    await client.query('rollback');
  }
}

const DENIED = '42501';
const INSERT = `insert into public.leads (name, phone, message, source) values ('Iain', '0131 496 0456', 'Hello', 'chat_widget')`;
const withColumn = (column: string, value: string) =>
  INSERT.replace('(name', `(${column}, name`).replace(`('Iain'`, `(${value}, 'Iain'`);

/**
 * Statements, and the roles that may run them. A hosted Supabase lets its operator's `service_role` do everything in
 * `public`. `privileges.test.ts` compares all privileges with a list; these statements show what the privileges on the
 * leads and their mails amount to, and what no privilege says.
 */
const STATEMENTS: [what: string, sql: string, allowed: Role[]][] = [
  ['insert a lead', INSERT, ['anon', 'service_role']],
  ['insert a lead with an id', withColumn('id', 'gen_random_uuid()'), ['service_role']],
  ['insert a lead with a time', withColumn('created_at', 'now()'), ['service_role']],
  ['insert a lead as free of suspicion', withColumn('suspect_reasons', `'{}'`), ['service_role']],
  ['insert a lead and read it back', `${INSERT} returning id`, ['service_role']],
  [
    'insert a lead or change the one there',
    `${INSERT} on conflict (id) do update set name = 'x'`,
    ['service_role'],
  ],
  [
    'copy leads in',
    `insert into public.leads (name, phone, source) select name, phone, source from public.leads`,
    ['service_role'],
  ],
  ['read leads', 'select * from public.leads', ['mailer', 'service_role']],
  ['count leads', 'select count(*) from public.leads', ['mailer', 'leads_probe', 'service_role']],
  ['read the ids of leads', 'select id from public.leads', ['mailer', 'leads_probe', 'service_role']],
  ['read a name', 'select name from public.leads', ['mailer', 'service_role']],
  ['change leads', `update public.leads set name = 'x'`, ['service_role']],
  ['delete leads', 'delete from public.leads', ['service_role']],
  // The cascade reaches the private tables, on which service_role has no privileges.
  ['empty leads', 'truncate public.leads cascade', []],
  ['lock leads', 'lock table public.leads in access exclusive mode', ['service_role']],
  [
    'add a trigger to leads',
    'create trigger t before insert on public.leads for each row execute function suppress_redundant_updates_trigger()',
    ['service_role'],
  ],
  ['switch the row level security of leads off', 'alter table public.leads disable row level security', []],
  ['drop leads', 'drop table public.leads cascade', []],

  ['read notifications', 'select * from private.notifications', ['mailer']],
  ['read which mails are pending', 'select sent_at from private.notifications', ['mailer', 'leads_probe']],
  ['insert a notification', 'insert into private.notifications (lead_id) values (gen_random_uuid())', []],
  ['postpone a notification', 'update private.notifications set next_attempt_at = now()', ['mailer']],
  ['mark a notification as sent', 'update private.notifications set sent_at = now()', ['mailer']],
  ['give a notification to another lead', 'update private.notifications set lead_id = gen_random_uuid()', []],
  ['change a submission id', 'update private.notifications set submission_id = null', []],
  ['delete notifications', 'delete from private.notifications', []],
  ['empty notifications', 'truncate private.notifications cascade', []],

  ['read delivery attempts', 'select * from private.delivery_attempts', ['mailer', 'leads_probe']],
  [
    'finish a delivery attempt',
    'update private.delivery_attempts set finished_at = now(), error_code = null',
    ['mailer'],
  ],
  ['backdate a delivery attempt', 'update private.delivery_attempts set started_at = now()', []],
  ['delete delivery attempts', 'delete from private.delivery_attempts', []],
  ['empty delivery attempts', 'truncate private.delivery_attempts', []],

  ['read secrets', 'select value from private.secrets', ['mailer']],
  ['change a secret', `update private.secrets set value = 'x'`, []],
  ['add a secret', `insert into private.secrets (name) values ('mine')`, []],
  [
    'replace record_lead',
    `create or replace function private.record_lead() returns trigger language plpgsql as 'begin end'`,
    [],
  ],
  ['make a table in public', 'create table public.mine ()', []],
  ['make a table in private', 'create table private.mine ()', []],
  ['make a schema', 'create schema mine', []],
  ['make a role', 'create role mine', []],
  ['hold up the next migration', 'select pg_advisory_lock(7201126)', []],
  ['hold up the next server', 'select pg_try_advisory_lock(7201127)', []],
  ['hold up the retention', 'select from private.retention for update', []],
  ['fill the disk with a large object', `select lo_from_bytea(0, 'x')`, []],
  ['make a large object', 'select lo_creat(-1)', []],
  ['read the passwords of roles', 'select * from pg_authid', []],
  ['read a file', `select pg_read_file('postgresql.conf')`, []],
  ['run a program', `copy public.leads to program 'cat'`, []],
];

describe.each(ROLES)('%s', (role) => {
  const may = STATEMENTS.filter(([, , allowed]) => allowed.includes(role));
  const mayNot = STATEMENTS.filter(([, , allowed]) => !allowed.includes(role));

  test.each(may)('may %s', async (_what, sql) => {
    expect(await attempt(role, sql)).toBe('done');
  });
  test.each(mayNot)('may not %s', async (_what, sql) => {
    expect(await attempt(role, sql)).toBe(DENIED);
  });
});

test('the mailer can read only the secret drain, which calls to send-email for all due mails contain', async () => {
  const { rows } = await clients.mailer.query('select name from private.secrets');
  expect(rows).toEqual([{ name: 'drain' }]);
});

test('a lead that anon has sent can be read by the mailer, and not by anon', async () => {
  await clients.anon.query(INSERT);
  await expect(clients.anon.query('table public.leads')).rejects.toMatchObject({ code: DENIED });
  const { rows } = await clients.mailer.query('select name from public.leads');
  expect(rows).toEqual([{ name: 'Iain' }]);
});
