-- Everything that the desk's first screen needs, in one call, because each call costs a phone a round trip. The cursor of
-- the changes is read before the list, so that no change falls between the two. Both give cases to new leads, each to at
-- most a thousand.
create function desk.first_screen()
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant pg_catalog.jsonb := desk.me();
  changes constant pg_catalog.jsonb := desk.changes(null);
begin
  return jsonb_build_object('me', me, 'changes', changes, 'inbox', desk.inbox('now', null, 50));
end;
$$;

alter function desk.first_screen() owner to leads_owner;
revoke execute on function desk.first_screen() from public, anon, authenticated;
grant execute on function desk.first_screen() to authenticated;
