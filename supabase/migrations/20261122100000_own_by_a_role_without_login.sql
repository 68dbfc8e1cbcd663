-- The tables and functions are owned by a role that is not a superuser and cannot log in. A security definer function
-- runs as its owner, so an attacker who tricks one gets only the privileges of the owner of the leads. Until now, the
-- owner on the embedded PostgreSQL was the superuser, who can also run programs.
--
-- A later migration must give each new object to this role (tests/database/database-catalogue.test.ts checks that).
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'leads_owner') then
    create role leads_owner nologin;
  end if;
end;
$$;
grant leads_owner to current_user;

-- PostgreSQL makes a role the owner of a table only if that role may create tables in the schema. The privilege is
-- revoked again below.
alter schema private owner to leads_owner;
grant usage, create on schema public to leads_owner;

-- With an empty search_path, PostgreSQL still searches pg_temp first for types and tables. So an attacker could create
-- a domain pg_temp.uuid with a check that calls a function; a cast to uuid would then run it as the owner. If pg_temp
-- is named last, it is searched last:
-- https://www.postgresql.org/docs/current/sql-createfunction.html#SQL-CREATEFUNCTION-SECURITY
do $$
declare
  item record;
begin
  for item in
    select oid::regclass as name from pg_catalog.pg_class
    where relkind in ('r', 'p', 'v', 'm')
      and (relnamespace = 'private'::regnamespace or oid = 'public.leads'::regclass)
  loop
    execute format('alter table %s owner to leads_owner', item.name);
  end loop;

  for item in
    select oid::regprocedure as name from pg_catalog.pg_proc where pronamespace = 'private'::regnamespace
  loop
    execute format('alter function %s set search_path = pg_catalog, pg_temp', item.name);
    execute format('alter function %s owner to leads_owner', item.name);
  end loop;
end;
$$;

alter default privileges for role leads_owner revoke execute on functions from public;
revoke create on schema public from leads_owner;

-- Without temporary objects, an attacker cannot create such a domain. So nobody may create them any more, except
-- Supabase's own services, which may need them.
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
