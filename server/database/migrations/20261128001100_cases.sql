-- Cases: the firm's work on each lead. Events: what was done, by whom, and when. Texts: what staff and sellers typed.
-- Everything that is written about a person is in cases and texts, which are deleted with the lead. Events and offers hold
-- none of it and are kept, so the record of what was done remains when a person is erased.

create type desk.stage as enum ({{STAGES}});

create table desk.cases (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  received_at timestamptz not null,
  promised_by timestamptz not null,
  stage desk.stage not null default 'new',
  reached desk.stage not null default 'new',
  close_reason text,
  assignee uuid references desk.staff (user_id),
  given_by uuid references desk.staff (user_id),
  seen_at timestamptz,
  version int not null default 1,
  first_contact_at timestamptz,
  open_seconds_to_contact int,
  tried_at timestamptz,
  next_action text,
  next_at timestamptz,
  asked_at timestamptz,
  question_at timestamptz,
  complaint_due date,
  do_not_call boolean not null default false,
  vulnerable boolean not null default false,
  contact_rules text,
  hold_until date,
  hold_reason text,
  duplicate_of uuid references desk.cases (lead_id) on delete set null,
  is_suspect boolean not null,
  phone_key text,
  email_key text,
  search_text text,
  links_ended_at timestamptz,
  changed_at timestamptz not null default now(),

  constraint cases_close_reason_known check (close_reason in ({{CLOSE_REASONS}})),
  constraint cases_closed_with_reason check ((stage = 'closed') = (close_reason is not null)),
  constraint cases_reached_open_stage check (reached <> 'closed'),
  constraint cases_next_action_known check (next_action in ({{NEXT_ACTIONS}})),
  constraint cases_next_action_with_time check ((next_action is null) = (next_at is null)),
  constraint cases_closed_without_next_action check (stage <> 'closed' or next_action is null)
);
comment on table desk.cases is
  'The work on a lead: one row for each lead, written when the desk first reads the leads after it has arrived.';
comment on column desk.cases.received_at is 'The lead''s created_at, for the indexes here.';
comment on column desk.cases.promised_by is 'The time by which the firm has promised to be in touch.';
comment on column desk.cases.reached is 'The stage, or the last one before the case was closed: what the funnel counts.';
comment on column desk.cases.open_seconds_to_contact is
  'For how many seconds the firm was open between the enquiry and the first contact, by the opening hours that were set when the contact was recorded. Null for an imported lead.';
comment on column desk.cases.version is
  'Grows with every change. Whoever changes the case names the version that they saw, so that they cannot overwrite a change that they did not see.';
comment on column desk.cases.asked_at is
  'When the seller asked for a call or answered an offer. Null if staff have replied, called or planned since.';
comment on column desk.cases.question_at is
  'When the seller wrote. Null if staff have replied, reached the seller or marked it as answered since: not if they have planned or rung in vain.';
comment on column desk.cases.complaint_due is
  'The last day for our answer to the oldest complaint that nobody has answered; null if there is none. A closed case keeps it.';
comment on column desk.cases.tried_at is 'When staff last tried to reach the seller in vain. It is no contact.';
comment on column desk.cases.given_by is 'Who gave the lead to its assignee. Null once the assignee has opened it.';
comment on column desk.cases.seen_at is 'When somebody of the staff first opened the lead.';
comment on column desk.cases.hold_until is 'Until the end of this day, the lead is neither erased nor deleted as expired.';
comment on column desk.cases.links_ended_at is
  'When staff ended all links to the seller''s page. Until they confirm an address, no mail has a link to it.';
comment on column desk.cases.phone_key is 'The lead''s number, normalised: finds duplicates. Null until the next call of the desk after a statement has changed the lead.';
comment on column desk.cases.email_key is 'The lead''s address in lower case.';
comment on column desk.cases.search_text is
  'What the desk''s search reads of the lead and of the texts about its case (server/cases/search-text.ts). Null as phone_key, or if a text was written since.';

-- The next two indexes are for the desk's list 'now': cases that wait for a first call, by deadline; then
-- follow-ups, by time. All enquiries of a night have the same deadline, so received_at puts the seller first who has
-- waited longest.
create index cases_waiting_idx on desk.cases (promised_by, received_at, lead_id)
where not is_suspect and stage <> 'closed' and coalesce(first_contact_at, tried_at) is null;

create index cases_follow_up_idx on desk.cases (least(next_at, asked_at, question_at), received_at, lead_id)
where not is_suspect
  and case stage when 'closed' then coalesce(asked_at, question_at) else coalesce(first_contact_at, tried_at) end is not null;

create index cases_complaint_idx on desk.cases (complaint_due) where complaint_due is not null;

create index cases_open_idx on desk.cases (changed_at, lead_id) where not is_suspect and stage <> 'closed';

create index cases_assignee_idx on desk.cases (assignee, changed_at, lead_id) where stage <> 'closed';

create index cases_suspect_idx on desk.cases (received_at, lead_id) where is_suspect and stage <> 'closed';

create index cases_stage_idx on desk.cases (stage, changed_at, lead_id) where not is_suspect or stage = 'closed';

create index cases_received_at_idx on desk.cases (received_at, lead_id)
-- With these columns, the index has all that the figures read of a case.
include (first_contact_at, open_seconds_to_contact, promised_by, stage, reached, is_suspect, close_reason);

create index cases_phone_key_idx on desk.cases (phone_key);

create index cases_email_key_idx on desk.cases (email_key);

-- For the search by any part of a text or number. It is not on public.leads, so that no visitor waits for it.
create index cases_search_idx on desk.cases
using gin (search_text extensions.gin_trgm_ops, phone_key extensions.gin_trgm_ops);

-- Cases whose lead was changed, by the seller or by a statement, or about which something was written: the server works
-- out their search keys again.
create index cases_without_keys_idx on desk.cases (lead_id) where search_text is null;

create index cases_duplicate_of_idx on desk.cases (duplicate_of) where duplicate_of is not null;

create table desk.events (
  id bigint generated always as identity primary key,
  -- The transaction that wrote the event. The feed of changes reads events by transaction, because they
  -- are not committed in the order of their ids.
  xact xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  -- No foreign key, because events are kept when the lead is deleted.
  lead_id uuid,
  -- Has no index: staff are never deleted, so nothing has to look for their events.
  actor uuid references desk.staff (user_id),
  kind text not null,
  facts jsonb not null default '{}',
  request_id uuid,
  constraint events_request_id_key unique (request_id),
  constraint events_kind_known check (kind in ({{EVENTS}}))
);
comment on table desk.events is 'What was done. Rows are never changed or deleted.';
comment on column desk.events.facts is 'Codes, amounts, dates and ids. Nothing that somebody typed.';
comment on column desk.events.actor is 'Null: a visitor, a command or the database itself.';
comment on column desk.events.request_id is 'The id of the request that caused the event (desk.requests).';

create index events_xact_idx on desk.events (xact);

create index events_lead_id_idx on desk.events (lead_id, id);

-- Refuses updates, deletes and truncates by every role, also by the owner of the tables and by superusers, while the
-- trigger is enabled.
create function desk.refuse_change()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise insufficient_privilege using message = format('Rows of %I are never changed or deleted.', tg_table_name);
end;
$$;

create trigger refuse_change
before update or delete on desk.events
for each row execute function desk.refuse_change();

create trigger refuse_emptying
before truncate on desk.events
for each statement execute function desk.refuse_change();

create table desk.texts (
  event_id bigint not null references desk.events (id),
  part text not null,
  lead_id uuid not null references public.leads (id) on delete cascade,
  body text not null,
  primary key (event_id, part),
  constraint texts_part_known check (part in ({{TEXT_PARTS}})),
  -- The parts of an offer's details have their limits in server/cases/offer-details.ts.
  constraint texts_body_length check (body <> '' and char_length(body) <= case part when 'details' then 50000 else 10000 end)
);
comment on table desk.texts is 'What staff and the seller typed. Deleted with the lead that it is about.';

create index texts_lead_id_idx on desk.texts (lead_id);
-- The terms that the firm's next offer begins with.
create index texts_details_idx on desk.texts (event_id) where part = 'details';

-- Empties the search text of a case about which something was written: the server then makes it again, with the new text
-- (server/cases/adopt.ts). Security definer (runs with its owner's privileges): a seller writes texts, and may not change
-- the search text.
create function desk.search_text_anew()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update desk.cases set search_text = null where lead_id in (select lead_id from written) and search_text is not null;
  return null;
end;
$$;

create trigger search_text_anew
after insert on desk.texts referencing new table as written
for each statement execute function desk.search_text_anew();

create table desk.requests (
  id uuid primary key,
  lead_id uuid references public.leads (id) on delete cascade,
  call_hash bytea not null
);
comment on table desk.requests is
  'The requests that were carried out, so that a repeated one changes nothing. Deleted with their lead.';
comment on column desk.requests.call_hash is
  'The SHA-256 of the call''s name, the lead, the caller and the other arguments. It is not kept with the event, because it could confirm a guess of what somebody typed.';

create index requests_lead_id_idx on desk.requests (lead_id);

-- Updates a case when the suspect reasons of its lead change, or a text or number by which the desk finds the lead. Sellers
-- change leads when they correct their details, and operators with a statement, such as the one that the mail about a
-- suspect lead contains. Security definer (runs with its owner's privileges): a role that may change leads may not change
-- cases.
create function desk.follow_lead()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_found_alike constant pg_catalog.bool :=
    (old.name, old.email, old.phone, old.postcode, old.address)
    is not distinct from (new.name, new.email, new.phone, new.postcode, new.address);
begin
  update desk.cases
  set
    -- If the reasons have not changed, the case keeps its mark, which staff may have set.
    is_suspect = case
      when new.suspect_reasons is distinct from old.suspect_reasons then new.suspect_reasons <> '{}'
      else is_suspect
    end,
    -- The server works these out with its next call (server/cases/adopt.ts).
    phone_key = case when is_found_alike then phone_key end,
    email_key = lower(new.email),
    search_text = case when is_found_alike then search_text end
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
execute function desk.follow_lead();
