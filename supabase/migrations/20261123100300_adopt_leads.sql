-- A lead gets its case (the firm's work on it) when the desk, the staff's app, first reads leads. So a visitor's
-- transaction does no work for the desk.

-- Writes an event: what was done, with a note if somebody typed one. @returns the event's id
create function desk_private.write_event(
  actor uuid, lead_id uuid, kind text, facts jsonb, request_id uuid default null, note text default null
)
returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  new_id pg_catalog.int8;
begin
  insert into desk_private.events (actor, lead_id, kind, facts, request_id)
  values (write_event.actor, write_event.lead_id, write_event.kind, write_event.facts, write_event.request_id)
  returning id into new_id;
  perform desk_private.write_text(new_id, write_event.lead_id, 'note', note);
  return new_id;
end;
$$;

-- Writes what staff typed for an event; nothing if the text is empty.
create function desk_private.write_text(event_id bigint, lead_id uuid, part text, body text)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  typed constant pg_catalog.text := nullif(btrim(body, E' \t\r\n'), '');
begin
  perform desk_private.require(
    coalesce(char_length(typed) <= 10000, true),
    case part when 'note' then 'body' else part end,
    'This is longer than 10,000 characters.'
  );
  insert into desk_private.texts (event_id, lead_id, part, body)
  select write_text.event_id, write_text.lead_id, write_text.part, typed
  where typed is not null;
end;
$$;

-- Creates the missing cases of these leads. Two calls at the same time create only one case for each lead. @returns how
-- many this call has created
create function desk_private.adopt(lead_ids uuid[])
returns int
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  adopted int;
begin
  with found as (
    select leads.* from public.leads
    where id = any (lead_ids) and not exists (select from desk_private.cases where lead_id = id)
    -- Skips leads that another transaction is deleting.
    for key share skip locked
  ),
  made as (
    insert into desk_private.cases (lead_id, received_at, promised_by, is_suspect, phone_key, email_key)
    select
      id, created_at, desk_private.promised_by(created_at), suspect_reasons <> '{}', private.phone_key(phone),
      lower(email)
    from found
    on conflict (lead_id) do nothing
    returning lead_id
  ),
  received as (
    insert into desk_private.events (at, lead_id, kind, facts)
    select created_at, id, 'received', jsonb_build_object('source', source)
    from found
    where id in (select lead_id from made)
    order by created_at
    returning id
  )
  select count(*) into adopted from received;
  return adopted;
end;
$$;

-- Creates the missing cases. Each call searches the leads of the last hour, by the index on created_at. Ten minutes
-- after the last complete search, a call also searches all leads, for imports, a restored backup, and leads that came
-- while nobody was at the desk. A search creates a thousand cases at most, so that no call takes long; if there were
-- more, the next call goes on.
create function desk_private.adopt_new()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform desk_private.adopt(array(
    select id from public.leads
    where created_at > now() - interval '1 hour'
      and not exists (select from desk_private.cases where lead_id = id)
    order by created_at desc
    limit 1000
  ));
  perform from desk_private.settings where adopted_at < now() - interval '10 minutes' for update skip locked;
  if found then
    if desk_private.adopt(array(
      select id from public.leads
      where not exists (select from desk_private.cases where lead_id = id)
      order by created_at desc
      limit 1000
    )) < 1000 then
      update desk_private.settings set adopted_at = now();
    end if;
  end if;
end;
$$;

-- Updates a case when an operator changes its lead with a statement, such as the one that the mail about a suspect lead
-- contains. Security definer (runs with its owner's privileges): a role that may change leads may not change cases.
create function desk_private.follow_lead()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update desk_private.cases
  set
    is_suspect = new.suspect_reasons <> '{}',
    phone_key = private.phone_key(new.phone),
    email_key = lower(new.email)
  where lead_id = new.id;
  return null;
end;
$$;

create trigger follow_lead
after update of suspect_reasons, phone, email on public.leads
for each row when (
  (old.suspect_reasons, old.phone, old.email) is distinct from (new.suspect_reasons, new.phone, new.email)
)
execute function desk_private.follow_lead();
