-- Gives everything to leads_owner, a role that cannot log in, takes all privileges on the closed schemas from the roles of
-- the API, and then opens the desk: each function is granted by name.

-- PostgreSQL makes a role the owner of a table only if that role may create tables in the schema.
grant create on schema public to leads_owner;
alter table public.leads owner to leads_owner;
revoke create on schema public from leads_owner;

alter type desk_private.stage owner to leads_owner;

do $$
declare
  item record;
begin
  for item in
    select 'table' as kind, oid::regclass::text as name from pg_catalog.pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('private', 'desk_private')
    union all
    select 'function', oid::regprocedure::text from pg_catalog.pg_proc
    where pronamespace::regnamespace::text in ('private', 'desk', 'desk_private')
  loop
    execute format('alter %s %s owner to leads_owner', item.kind, item.name);
    execute format('revoke all on %s %s from public, anon, authenticated, service_role', item.kind, item.name);
  end loop;
end;
$$;

-- The constraint leads_rules calls this function with the privileges of the role that inserts the lead.
grant execute on function private.check_lead(text, text, text, text, text, text, text, text, text, text)
to anon, service_role;

grant usage on schema desk to authenticated, service_role;

grant execute on function
  desk.me(),
  desk.first_screen(),
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
