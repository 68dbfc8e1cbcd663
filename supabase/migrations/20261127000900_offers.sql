-- Offers for a house. Every offer has its basis (what the market value is based on), its discount and its last valid
-- day. A row is never changed: a change is a new row that names the earlier one, with a reason and, if the firm changes
-- or withdraws the offer, the evidence.

create table desk_private.offers (
  id uuid primary key,
  -- No foreign key, because offers are kept when the lead is deleted.
  lead_id uuid not null,
  number int not null,
  -- This key and the next have no index: offers and events are never deleted, so nothing has to look for what refers
  -- to them.
  replaces uuid references desk_private.offers (id),
  event_id bigint not null references desk_private.events (id),
  amount int not null,
  market_value int not null,
  basis text not null,
  funds text not null,
  valid_until date not null,
  status text not null,
  reason_code text,
  shows_market_value boolean not null default true,
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
  'One row for each offer, and one for each change of an offer. The row of a change names the row that it replaces. Rows are never changed or deleted. The event of a row has who made it and when; conditions and evidence are texts of that event.';
comment on column desk_private.offers.amount is 'Whole pounds.';
comment on column desk_private.offers.shows_market_value is 'Whether the seller sees the market value.';

alter table desk_private.offers enable row level security;
create policy "Nobody but the owner sees offers"
on desk_private.offers for all to public using (false);

create trigger refuse_change
before update or delete on desk_private.offers
for each row execute function desk_private.refuse_change();

create trigger refuse_emptying
before truncate on desk_private.offers
for each statement execute function desk_private.refuse_change();

-- The lead's latest offer, if it has one.
create function desk_private.latest_offer(lead_id uuid)
returns desk_private.offers
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select offers from desk_private.offers where offers.lead_id = latest_offer.lead_id order by number desc limit 1;
$$;

-- Whether the seller can accept the offer today. Only the latest row of a lead can stand.
create function desk_private.offer_stands(offer desk_private.offers)
returns boolean
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select offer.status in ('made', 'changed') and offer.valid_until >= desk_private.today();
$$;

create function desk_private.offer_json(offer desk_private.offers)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', offer.id,
    'number', offer.number,
    'replaces', offer.replaces,
    'amount', offer.amount,
    'market_value', offer.market_value,
    'discount', offer.market_value - offer.amount,
    'discount_percent', round(100.0 * (offer.market_value - offer.amount) / offer.market_value, 1),
    'basis', offer.basis,
    'conditions', (select body from desk_private.texts where event_id = offer.event_id and part = 'conditions'),
    'valid_until', offer.valid_until,
    'funds', offer.funds,
    'status', offer.status,
    'reason_code', offer.reason_code,
    'shows_market_value', offer.shows_market_value,
    'evidence', (select body from desk_private.texts where event_id = offer.event_id and part = 'evidence'),
    'by', desk_private.staff_json(events.actor),
    'at', events.at
  )
  from desk_private.events
  where events.id = offer.event_id;
$$;

-- Writes an offer's row and its event. Fields that are null in `given` are copied from `former`, the row that the new
-- one replaces.
create function desk_private.write_offer(
  me uuid, former desk_private.offers, given desk_private.offers, conditions text, evidence text, request_id uuid
)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  made desk_private.offers := given;
begin
  made.id := gen_random_uuid();
  made.replaces := former.id;
  made.amount := coalesce(given.amount, former.amount);
  made.market_value := coalesce(given.market_value, former.market_value);
  made.basis := coalesce(given.basis, former.basis);
  made.funds := coalesce(given.funds, former.funds);
  made.valid_until := coalesce(given.valid_until, former.valid_until);
  made.shows_market_value := coalesce(given.shows_market_value, former.shows_market_value, true);
  select coalesce(max(offers.number), 0) + 1 into made.number from desk_private.offers where offers.lead_id = given.lead_id;

  perform desk_private.require(made.amount between 1 and 100000000, 'amount', 'Give the amount in whole pounds.');
  perform desk_private.require(
    made.market_value between 1 and 100000000, 'market_value', 'Give the market value that it is based on, in whole pounds.'
  );
  perform desk_private.require(
    made.basis in ('home_report', 'comparables', 'surveyor', 'own_view'), 'basis', 'Say what the value is based on.'
  );
  perform desk_private.require(
    made.funds in ('own', 'named_finance', 'network'), 'funds', 'Say whose money it is.'
  );
  -- An offer that has expired may still be accepted, declined or withdrawn.
  perform desk_private.require(
    made.status in ('accepted', 'declined', 'withdrawn')
    or made.valid_until between desk_private.today() and desk_private.today() + 366,
    'valid_until', 'Choose the last day on which it stands, within a year.'
  );

  made.event_id := desk_private.write_event(
    me,
    made.lead_id,
    case when made.replaces is null then 'offered' else 'offer_changed' end,
    jsonb_strip_nulls(jsonb_build_object(
      'offer_id', made.id,
      'replaces', made.replaces,
      'status', made.status,
      'reason_code', made.reason_code,
      'amount', made.amount,
      'market_value', made.market_value,
      'discount', made.market_value - made.amount,
      'discount_percent', round(100.0 * (made.market_value - made.amount) / made.market_value, 1),
      'basis', made.basis,
      'funds', made.funds,
      'valid_until', made.valid_until
    )),
    request_id
  );
  insert into desk_private.offers select made.*;
  perform desk_private.write_text(
    made.event_id, made.lead_id, 'conditions',
    coalesce(conditions, (
      select body from desk_private.texts where texts.event_id = former.event_id and part = 'conditions'
    ))
  );
  perform desk_private.write_text(made.event_id, made.lead_id, 'evidence', evidence);
end;
$$;

create function desk.offer(
  lead_id uuid,
  version int,
  request_id uuid,
  amount int,
  market_value int,
  basis text,
  conditions text,
  valid_until date,
  funds text,
  next_action text default null,
  next_at timestamptz default null,
  shows_market_value boolean default true
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
  latest desk_private.offers;
  given desk_private.offers;
begin
  if desk_private.begin_request(
    offer.request_id, 'desk.offer', offer.lead_id, me.user_id,
    jsonb_build_array(
      offer.amount, offer.market_value, offer.basis, offer.conditions, offer.valid_until, offer.funds,
      offer.next_action, offer.next_at, offer.shows_market_value
    )
  ) then
    perform desk_private.take_seen_case(offer.lead_id, offer.version);
    latest := desk_private.latest_offer(offer.lead_id);
    perform desk_private.require(
      not coalesce(latest.status = 'accepted' or desk_private.offer_stands(latest), false),
      'offer_id', 'An offer stands: change that one, with a reason.'
    );
    given.lead_id := offer.lead_id;
    given.status := 'made';
    given.amount := offer.amount;
    given.market_value := offer.market_value;
    given.basis := offer.basis;
    given.funds := offer.funds;
    given.valid_until := offer.valid_until;
    given.shows_market_value := offer.shows_market_value;
    perform desk_private.write_offer(me.user_id, null, given, offer.conditions, null, offer.request_id);
    perform desk_private.move(me.user_id, offer.lead_id, 'offer_made', null);
    perform desk_private.plan_next(me.user_id, offer.lead_id, offer.next_action, offer.next_at);
  end if;
  return desk_private.lead(offer.lead_id);
end;
$$;

-- Records that the seller accepts or declines an offer, or that the firm changes or withdraws it.
create function desk.change_offer(
  lead_id uuid,
  version int,
  request_id uuid,
  offer_id uuid,
  status text,
  amount int default null,
  market_value int default null,
  basis text default null,
  conditions text default null,
  valid_until date default null,
  funds text default null,
  reason_code text default null,
  evidence text default null,
  next_action text default null,
  next_at timestamptz default null,
  shows_market_value boolean default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
  latest desk_private.offers;
  given desk_private.offers;
  stage desk_private.stage;
begin
  if desk_private.begin_request(
    change_offer.request_id, 'desk.change_offer', change_offer.lead_id, me.user_id,
    jsonb_build_array(
      change_offer.offer_id, change_offer.status, change_offer.amount, change_offer.market_value,
      change_offer.basis, change_offer.conditions, change_offer.valid_until, change_offer.funds,
      change_offer.reason_code, change_offer.evidence, change_offer.next_action, change_offer.next_at,
      change_offer.shows_market_value
    )
  ) then
    perform desk_private.take_seen_case(change_offer.lead_id, change_offer.version);
    latest := desk_private.latest_offer(change_offer.lead_id);
    perform desk_private.require(
      latest.id = change_offer.offer_id and latest.status in ('made', 'changed', 'accepted'),
      'offer_id', 'Only the latest offer can be changed, and only while it is neither declined nor withdrawn.'
    );
    perform desk_private.require(
      change_offer.status in ('changed', 'declined', 'withdrawn')
      or change_offer.status = 'accepted' and latest.status <> 'accepted',
      'status', 'An offer is changed, accepted once, declined or withdrawn.'
    );
    perform desk_private.require(
      case change_offer.status
        when 'accepted' then change_offer.reason_code = 'seller_accepted'
        when 'declined' then change_offer.reason_code = 'seller_declined'
        else change_offer.reason_code in ('survey_finding', 'title', 'information_wrong', 'market', 'ours')
      end,
      'reason_code', 'Choose the reason.'
    );
    perform desk_private.require(
      change_offer.status not in ('changed', 'withdrawn') or coalesce(change_offer.evidence ~ '\S', false),
      'evidence', 'Say what shows it: whoever changes an offer has to be able to prove why.'
    );
    perform desk_private.require(
      change_offer.status = 'changed' or (
        coalesce(change_offer.amount, latest.amount) = latest.amount
        and coalesce(change_offer.market_value, latest.market_value) = latest.market_value
        and coalesce(change_offer.basis, latest.basis) = latest.basis
        and coalesce(change_offer.funds, latest.funds) = latest.funds
        and coalesce(change_offer.valid_until, latest.valid_until) = latest.valid_until
      ),
      'status', 'What is accepted, declined or withdrawn stays as it was.'
    );
    given.lead_id := change_offer.lead_id;
    given.status := change_offer.status;
    given.reason_code := change_offer.reason_code;
    given.amount := change_offer.amount;
    given.market_value := change_offer.market_value;
    given.basis := change_offer.basis;
    given.funds := change_offer.funds;
    given.valid_until := change_offer.valid_until;
    given.shows_market_value := change_offer.shows_market_value;
    perform desk_private.write_offer(
      me.user_id, latest, given, change_offer.conditions, change_offer.evidence, change_offer.request_id
    );

    select cases.stage into stage from desk_private.cases where cases.lead_id = change_offer.lead_id;
    if change_offer.status = 'accepted' and stage < 'accepted' then
      perform desk_private.move(me.user_id, change_offer.lead_id, 'accepted', null);
    elsif change_offer.status <> 'accepted' and stage = 'accepted' then
      perform desk_private.move(me.user_id, change_offer.lead_id, 'offer_made', null);
    end if;
    -- The change is the firm's response to what the seller has asked or answered.
    update desk_private.cases set asked_at = null where cases.lead_id = change_offer.lead_id;
    perform desk_private.plan_next(me.user_id, change_offer.lead_id, change_offer.next_action, change_offer.next_at);
  end if;
  return desk_private.lead(change_offer.lead_id);
end;
$$;
