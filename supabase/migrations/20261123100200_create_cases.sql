-- Cases: the firm's work on each lead. Events: what was done, by whom, and when. Texts: what staff typed. Words about a
-- person are only in cases and texts, which are deleted with the lead; events and offers are kept. So a person can be
-- erased, and the record of what was done remains.

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
  next_action text,
  next_at timestamptz,
  do_not_call boolean not null default false,
  vulnerable boolean not null default false,
  contact_rules text,
  hold_until date,
  hold_reason text,
  duplicate_of uuid references desk_private.cases (lead_id) on delete set null,
  is_suspect boolean not null,
  phone_key text,
  email_key text,
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

comment on table desk_private.cases is 'One for each lead, from the first time that the desk looks.';
comment on column desk_private.cases.received_at is 'The lead''s created_at, for the indexes here.';
comment on column desk_private.cases.promised_by is 'By when the firm has promised to be in touch.';
comment on column desk_private.cases.reached is 'The stage, or the last one before the case was closed: what the funnel counts.';
comment on column desk_private.cases.version is 'Grows with every change: whoever changes the case says which one they saw.';
comment on column desk_private.cases.hold_until is 'Until then the lead is neither erased nor deleted as expired.';
comment on column desk_private.cases.phone_key is 'private.phone_key of the lead''s number: finds duplicates.';
comment on column desk_private.cases.email_key is 'The lead''s address in lower case.';

-- The next two indexes are for the desk's list 'now': cases that wait for a first contact, by deadline; then
-- follow-ups, by time.
create index cases_waiting_idx on desk_private.cases (promised_by, lead_id)
where not is_suspect and stage <> 'closed' and first_contact_at is null;
create index cases_follow_up_idx on desk_private.cases (next_at, lead_id)
where not is_suspect and stage <> 'closed' and first_contact_at is not null;
create index cases_open_idx on desk_private.cases (changed_at, lead_id) where stage <> 'closed';
create index cases_assignee_idx on desk_private.cases (assignee, changed_at, lead_id) where stage <> 'closed';
create index cases_suspect_idx on desk_private.cases (received_at, lead_id) where is_suspect and stage <> 'closed';
create index cases_stage_idx on desk_private.cases (stage, changed_at, lead_id);
create index cases_received_at_idx on desk_private.cases (received_at, lead_id);
create index cases_phone_key_idx on desk_private.cases (phone_key);
create index cases_email_key_idx on desk_private.cases (email_key);
create index cases_duplicate_of_idx on desk_private.cases (duplicate_of) where duplicate_of is not null;

alter table desk_private.cases enable row level security;
create policy "Nobody but the owner sees cases"
on desk_private.cases for all to public using (false);

create table desk_private.events (
  id bigint generated always as identity primary key,
  -- The transaction that wrote the event. The feed of changes (desk.changes) reads events by transaction, because they
  -- are not committed in the order of their ids.
  xact xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  -- No foreign key, because events are kept when the lead is deleted.
  lead_id uuid,
  actor uuid references desk_private.staff (user_id),
  -- 'called': a call, a WhatsApp message or an e-mail. 'trusted': the lead was marked as not spam. 'distrusted': it was
  -- marked as suspect. 'held': a hold began or ended. 'staff_ended': somebody was removed from the staff. 'key_added':
  -- somebody has a new passkey or authenticator app.
  kind text not null,
  facts jsonb not null default '{}',
  request_id uuid,
  constraint events_request_id_key unique (request_id),
  constraint events_kind_known check (
    kind in (
      'received', 'claimed', 'released', 'assigned', 'called', 'staged', 'noted', 'planned', 'offered', 'offer_changed',
      'merged', 'trusted', 'distrusted', 'contact_rules_set', 'held', 'exported', 'person_read', 'erased',
      'staff_added', 'staff_ended', 'key_added'
    )
  )
);

comment on table desk_private.events is 'What was done. Rows are never changed or deleted.';
comment on column desk_private.events.facts is 'Codes, amounts, dates and ids. Nothing that somebody typed.';
comment on column desk_private.events.actor is 'Null: a visitor, a command or the database itself.';
comment on column desk_private.events.request_id is 'Of the write that it records: a repeated request finds it and does nothing.';

create index events_xact_idx on desk_private.events (xact);
create index events_lead_id_idx on desk_private.events (lead_id, id);

alter table desk_private.events enable row level security;
create policy "Nobody but the owner sees events"
on desk_private.events for all to public using (false);

create table desk_private.texts (
  event_id bigint not null references desk_private.events (id),
  part text not null,
  lead_id uuid not null references public.leads (id) on delete cascade,
  body text not null,
  primary key (event_id, part),
  constraint texts_part_known check (part in ('note', 'conditions', 'evidence')),
  constraint texts_body_length check (char_length(body) between 1 and 10000)
);

comment on table desk_private.texts is 'What staff typed about a lead. Deleted with it.';

create index texts_lead_id_idx on desk_private.texts (lead_id);

alter table desk_private.texts enable row level security;
create policy "Nobody but the owner sees texts"
on desk_private.texts for all to public using (false);

create table desk_private.offers (
  id uuid primary key,
  -- No foreign key, because offers are kept when the lead is deleted.
  lead_id uuid not null,
  number int not null,
  replaces uuid references desk_private.offers (id),
  event_id bigint not null references desk_private.events (id),
  amount int not null,
  market_value int not null,
  basis text not null,
  funds text not null,
  valid_until date not null,
  status text not null,
  reason_code text,
  constraint offers_number_key unique (lead_id, number),
  constraint offers_amounts_positive check (amount > 0 and market_value > 0),
  constraint offers_basis_known check (basis in ('home_report', 'comparables', 'surveyor', 'own_view')),
  constraint offers_funds_known check (funds in ('own', 'named_finance', 'network')),
  constraint offers_status_known check (status in ('made', 'changed', 'accepted', 'declined', 'withdrawn')),
  constraint offers_changed_for_a_reason check (
    (replaces is null) = (status = 'made') and (replaces is null) = (reason_code is null)
  )
);

comment on table desk_private.offers is
  'Each offer, and each change of one as a row of its own that names the former. Rows are never changed or deleted. Its event has who and when; conditions and evidence are texts of that event.';
comment on column desk_private.offers.amount is 'Whole pounds.';

alter table desk_private.offers enable row level security;
create policy "Nobody but the owner sees offers"
on desk_private.offers for all to public using (false);

-- Refuses updates, deletes and truncates to every role, even to the owner of the tables and to a superuser.
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

create trigger refuse_change
before update or delete on desk_private.offers
for each row execute function desk_private.refuse_change();

create trigger refuse_emptying
before truncate on desk_private.offers
for each statement execute function desk_private.refuse_change();
