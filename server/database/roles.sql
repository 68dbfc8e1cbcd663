-- The roles of Supabase's API. A Supabase project has them before its first migration; in a plain PostgreSQL they have
-- to be created. `migrate.ts` runs this file before the migrations.
-- https://supabase.com/docs/guides/database/postgres/roles
do $$
declare
  api_role text;
begin
  foreach api_role in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select from pg_roles where rolname = api_role) then
      execute format('create role %I nologin', api_role);
    end if;
    execute format('grant %I to current_user', api_role);
  end loop;
end;
$$;
