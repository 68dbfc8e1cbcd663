-- Grants access to the desk (the staff's app), now that all its functions exist. Everything in it belongs to
-- leads_owner, a role that cannot log in; nobody else may use a table, and each function is granted by name.

-- Gives the tables and functions of both schemas to leads_owner, and revokes all privileges from other roles.
do $$
declare
  item record;
begin
  for item in
    select oid::regclass as name from pg_catalog.pg_class
    where relkind in ('r', 'p') and relnamespace = 'desk_private'::regnamespace
  loop
    execute format('alter table %s owner to leads_owner', item.name);
    execute format('revoke all on %s from public, anon, authenticated, service_role', item.name);
  end loop;

  for item in
    select oid::regprocedure as name from pg_catalog.pg_proc
    where pronamespace in ('desk'::regnamespace, 'desk_private'::regnamespace)
  loop
    execute format('alter function %s owner to leads_owner', item.name);
    execute format('revoke all on function %s from public, anon, authenticated, service_role', item.name);
  end loop;
end;
$$;

alter type desk_private.stage owner to leads_owner;

grant usage on schema desk to authenticated, service_role;

grant execute on function
  desk.me(),
  desk.changes(text),
  desk.inbox(text, text, int),
  desk.lead(uuid),
  desk.search(text),
  desk.claim(uuid, uuid),
  desk.release(uuid, int, uuid),
  desk.assign(uuid, uuid, int, uuid),
  desk.log_call(uuid, int, uuid, text, text, text, text, timestamptz, text),
  desk.plan(uuid, int, uuid, text, timestamptz),
  desk.set_stage(uuid, int, uuid, text, text, text, timestamptz),
  desk.note(uuid, uuid, text),
  desk.offer(uuid, int, uuid, int, int, text, text, date, text, text, timestamptz),
  desk.change_offer(uuid, int, uuid, uuid, text, int, int, text, text, date, text, text, text, text, timestamptz),
  desk.set_contact_rules(uuid, int, uuid, boolean, boolean, text),
  desk.hold(uuid, int, uuid, date, text),
  desk.trust(uuid, uuid),
  desk.distrust(uuid, uuid),
  desk.merge(uuid, uuid, int, uuid),
  desk.export_csv(date, date, uuid),
  desk.person(text),
  desk.erase(text, uuid[], text, uuid),
  desk.funnel(date, date)
to authenticated;

grant execute on function
  desk.add_staff(uuid, text, text),
  desk.end_staff(uuid),
  desk.list_staff(),
  desk.add_key(uuid, text),
  desk.set_trial(boolean),
  desk.set_opening_hours(jsonb)
to service_role;

-- A statement timeout, as the other roles of the API have (20261120120500_limit_statement_time.sql).
do $$
begin
  alter role authenticated set statement_timeout = '8s';
exception
  when insufficient_privilege then
    raise notice 'This login may not set the roles'' time limits: whoever made the roles may.';
end;
$$;
