-- Returns what the desk (the staff's app) needs for its first screen, in one call, because each call costs a phone a
-- round trip. The cursor, from which the app then polls for changes, is made before the list is read, so that no change
-- in between is missed.
create function desk.start()
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant pg_catalog.jsonb := desk.me();
  changes constant pg_catalog.jsonb := desk.changes(null);
begin
  return jsonb_build_object('me', me, 'changes', changes, 'inbox', desk.inbox('now'));
end;
$$;

alter function desk.start() owner to leads_owner;
revoke execute on function desk.start() from public, anon, authenticated;
grant execute on function desk.start() to authenticated;
