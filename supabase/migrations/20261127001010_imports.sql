-- Imports: the leads that the firm has imported from another program, with `npm run import`. An import's leads have the
-- source 'import', which only the owner of the tables may write (the policy on public.leads), and the date of the other
-- program. They have no notification, so nobody gets a mail about them, and no first contact was promised to them.

create table desk_private.imports (
  id int generated always as identity primary key,
  at timestamptz not null default now(),
  file_name text not null,
  file_hash text not null,
  leads int not null default 0,
  last_event bigint,
  undone_at timestamptz
);

comment on table desk_private.imports is 'One for each file that was imported.';
comment on column desk_private.imports.file_hash is 'The SHA-256 of the file: the same file is imported once.';
comment on column desk_private.imports.last_event is
  'The last event that the import wrote. Later events of its leads are the work of staff.';
comment on column desk_private.imports.undone_at is 'When its leads were deleted again with --undo.';

create unique index imports_file_hash_idx on desk_private.imports (file_hash) where undone_at is null;

alter table desk_private.imports enable row level security;
create policy "Nobody but the owner sees imports"
on desk_private.imports for all to public using (false);

create table desk_private.imported_leads (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  import_id int not null references desk_private.imports (id)
);

comment on table desk_private.imported_leads is 'Which import brought a lead.';

create index imported_leads_import_id_idx on desk_private.imported_leads (import_id);

alter table desk_private.imported_leads enable row level security;
create policy "Nobody but the owner sees which import brought a lead"
on desk_private.imported_leads for all to public using (false);

-- A time of the other program: '2024-05-03 14:22:00' in Europe/London, or with an offset from UTC.
create function desk_private.imported_time(given text)
returns timestamptz
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when given ~ '(Z|[+-]\d\d:\d\d)$' then given::pg_catalog.timestamptz
    else given::pg_catalog.timestamp at time zone 'Europe/London'
  end;
$$;

-- Stores one lead of an import, with its case, its events and its notes. The fields of `given` are those of the type
-- ImportedLead (server/operations/import/read-row.ts). @returns why the lead was not stored: the name of the broken rule
-- of public.leads, or 'repeat' if the same person has a lead about the same address; null if it was stored
create function desk_private.import_lead(import_id int, given jsonb)
returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  lead public.leads := jsonb_populate_record(null::public.leads, given);
  created_at constant pg_catalog.timestamptz := coalesce(desk_private.imported_time(given ->> 'created'), now());
  contact_at constant pg_catalog.timestamptz := coalesce(desk_private.imported_time(given ->> 'last_contact'), created_at);
  next_at constant pg_catalog.timestamptz := desk_private.imported_time(given ->> 'next_at');
  stage constant desk_private.stage := (given ->> 'stage')::desk_private.stage;
  is_bought constant boolean := coalesce(given ->> 'close_reason' = 'bought', stage = 'settled');
  key constant pg_catalog.text := private.phone_key(lead.phone);
  broken pg_catalog.text;
  note pg_catalog.text;
  event_id pg_catalog.int8;
begin
  begin
    perform private.check_lead(
      lead.name, lead.email, lead.phone, lead.postcode, lead.address, lead.property_type, lead.bedrooms,
      lead.property_condition, lead.message, 'import'
    );
  exception when check_violation then
    get stacked diagnostics broken = constraint_name;
    return broken;
  end;
  if created_at > now() or contact_at > now() then
    return 'future';
  end if;

  if exists (
    select
    from desk_private.cases
    join public.leads as stored on stored.id = lead_id
    where (phone_key = key or email_key = lower(lead.email))
      and private.address_key(stored.address, stored.postcode) = private.address_key(lead.address, lead.postcode)
  ) then
    return 'repeat';
  end if;

  lead.id := gen_random_uuid();
  insert into public.leads (
    id, created_at, name, email, phone, postcode, address, property_type, bedrooms, property_condition, message, source
  )
  values (
    lead.id, created_at, lead.name, lead.email, lead.phone, lead.postcode, lead.address, lead.property_type,
    lead.bedrooms, lead.property_condition, lead.message, 'import'
  );
  insert into desk_private.imported_leads (lead_id, import_id) values (lead.id, import_lead.import_id);
  insert into private.lead_origins (lead_id, utm_source)
  select lead.id, left(given ->> 'origin', 100) where given ->> 'origin' is not null;

  -- first_contact_at is set although nobody may have been in touch, because nothing was promised to these people: a lead
  -- without a first contact would stand in the list "now" as overdue.
  insert into desk_private.cases (
    lead_id, received_at, promised_by, stage, reached, close_reason, first_contact_at, next_action, next_at, do_not_call,
    hold_until, hold_reason, is_suspect, phone_key, email_key, search_text, changed_at
  )
  values (
    lead.id, created_at, created_at, stage,
    case when is_bought then 'settled'::desk_private.stage when stage = 'closed' then 'new' else stage end,
    given ->> 'close_reason', contact_at, given ->> 'next_action', next_at, (given ->> 'do_not_call')::boolean,
    -- The hold of a bought house, as desk_private.move sets it when a case is closed at the desk.
    case when is_bought then (desk_private.today() + interval '6 years')::pg_catalog.date end,
    case when is_bought then 'The firm has bought the house.' end,
    false, key, lower(lead.email), private.search_text(lead.name, lead.address, lead.email, lead.postcode), contact_at
  );

  insert into desk_private.events (at, lead_id, kind, facts)
  values (created_at, lead.id, 'received', jsonb_build_object('source', 'import', 'import', import_lead.import_id));
  for note in select jsonb_array_elements_text(given -> 'notes') loop
    insert into desk_private.events (at, lead_id, kind) values (contact_at, lead.id, 'noted') returning id into event_id;
    insert into desk_private.texts (event_id, part, lead_id, body) values (event_id, 'note', lead.id, note);
  end loop;
  if stage <> 'new' then
    insert into desk_private.events (at, lead_id, kind, facts)
    values (
      contact_at, lead.id, 'staged',
      jsonb_strip_nulls(jsonb_build_object('from', 'new', 'to', stage, 'reason', given ->> 'close_reason'))
    );
  end if;
  if (given ->> 'do_not_call')::boolean then
    insert into desk_private.events (at, lead_id, kind, facts)
    values (contact_at, lead.id, 'contact_rules_set', '{"do_not_call": true, "vulnerable": false}');
  end if;
  if next_at is not null then
    insert into desk_private.events (at, lead_id, kind, facts)
    values (
      now(), lead.id, 'planned', jsonb_build_object('next_action', given ->> 'next_action', 'next_at', next_at)
    );
  end if;
  return null;
end;
$$;

-- Deletes the leads of an import, as an erasure does. If staff have worked on some of them since, nothing is deleted,
-- unless `worked_on_too` is true. @returns the number of leads because of which nothing was deleted; 0 if the import is
-- undone
create function desk_private.undo_import(import_id int, worked_on_too boolean)
returns int
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  undone desk_private.imports;
  worked_on pg_catalog.uuid[];
begin
  select imports.* into undone from desk_private.imports where id = undo_import.import_id for update;
  if not found or undone.undone_at is not null then
    raise exception 'There is no import %, or it was undone.', undo_import.import_id using errcode = 'PT404';
  end if;
  worked_on := array(
    select lead_id from desk_private.imported_leads
    where import_id = undone.id
      and exists (
        select from desk_private.events where events.lead_id = imported_leads.lead_id and id > undone.last_event
      )
  );
  if cardinality(worked_on) > 0 and not worked_on_too then
    return cardinality(worked_on);
  end if;
  -- Removes the holds that the import itself has set, for bought houses. A hold that staff have set stays, and the
  -- erasure is refused.
  update desk_private.cases set hold_until = null, hold_reason = null
  where hold_until is not null
    and lead_id in (select lead_id from desk_private.imported_leads where import_id = undone.id)
    and lead_id <> all (worked_on);
  perform private.erase_leads(
    array(select lead_id from desk_private.imported_leads where import_id = undone.id), 'import_undone'
  );
  update desk_private.imports set undone_at = now() where id = undone.id;
  return 0;
end;
$$;
