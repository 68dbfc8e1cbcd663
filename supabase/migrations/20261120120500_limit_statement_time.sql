-- Limits the time of a statement, of waiting for a lock and of an idle transaction, also for connections that do not
-- set these limits themselves. They are set on two roles: PostgREST gives each request the settings of the role that
-- it impersonates (anon), and each connection has the settings of the role that logs in (authenticator, on a Supabase).
-- Our server creates its own logins after the migrations (server/database/logins.ts), with authenticator's limits.
-- https://docs.postgrest.org/en/stable/references/transactions.html#impersonated-role-settings
do $$
declare
  api_role record;
begin
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
