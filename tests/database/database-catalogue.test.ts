import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database/test-database.ts';

const database = await createTestDatabase();

async function list(sql: string): Promise<unknown[]> {
  const { rows } = await database.admin.query<{ item: unknown }>(sql);
  return rows.map(({ item }) => item);
}

test('no row level security policy shows everybody anything', async () => {
  expect(
    await list(`
      select format('%s.%s: %s', schemaname, tablename, policyname) as item from pg_policies
      where roles && '{public}' and (cmd <> 'ALL' or qual <> 'false')`),
  ).toEqual([]);
});

test('visitors have one policy, and it is to insert leads', async () => {
  expect(
    await list(`select format('%s.%s, %s', schemaname, tablename, cmd) as item from pg_policies
      where roles && '{anon,authenticated}'`),
  ).toEqual(['public.leads, INSERT']);
});

test('the mailer reads only one secret, drain, which the calls to send-email for all due mails contain', async () => {
  const mailer = await database.connectAs('mailer');
  const { rows } = await mailer.query('select name from private.secrets');
  expect(rows).toEqual([{ name: 'drain' }]);
});

test('the seller’s login sees and writes only what its key opens, except what every page needs', async () => {
  const others = await list(`
    select format('%s.%s', schemaname, tablename) as item from pg_policies
    where 'seller' = any (roles)
      and (concat(qual, with_check) !~ 'opened_lead' or concat(qual, with_check) ~ 'lead_id IS NULL')
    order by 1`);
  expect(others).toEqual([
    'desk.opening_hours',
    // The ids of requests to erase, which belong to no lead.
    'desk.requests',
    // The days for the answer to a complaint.
    'desk.settings',
    'desk.special_days',
    'desk.staff',
  ]);
});

test('every function of ours pins its search path with pg_temp last', async () => {
  const unpinned = await list(`
    select oid::regprocedure::text as item from pg_proc
    where pronamespace::regnamespace::text in ('public', 'private', 'desk', 'desk_auth')
      and not coalesce('search_path=pg_catalog, pg_temp' = any (proconfig), false)`);
  expect(unpinned).toEqual([]);
});

test('only these functions run as their owner', async () => {
  const functions = await list(`
    select oid::regproc::text as item from pg_proc
    where prosecdef and pronamespace::regnamespace::text in ('public', 'private', 'desk', 'desk_auth') order by 1`);
  expect(functions).toEqual([
    'desk.erase_leads',
    'desk.follow_lead',
    'desk.is_unconfirmed',
    'desk.keep_held_papers',
    'desk.leads_without_case',
    'desk.opened_lead',
    'desk.queue_confirmation',
    'desk.search_text_anew',
    'desk_auth.record_key',
    'private.record_lead',
    'private.refuse_too_many',
    'private.screen_lead',
  ]);
});

test('every security definer function in any schema pins its search path and belongs to a role that is no superuser and cannot log in', async () => {
  const unsafe = await list(`
    select format('%s of %s', p.oid::regprocedure, rolname) as item
    from pg_proc p join pg_namespace n on n.oid = pronamespace join pg_roles on pg_roles.oid = proowner
    where prosecdef and nspname not in ('pg_catalog', 'information_schema')
      and (rolsuper or rolcanlogin or not coalesce('search_path=pg_catalog, pg_temp' = any (proconfig), false))`);
  expect(unsafe).toEqual([]);
});

test('no constraint is deferred: a migration that writes rows may alter their table', async () => {
  expect(await list('select conname as item from pg_constraint where condeferrable')).toEqual([]);
});

test('every table and schema of ours belongs to a role that is no superuser and cannot log in', async () => {
  const owners = await list(`
    select distinct relowner::regrole::text as item from pg_class
    where relnamespace::regnamespace::text in ('private', 'desk', 'desk_auth') or oid = 'public.leads'::regclass
    union select nspowner::regrole::text from pg_namespace where nspname in ('private', 'desk', 'desk_auth')
    union select proowner::regrole::text from pg_proc
      where pronamespace::regnamespace::text in ('private', 'desk', 'desk_auth')
    union select typowner::regrole::text from pg_type
      where typnamespace::regnamespace::text in ('private', 'desk', 'desk_auth')`);
  expect(owners).toEqual(['leads_owner']);
});

test('the roles of the API and of the server cannot log in, and none but service_role bypasses row level security or may create roles or databases', async () => {
  const roles = await list(`
    select format('%s %s %s', rolname, rolcanlogin, rolbypassrls or rolsuper or rolcreaterole or rolcreatedb) as item
    from pg_roles where rolname in ('anon', 'authenticated', 'desk', 'desk_auth', 'leads_owner', 'leads_probe', 'mailer', 'seller', 'service_role') order by 1`);
  expect(roles).toEqual([
    'anon f f',
    'authenticated f f',
    'desk f f',
    'desk_auth f f',
    'leads_owner f f',
    'leads_probe f f',
    'mailer f f',
    'seller f f',
    'service_role f t',
  ]);
});

test('a table, sequence or function that a later migration adds to public is closed until it is granted', async () => {
  const client = database.admin;
  await client.query('begin');
  await client.query(`create table public.later (id int generated always as identity);
    create function public.later_function() returns int language sql as 'select 1'`);
  const open = await list(`
    select role as item from unnest(array['anon', 'authenticated']) as role
    where has_table_privilege(role, 'public.later', 'SELECT, INSERT, UPDATE, DELETE')
      or has_sequence_privilege(role, 'public.later_id_seq', 'USAGE, SELECT, UPDATE')
      or has_function_privilege(role, 'public.later_function()', 'EXECUTE')`);
  await client.query('rollback');
  expect(open).toEqual([]);
});
