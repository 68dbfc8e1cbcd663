-- Gives everything to leads_owner, a role that cannot log in, and takes all privileges on the closed schema from the roles
-- of the API. The file begins with what restores access that was lost.

-- A role can lose access although nobody has changed the schema: an attacker who may run any statement as that role can
-- drop the policies that are for it alone (`drop owned`). Our server writes the statements that create the access (owners,
-- row level security, policies, grants) into private.access after the migrations, runs those that are missing at each
-- start, and names them in its health check (server/database/access.ts).
create table private.access (
  statement text primary key
);
comment on table private.access is
  'The statements that create the owners, row level security, policies and grants, as they were after the migrations.';

alter table private.access enable row level security;

create policy "The health check sees what access there should be"
on private.access for select
to leads_probe
using (true);

grant select on private.access to leads_probe;

-- The statements that create the present access to everything that leads_owner owns.
create function private.current_access()
returns setof text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  with relation as (
    select oid, oid::regclass as name, relacl, relowner, relrowsecurity
    from pg_class where relowner = 'leads_owner'::regrole and relkind in ('r', 'p', 'v')
  ), routine as (
    select oid::regprocedure as name, proacl, proowner from pg_proc where proowner = 'leads_owner'::regrole
  ), space as (
    select quote_ident(nspname) as name, nspacl, nspowner
    from pg_namespace where nspowner = 'leads_owner'::regrole or nspname = 'public'
  ), granted (privilege, object, grantee) as (
    select lower(privilege_type), format('table %s', name), grantee from relation, aclexplode(relacl) where grantee <> relowner
    union all
    select format('%s (%I)', lower(privilege_type), attname), format('table %s', name), grantee
    from relation join pg_attribute on attrelid = relation.oid, aclexplode(attacl) where grantee <> relowner
    union all
    select lower(privilege_type), format('function %s', name), grantee from routine, aclexplode(proacl) where grantee <> proowner
    union all
    select lower(privilege_type), format('schema %s', name), grantee from space, aclexplode(nspacl) where grantee <> nspowner
  )
  select format('alter table %s owner to leads_owner', name) from relation
  union all
  select format('alter table %s enable row level security', name) from relation where relrowsecurity
  union all
  select format('alter function %s owner to leads_owner', name) from routine
  union all
  select format(
    'create policy %I on %s as %s for %s to %s%s%s',
    polname, name, case when polpermissive then 'permissive' else 'restrictive' end,
    case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
    (select string_agg(case role when 0 then 'public' else role::regrole::text end, ', ') from unnest(polroles) as role),
    ' using (' || pg_get_expr(polqual, polrelid) || ')',
    ' with check (' || pg_get_expr(polwithcheck, polrelid) || ')'
  )
  from relation join pg_policy on polrelid = relation.oid
  union all
  select format(
    'grant %s on %s to %s', privilege, object, case grantee when 0 then 'public' else grantee::regrole::text end
  )
  from granted;
$$;

-- The statements for the access that is missing.
create function private.missing_access()
returns setof text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select statement from private.access except select private.current_access() order by 1;
$$;

grant execute on function private.current_access(), private.missing_access() to leads_probe;

-- PostgreSQL makes a role the owner of a table only if that role may create tables in the schema.
grant create on schema public to leads_owner;
alter table public.leads owner to leads_owner;
revoke create on schema public from leads_owner;

do $$
declare
  item record;
begin
  for item in
    select 'table' as kind, oid::regclass::text as name from pg_catalog.pg_class
    where relkind in ('r', 'v') and relnamespace = 'private'::regnamespace
    union all
    select 'function', oid::regprocedure::text from pg_catalog.pg_proc
    where pronamespace = 'private'::regnamespace
  loop
    execute format('alter %s %s owner to leads_owner', item.kind, item.name);
    execute format('revoke all on %s %s from public, anon, authenticated, service_role', item.kind, item.name);
  end loop;
end;
$$;

-- The constraint leads_rules calls this function with the privileges of the role that inserts the lead.
grant execute on function private.check_lead(text, text, text, text, text, text, text, text, text, text)
to anon, service_role;
