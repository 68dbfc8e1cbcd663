-- Cases: the firm's work on each lead. Events: what was done, by whom, and when. Texts: what staff typed. Everything that
-- is written about a person is in cases and texts, which are deleted with the lead. Events and offers hold none of it and
-- are kept, so the record of what was done remains when a person is erased. The end of this file has what every change of
-- a case needs: the lock, the request, the version, and the answer to a conflict.

create type desk_private.stage as enum (
  'new', 'contacted', 'appraised', 'offer_made', 'accepted', 'solicitors_instructed', 'formal_offer',
  'missives_concluded', 'settled', 'closed'
);

create table desk_private.cases (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  received_at timestamptz not null,
  promised_by timestamptz not null,
  stage desk_private.stage not null default 'new',
  reached desk_private.stage not null default 'new',
  close_reason text,
  assignee uuid references desk_private.staff (user_id),
  version int not null default 1,
  first_contact_at timestamptz,
  open_seconds_to_contact int,
  next_action text,
  next_at timestamptz,
  asked_at timestamptz,
  do_not_call boolean not null default false,
  vulnerable boolean not null default false,
  contact_rules text,
  hold_until date,
  hold_reason text,
  duplicate_of uuid references desk_private.cases (lead_id) on delete set null,
  is_suspect boolean not null,
  phone_key text,
  email_key text,
  search_text text,
  changed_at timestamptz not null default now(),

  -- 'not_ours': the firm does not buy such a house. 'route_out_given': the seller was told of a better way to sell.
  constraint cases_close_reason_known check (
    close_reason in (
      'bought', 'no_reply', 'not_ours', 'route_out_given', 'seller_withdrew', 'we_withdrew', 'duplicate', 'spam'
    )
  ),
  constraint cases_closed_with_reason check ((stage = 'closed') = (close_reason is not null)),
  constraint cases_reached_open_stage check (reached <> 'closed'),
  constraint cases_next_action_known check (
    next_action in ('call', 'write', 'visit', 'value', 'make_offer', 'wait_for_seller', 'wait_for_solicitor', 'other')
  ),
  constraint cases_next_action_with_time check ((next_action is null) = (next_at is null)),
  constraint cases_closed_without_next_action check (stage <> 'closed' or next_action is null)
);

comment on table desk_private.cases is
  'The work on a lead: one row for each lead, written when the desk first reads the leads after it has arrived.';
comment on column desk_private.cases.received_at is 'The lead''s created_at, for the indexes here.';
comment on column desk_private.cases.promised_by is 'The time by which the firm has promised to be in touch.';
comment on column desk_private.cases.reached is 'The stage, or the last one before the case was closed: what the funnel counts.';
comment on column desk_private.cases.open_seconds_to_contact is
  'For how many seconds the firm was open between the enquiry and the first contact, by the opening hours that were set when the contact was recorded. Null for an imported lead.';
comment on column desk_private.cases.version is
  'Grows with every change. Whoever changes the case names the version that they saw, so that they cannot overwrite a change that they did not see.';
comment on column desk_private.cases.asked_at is
  'When the seller wrote, asked for a call or answered an offer. Null if staff have replied, called or planned since.';
comment on column desk_private.cases.hold_until is 'Until the end of this day, the lead is neither erased nor deleted as expired.';
comment on column desk_private.cases.phone_key is 'private.phone_key of the lead''s number: finds duplicates.';
comment on column desk_private.cases.email_key is 'The lead''s address in lower case.';
comment on column desk_private.cases.search_text is 'private.search_text of the lead: what the desk''s search reads.';

-- The next two indexes are for the desk's list 'now': cases that wait for a first contact, by deadline; then
-- follow-ups, by time. All enquiries of a night have the same deadline, so received_at puts the seller first who has
-- waited longest.
create index cases_waiting_idx on desk_private.cases (promised_by, received_at, lead_id)
where not is_suspect and stage <> 'closed' and first_contact_at is null;
create index cases_follow_up_idx on desk_private.cases (least(next_at, asked_at), received_at, lead_id)
where not is_suspect and case stage when 'closed' then asked_at is not null else first_contact_at is not null end;
create index cases_open_idx on desk_private.cases (changed_at, lead_id) where not is_suspect and stage <> 'closed';
create index cases_assignee_idx on desk_private.cases (assignee, changed_at, lead_id) where stage <> 'closed';
create index cases_suspect_idx on desk_private.cases (received_at, lead_id) where is_suspect and stage <> 'closed';
create index cases_stage_idx on desk_private.cases (stage, changed_at, lead_id) where not is_suspect or stage = 'closed';
create index cases_received_at_idx on desk_private.cases (received_at, lead_id)
-- With these columns, the index has all that the figures read of a case.
include (first_contact_at, open_seconds_to_contact, promised_by, stage, reached, is_suspect, close_reason);
create index cases_phone_key_idx on desk_private.cases (phone_key);
create index cases_email_key_idx on desk_private.cases (email_key);
-- For the search by any part of a text or number. It is not on public.leads, so that no visitor waits for it.
create index cases_search_idx on desk_private.cases
using gin (search_text extensions.gin_trgm_ops, phone_key extensions.gin_trgm_ops);
create index cases_duplicate_of_idx on desk_private.cases (duplicate_of) where duplicate_of is not null;

alter table desk_private.cases enable row level security;
create policy "Nobody but the owner sees cases"
on desk_private.cases for all to public using (false);

-- Works out how long the firm was open before it was in touch. The value is stored, because the figures would otherwise
-- work it out for each lead of a year. Opening hours that are set later do not change it.
create function desk_private.measure_time_to_contact()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.open_seconds_to_contact := desk_private.open_seconds(new.received_at, new.first_contact_at);
  return new;
end;
$$;

create trigger measure_time_to_contact
before update on desk_private.cases
for each row when (old.first_contact_at is null and new.first_contact_at is not null)
execute function desk_private.measure_time_to_contact();

create table desk_private.events (
  id bigint generated always as identity primary key,
  -- The transaction that wrote the event. The feed of changes (desk.changes) reads events by transaction, because they
  -- are not committed in the order of their ids.
  xact xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  -- No foreign key, because events are kept when the lead is deleted.
  lead_id uuid,
  -- Has no index: staff are never deleted, so nothing has to look for their events.
  actor uuid references desk_private.staff (user_id),
  -- 'called': a call, a WhatsApp message or an e-mail. 'trusted': the lead was marked as not spam. 'distrusted': it was
  -- marked as suspect. 'held': a hold began or ended. 'staff_ended': somebody was removed from the staff. 'key_added':
  -- somebody has a new passkey or authenticator app.
  -- On the seller's page: 'opened', 'written' (a message), 'call_wished', 'offer_answered', 'contact_corrected', 'shared',
  -- 'share_ended', 'seller_stopped', and 'seller_erased' (a lead that was merged into this one). At the desk, for the page:
  -- 'replied', 'link_made', 'links_ended', 'seller_mailed'.
  kind text not null,
  facts jsonb not null default '{}',
  request_id uuid,
  constraint events_request_id_key unique (request_id),
  constraint events_kind_known check (
    kind in (
      'received', 'claimed', 'released', 'assigned', 'called', 'staged', 'noted', 'planned', 'offered', 'offer_changed',
      'merged', 'trusted', 'distrusted', 'contact_rules_set', 'held', 'exported', 'person_read', 'erased',
      'staff_added', 'staff_ended', 'key_added',
      'opened', 'written', 'replied', 'call_wished', 'offer_answered', 'contact_corrected', 'shared', 'share_ended',
      'link_made', 'links_ended', 'seller_stopped', 'seller_erased', 'seller_mailed'
    )
  )
);

comment on table desk_private.events is 'What was done. Rows are never changed or deleted.';
comment on column desk_private.events.facts is 'Codes, amounts, dates and ids. Nothing that somebody typed.';
comment on column desk_private.events.actor is 'Null: a visitor, a command or the database itself.';
comment on column desk_private.events.request_id is 'The id of the request that caused the event (desk_private.requests).';

create index events_xact_idx on desk_private.events (xact);
create index events_lead_id_idx on desk_private.events (lead_id, id);

alter table desk_private.events enable row level security;
create policy "Nobody but the owner sees events"
on desk_private.events for all to public using (false);

-- Refuses updates, deletes and truncates by every role, also by the owner of the tables and by superusers, while the
-- trigger is enabled.
create function desk_private.refuse_change()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise insufficient_privilege using message = format('Rows of %I are never changed or deleted.', tg_table_name);
end;
$$;

create trigger refuse_change
before update or delete on desk_private.events
for each row execute function desk_private.refuse_change();

create trigger refuse_emptying
before truncate on desk_private.events
for each statement execute function desk_private.refuse_change();

create table desk_private.texts (
  event_id bigint not null references desk_private.events (id),
  part text not null,
  lead_id uuid not null references public.leads (id) on delete cascade,
  body text not null,
  primary key (event_id, part),
  constraint texts_part_known check (
    part in ('note', 'conditions', 'evidence', 'message', 'solicitor', 'former_phone', 'former_email')
  ),
  constraint texts_body_length check (char_length(body) between 1 and 10000)
);

comment on table desk_private.texts is 'What staff and the seller typed. Deleted with the lead that it is about.';

create index texts_lead_id_idx on desk_private.texts (lead_id);

alter table desk_private.texts enable row level security;
create policy "Nobody but the owner sees texts"
on desk_private.texts for all to public using (false);

create table desk_private.requests (
  id uuid primary key,
  lead_id uuid references public.leads (id) on delete cascade,
  call_hash bytea not null
);

comment on table desk_private.requests is
  'The requests that were carried out, so that a repeated one changes nothing. Deleted with their lead.';
comment on column desk_private.requests.call_hash is
  'The SHA-256 of the function, the lead, the caller and the other arguments. It is not kept with the event, because it could confirm a guess of what somebody typed.';

create index requests_lead_id_idx on desk_private.requests (lead_id);

alter table desk_private.requests enable row level security;
create policy "Nobody but the owner sees requests"
on desk_private.requests for all to public using (false);

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

-- Writes what staff or the seller typed for an event; nothing if the text is empty.
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

-- The deadline of the promised reply to a lead: the deadline of its case or, before the desk has made the case, the
-- deadline that the case will have.
create function desk_private.promise_of_case(lead_id uuid, received_at timestamptz)
returns timestamptz
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    (select promised_by from desk_private.cases where cases.lead_id = promise_of_case.lead_id),
    desk_private.promised_by(received_at)
  );
$$;

-- The next two functions create cases. They run when the desk (the staff's app) reads leads, and not when a visitor sends
-- one, so a visitor's transaction does no work for the desk.

-- Creates the missing cases of these leads, with the senders' keys to the seller's page and the leads' origins. Two calls
-- at the same time create only one case for each lead. @returns how many this call has created
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
    insert into desk_private.cases (lead_id, received_at, promised_by, is_suspect, phone_key, email_key, search_text)
    select
      id, created_at, desk_private.promised_by(created_at), suspect_reasons <> '{}', private.phone_key(phone),
      lower(email), private.search_text(name, address, email, postcode)
    from found
    on conflict (lead_id) do nothing
    returning lead_id, received_at
  ),
  -- If two leads came with the same key, the key opens the page of only one of them.
  keys as (
    insert into private.enquiry_keys (key_hash, lead_id, made_for, created_at, ends_at)
    select key_hash, lead_id, 'sender', received_at, received_at + interval '180 days'
    from made
    join private.notifications using (lead_id)
    where key_hash is not null
    order by received_at, lead_id
    on conflict do nothing
  ),
  origins as (
    insert into private.lead_origins
    select known.*
    from made
    join private.notifications using (lead_id)
    cross join lateral private.read_origin(lead_id, origin) as known
    on conflict do nothing
  ),
  received as (
    insert into desk_private.events (at, lead_id, kind, facts)
    select created_at, id, 'received', jsonb_build_object('source', source)
    from found
    where id in (select lead_id from made)
    order by created_at, id
    returning id
  )
  select count(*) into adopted from received;
  return adopted;
end;
$$;

-- Creates the missing cases. Each call searches the leads of the last hour, by the index on created_at. If ten minutes
-- have passed since all leads were last searched to the end, it searches all leads too, for imports, a restored backup,
-- and leads that came while nobody was at the desk. A search creates a thousand cases at most, so that no call takes
-- long. A search of all leads that reaches this number has not come to the end, so the next call goes on.
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

-- Updates a case when the suspect reasons of its lead change, or a text or number by which the desk finds the lead. It
-- is there for operators, who change leads with a statement, such as the one that the mail about a suspect lead
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
    -- If the reasons have not changed, the case keeps its mark, which staff may have set (desk.trust, desk.distrust).
    is_suspect = case
      when new.suspect_reasons is distinct from old.suspect_reasons then new.suspect_reasons <> '{}'
      else is_suspect
    end,
    phone_key = private.phone_key(new.phone),
    email_key = lower(new.email),
    search_text = private.search_text(new.name, new.address, new.email, new.postcode)
  where lead_id = new.id;
  return null;
end;
$$;

create trigger follow_lead
after update of suspect_reasons, name, email, phone, postcode, address on public.leads
for each row when (
  (old.suspect_reasons, old.name, old.email, old.phone, old.postcode, old.address)
  is distinct from (new.suspect_reasons, new.name, new.email, new.phone, new.postcode, new.address)
)
execute function desk_private.follow_lead();

-- The case that the firm works on for a lead: the lead's own or, after a merge, that of the other lead. Creates the
-- lead's case if there is none yet.
create function private.case_of(lead_id uuid)
returns uuid
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform desk_private.adopt(array[case_of.lead_id])
  where not exists (select from desk_private.cases where cases.lead_id = case_of.lead_id);
  return (select coalesce(duplicate_of, cases.lead_id) from desk_private.cases where cases.lead_id = case_of.lead_id);
end;
$$;

create function desk_private.refuse_gone()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise sqlstate 'PT404' using message = 'This lead is not there any more.', hint = 'lead_gone';
end;
$$;

-- Locks a case, and creates it if its lead has none yet.
create function desk_private.lock_case(lead_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform from desk_private.cases where cases.lead_id = lock_case.lead_id for no key update;
  if not found then
    perform desk_private.adopt(array[lock_case.lead_id]);
    perform from desk_private.cases where cases.lead_id = lock_case.lead_id for no key update;
    if not found then
      perform desk_private.refuse_gone();
    end if;
  end if;
end;
$$;

-- Begins a request that changes something: locks the case of its lead, if it has one, and records the request. The id
-- belongs to this one call: with another function, lead, caller or other arguments, it is refused with the status 422.
-- The version that the caller has seen is not compared, because it says nothing about the change.
-- @returns false if this request was carried out before
create function desk_private.begin_request(
  request_id uuid, function_name text, lead_id uuid, caller uuid, arguments jsonb
)
returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  given constant pg_catalog.bytea := sha256(
    convert_to(jsonb_build_array(function_name, begin_request.lead_id, caller, arguments)::pg_catalog.text, 'UTF8')
  );
  is_first boolean;
begin
  perform desk_private.require(request_id is not null, 'request_id', 'The request has no id.');
  if begin_request.lead_id is not null then
    perform desk_private.lock_case(begin_request.lead_id);
  end if;
  -- If the same request is being carried out at this moment, this waits for its end.
  insert into desk_private.requests (id, lead_id, call_hash)
  values (begin_request.request_id, begin_request.lead_id, given)
  on conflict on constraint requests_pkey do nothing;
  is_first := found;
  perform desk_private.require(
    case
      -- If the lead was erased, its requests were deleted with it, but their events still have the request ids.
      when is_first
        then not exists (select from desk_private.events where events.request_id = begin_request.request_id)
      else (select call_hash = given from desk_private.requests where id = begin_request.request_id)
    end,
    'request_id', 'This request id was used before, for something else.'
  );
  return is_first;
end;
$$;

-- Refuses a change with the status 409. The detail has the author, time and kind of the last event, and the current
-- lead, for the app to show.
create function desk_private.refuse_conflict(lead_id uuid, reason text)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  last_event desk_private.events;
begin
  select events.* into last_event
  from desk_private.events where events.lead_id = refuse_conflict.lead_id order by id desc limit 1;
  raise sqlstate 'PT409' using
    message = case reason
      when 'claimed' then 'Somebody else has this lead.'
      else 'Somebody else has changed this lead.'
    end,
    hint = reason,
    detail = jsonb_build_object(
      'by', desk_private.staff_json(last_event.actor),
      'at', last_event.at,
      'kind', last_event.kind,
      'lead', desk_private.lead(refuse_conflict.lead_id)
    );
end;
$$;

-- Increments the version of a case that is locked. Refuses the change with 409 if the caller has not seen the latest
-- version; a version of null is not compared.
create function desk_private.take_case(lead_id uuid, version int)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  latest int;
begin
  select cases.version into latest from desk_private.cases where cases.lead_id = take_case.lead_id;
  if take_case.version <> latest then
    perform desk_private.refuse_conflict(take_case.lead_id, 'stale');
  end if;
  update desk_private.cases
  set version = latest + 1, changed_at = clock_timestamp()
  where cases.lead_id = take_case.lead_id;
end;
$$;

-- Like take_case, but the version is required.
create function desk_private.take_seen_case(lead_id uuid, version int)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform desk_private.require(take_seen_case.version is not null, 'version', 'Which version was changed?');
  perform desk_private.take_case(take_seen_case.lead_id, take_seen_case.version);
end;
$$;

-- Puts the case into the desk's list 'now' until staff have reacted.
create function private.put_case_into_now(case_id uuid)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update desk_private.cases
  set asked_at = coalesce(asked_at, now()), changed_at = clock_timestamp()
  where lead_id = case_id;
$$;

-- Whether staff have put the lead on hold. While it is on hold, it is neither erased nor deleted as expired.
create function private.is_case_held(lead_id uuid)
returns boolean
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from desk_private.cases where cases.lead_id = is_case_held.lead_id and hold_until >= desk_private.today()
  );
$$;
