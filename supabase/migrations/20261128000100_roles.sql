-- The database roles, and what none of them may do. Each role has only the privileges that its task needs, so the
-- database protects the leads whoever calls it. No role in this file can log in. The API of a Supabase has the roles anon
-- (visitors), authenticated (staff who are signed in) and service_role (the operator) before the first migration; for a
-- plain PostgreSQL, server/database/roles.sql creates them.

-- leads_owner owns the tables and the functions (20261128000600_access.sql). A security definer function runs as its
-- owner, so an attacker who tricks one gets only the privileges of the owner of the leads, and not those of a superuser,
-- who can also run programs.
-- mailer sends the mails: our server or, on a Supabase, the Edge Function send-email.
-- leads_probe is for the health check, which reads how long the mails have waited.
do $$
declare
  name text;
begin
  foreach name in array array['leads_owner', 'mailer', 'leads_probe'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = name) then
      execute format('create role %I nologin', name);
    end if;
    execute format('grant %I to current_user', name);
  end loop;
end;
$$;

-- What later statements create is closed until it is granted by name. A Supabase project would otherwise grant
-- everything in the schema public to the roles of the API.
alter default privileges revoke execute on functions from public;

alter default privileges for role leads_owner revoke execute on functions from public;

alter default privileges in schema public revoke all on tables from anon, authenticated;

alter default privileges in schema public revoke all on sequences from anon, authenticated;

alter default privileges in schema public revoke all on functions from anon, authenticated;

create schema private authorization leads_owner;
comment on schema private is 'What the API does not expose.';

grant usage on schema public to anon, leads_owner, mailer, leads_probe;

grant usage on schema private to mailer, leads_probe;

-- Limits the time of a statement, of waiting for a lock and of an idle transaction, also for connections that do not
-- set these limits themselves. PostgREST gives each request the settings of the role that it impersonates (anon or
-- authenticated), and each connection has the settings of the role that logs in (authenticator, on a Supabase). The
-- logins of our server have limits of their own (server/database/logins.ts).
-- https://docs.postgrest.org/en/stable/references/transactions.html#impersonated-role-settings
do $$
declare
  api_role record;
begin
  alter role authenticated set statement_timeout = '8s';
  for api_role in
    select rolname as name, case rolname when 'anon' then '3s' else '8s' end as statement_timeout
    from pg_roles where rolname in ('anon', 'authenticator')
  loop
    execute format('alter role %I set statement_timeout = %L', api_role.name, api_role.statement_timeout);
    execute format('alter role %I set lock_timeout = %L', api_role.name, '4s');
    execute format('alter role %I set idle_in_transaction_session_timeout = %L', api_role.name, '10s');
  end loop;
exception
  when insufficient_privilege then
    raise notice 'This login may not set the roles'' time limits: whoever made the roles may.';
end;
$$;

-- Nobody may create temporary objects, except Supabase's own services, which may need them. A function that runs as its
-- owner looks for types and tables in pg_temp too, after pg_catalog. With temporary objects, an attacker could try to make
-- it use a type whose check calls a function of theirs.
-- https://www.postgresql.org/docs/current/sql-createfunction.html#SQL-CREATEFUNCTION-SECURITY
do $$
declare
  service record;
begin
  if not (
    select pg_has_role(datdba, 'usage') from pg_catalog.pg_database where datname = current_database()
  ) then
    raise notice 'This login does not own the database: whoever does may revoke TEMPORARY on it from PUBLIC.';
    return;
  end if;
  execute format('revoke temporary on database %I from public', current_database());
  for service in
    select rolname from pg_catalog.pg_roles where rolname like 'supabase\_%' and rolcanlogin and not rolsuper
  loop
    execute format('grant temporary on database %I to %I', current_database(), service.rolname);
  end loop;
end;
$$;

-- By default every role may take advisory locks and create large objects. A role that held the lock of the migrations
-- would keep every server from starting. Only the owner of these functions, a superuser, can revoke these privileges;
-- on a hosted Supabase, every role keeps them (docs/decisions/0021-roles-and-logins.md).
do $$
declare
  item record;
begin
  for item in
    select oid::regprocedure as name, proname ~ 'advisory' as is_lock
    from pg_catalog.pg_proc
    where pronamespace = 'pg_catalog'::regnamespace
      and (proname ~ '^pg_(try_)?advisory_' or proname ~ '^(lo_|loread$|lowrite$)')
      and pg_has_role(proowner, 'usage')
  loop
    execute format('revoke execute on function %s from public', item.name);
    if item.is_lock then
      execute format('grant execute on function %s to leads_owner', item.name);
    end if;
  end loop;
end;
$$;
