-- Whether a session is still open. An access token is valid for 15 minutes, even if its session has ended meanwhile, so
-- our server checks the session before each call of a function of the schema desk.
create function desk_auth.is_session_open(session_id uuid, user_id uuid)
returns boolean
language sql
stable
-- Runs with its owner's rights: the role authenticated may not read the sessions.
security definer
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from desk_auth.sessions
    where sessions.id = is_session_open.session_id and sessions.user_id = is_session_open.user_id
  );
$$;

alter function desk_auth.is_session_open(uuid, uuid) owner to leads_owner;
revoke execute on function desk_auth.is_session_open(uuid, uuid) from public;
grant usage on schema desk_auth to authenticated;
grant execute on function desk_auth.is_session_open(uuid, uuid) to authenticated;
