import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../support/test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

async function list(sql: string): Promise<unknown[]> {
  const { rows } = await database.admin.query<{ item: unknown }>(sql);
  return rows.map(({ item }) => item);
}

test('the row level security policies are these, and no others', async () => {
  const policies = await list(`
    select format('%s.%s, %s, to %s: %s', schemaname, tablename, lower(cmd), array_to_string(roles, ', '), policyname) as item
    from pg_policies order by 1`);
  expect(policies).toEqual([
    'desk_auth.apps, all, to desk_auth: The desk signs people in',
    'desk_auth.challenges, all, to desk_auth: The desk signs people in',
    'desk_auth.codes, all, to desk_auth: The desk signs people in',
    'desk_auth.links, all, to desk_auth: The desk signs people in',
    'desk_auth.passkeys, all, to desk_auth: The desk signs people in',
    'desk_auth.sessions, all, to desk_auth: The desk signs people in',
    'desk_auth.sessions, select, to authenticated: Calls of the desk read who is signed in',
    'desk_auth.users, all, to desk_auth: The desk signs people in',
    'desk_auth.users, select, to authenticated: Calls of the desk read who is signed in',
    'desk_private.bank_holidays, all, to public: Nobody but the owner sees or sets the bank holidays',
    'desk_private.cases, all, to public: Nobody but the owner sees cases',
    'desk_private.demo_leads, all, to public: Nobody but the owner sees which leads are invented',
    'desk_private.events, all, to public: Nobody but the owner sees events',
    'desk_private.imported_leads, all, to public: Nobody but the owner sees which import brought a lead',
    'desk_private.imports, all, to public: Nobody but the owner sees imports',
    'desk_private.offers, all, to public: Nobody but the owner sees offers',
    'desk_private.opening_hours, all, to public: Nobody but the owner sees or sets the opening hours',
    'desk_private.requests, all, to public: Nobody but the owner sees requests',
    'desk_private.settings, all, to public: Nobody but the owner sees or sets the settings of the desk',
    'desk_private.settings, select, to authenticated: Calls of the desk read who is signed in',
    'desk_private.special_days, all, to public: Nobody but the owner sees or sets the special days',
    'desk_private.staff, all, to public: Nobody but the owner sees the staff',
    'desk_private.staff, select, to authenticated: Calls of the desk read who is signed in',
    'desk_private.texts, all, to public: Nobody but the owner sees texts',
    'private.access, select, to leads_probe: The health check sees what access there should be',
    'private.address_counts, all, to public: Nobody but the owner sees the counts',
    'private.address_limits, all, to public: Nobody but the owner sees or sets the limits per address',
    'private.delivery_attempts, all, to mailer: The mailer keeps a record of its attempts',
    'private.delivery_attempts, select, to leads_probe: The health check sees what became of each attempt',
    'private.enquiry_keys, all, to public: Nobody but the owner sees the keys of enquiries',
    'private.lead_limits, all, to public: Nobody but the owner sees or sets the limits',
    'private.lead_origins, all, to public: Nobody but the owner sees where leads came from',
    'private.notifications, all, to mailer: The mailer works on notifications',
    'private.notifications, select, to leads_probe: The health check sees what waits',
    'private.retention, select, to leads_probe: The health check sees whether the deletion is held',
    'private.secrets, select, to mailer: The mailer knows the word that asks for all that is due',
    "private.seller_mails, select, to leads_probe: The health check sees which mails of the seller's page wait",
    'public.leads, insert, to anon: Anyone may send a lead, as of now, but not one of an import',
    'public.leads, select, to leads_probe: The health check sees how old leads are',
    'public.leads, select, to mailer: The mailer reads the leads that it writes about',
  ]);
});

test('every function of ours pins its search path with pg_temp last', async () => {
  const unpinned = await list(`
    select oid::regprocedure::text as item from pg_proc
    where pronamespace::regnamespace::text in ('public', 'private', 'desk', 'desk_private', 'seller')
      and not coalesce('search_path=pg_catalog, pg_temp' = any (proconfig), false)`);
  expect(unpinned).toEqual([]);
});

test('the functions in the schemas desk and seller run as their owner, and of the others only those that must', async () => {
  const functions = await list(`
    select distinct case when nspname in ('desk', 'seller') then nspname || '.*' else oid::regproc::text end as item
    from (select pg_proc.*, nspname from pg_proc join pg_namespace n on n.oid = pronamespace) as functions
    where prosecdef and nspname in ('public', 'private', 'desk', 'desk_private', 'seller') order by 1`);
  expect(functions).toEqual([
    'desk.*',
    'desk_private.follow_lead',
    'private.claim_seller_mail',
    'private.confirm_enquiry',
    'private.finish_seller_mail',
    'private.lead_context',
    'private.record_lead',
    'private.refuse_too_many',
    'private.renew_seller_mail',
    'private.screen_lead',
    'seller.*',
  ]);
  const invokers = await list(
    `select oid::regprocedure::text as item from pg_proc
     where pronamespace::regnamespace::text in ('desk', 'seller') and not prosecdef`,
  );
  expect(invokers).toEqual([]);
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
    where relnamespace::regnamespace::text in ('private', 'desk', 'desk_auth', 'desk_private', 'seller') or oid = 'public.leads'::regclass
    union select nspowner::regrole::text from pg_namespace where nspname in ('private', 'desk', 'desk_auth', 'desk_private', 'seller')
    union select proowner::regrole::text from pg_proc
      where pronamespace::regnamespace::text in ('private', 'desk', 'desk_auth', 'desk_private', 'seller')
    union select typowner::regrole::text from pg_type
      where typnamespace::regnamespace::text in ('private', 'desk', 'desk_auth', 'desk_private', 'seller')`);
  expect(owners).toEqual(['leads_owner']);
});

test('the roles of the API and of the server cannot log in, and none but service_role bypasses row level security or may create roles or databases', async () => {
  const roles = await list(`
    select format('%s %s %s', rolname, rolcanlogin, rolbypassrls or rolsuper or rolcreaterole or rolcreatedb) as item
    from pg_roles where rolname in ('anon', 'authenticated', 'desk_auth', 'leads_owner', 'leads_probe', 'mailer', 'service_role') order by 1`);
  expect(roles).toEqual([
    'anon f f',
    'authenticated f f',
    'desk_auth f f',
    'leads_owner f f',
    'leads_probe f f',
    'mailer f f',
    'service_role f t',
  ]);
});

test('a table, sequence or function that a later migration adds to public is closed until it is granted', async () => {
  const client = database.admin;
  await client.query('begin');
  await client.query(`create table public.later (id int generated always as identity);
    create function public.later_function() returns int language sql as 'select 1'`);
  const { rows } = await client.query(`
    select role, has_table_privilege(role, 'public.later', 'SELECT, INSERT, UPDATE, DELETE') as "table",
      has_sequence_privilege(role, 'public.later_id_seq', 'USAGE, SELECT, UPDATE') as sequence,
      has_function_privilege(role, 'public.later_function()', 'EXECUTE') as function
    from unnest(array['anon', 'authenticated']) as role`);
  await client.query('rollback');
  const closed = { table: false, sequence: false, function: false };
  expect(rows).toEqual([
    { role: 'anon', ...closed },
    { role: 'authenticated', ...closed },
  ]);
});
