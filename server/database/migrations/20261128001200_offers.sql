-- Offers for a house. Every offer has its basis (what the market value is based on), the way from that value to the
-- price in lines that add up, and its last valid day. A row is never changed: a change is a new row that names the earlier one, with a reason and, if the firm changes
-- or withdraws the offer, the evidence.

-- Used in a check constraint, which cannot have a query of its own.
create function desk.sum_of(amounts int[])
returns bigint
language sql
immutable
set search_path = pg_catalog, pg_temp
return (select coalesce(sum(amount), 0) from unnest(amounts) as amount);
comment on function desk.sum_of(int[]) is 'The sum of all amounts; 0 for none.';

create table desk.offers (
  id uuid primary key,
  -- No foreign key, because offers are kept when the lead is deleted.
  lead_id uuid not null,
  number int not null,
  -- This key and the next have no index: offers and events are never deleted, so nothing has to look for what refers
  -- to them.
  replaces uuid references desk.offers (id),
  event_id bigint not null references desk.events (id),
  amount int not null,
  market_value int not null,
  basis text not null,
  funds text not null,
  valid_until date not null,
  status text not null,
  reason_code text,
  lines int[] not null default '{}',
  margin int not null,
  open_until date[] not null default '{}',
  nothing_open boolean not null,
  open_point int,
  line_count int not null generated always as (cardinality(lines)) stored,
  constraint offers_number_key unique (lead_id, number),
  -- For the foreign key of desk.actual_costs.
  constraint offers_line_count_key unique (id, line_count),
  constraint offers_amounts_positive check (amount > 0 and market_value > 0 and margin >= 0 and 0 < all (lines)),
  constraint offers_lines_add_up check (amount + desk.sum_of(lines) + margin = market_value),
  constraint offers_open_points_said check (nothing_open = (open_until = '{}')),
  constraint offers_basis_known check (basis in ({{BASES}})),
  constraint offers_funds_known check (funds in ({{FUNDS}})),
  constraint offers_status_known check (status in ({{OFFER_STATUSES}})),
  constraint offers_reason_known check (reason_code in ({{CHANGE_REASONS}})),
  constraint offers_changed_for_a_reason check (
    (replaces is null) = (status = 'made') and (replaces is null) = (reason_code is null)
  )
);
comment on table desk.offers is
  'One row for each offer, and one for each change of an offer. The row of a change names the row that it replaces. Rows are never changed or deleted. The event of a row has who made it and when; what staff typed for it is in texts of that event.';
comment on column desk.offers.amount is 'Whole pounds.';
comment on column desk.offers.lines is
  'What is taken off the market value, in pounds: repairs and costs, as the details of the offer (a text of its event) name them.';
comment on column desk.offers.margin is 'The firm''s fee and margin: what is left of the difference, in pounds.';
comment on column desk.offers.open_until is
  'The last day of each point that may still lower the price, in the order of the details.';
comment on column desk.offers.nothing_open is
  'Staff have said that nothing that they know of may still lower the price.';
comment on column desk.offers.open_point is
  'For a change: which open point of the replaced offer it is about, from 0. Null if it was not on that list.';

-- What staff have typed into the form of an offer and not recorded yet, so that it can be finished on another device. It is
-- deleted with the lead, and 30 days after it was last saved.
create table desk.offer_drafts (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  version int not null default 1,
  body jsonb,
  -- Has no index: staff are never deleted.
  saved_by uuid not null references desk.staff (user_id),
  saved_at timestamptz not null default now()
);
comment on table desk.offer_drafts is 'One for each lead. Null in body: the offer was recorded, or the draft discarded.';

create trigger refuse_change
before update or delete on desk.offers
for each row execute function desk.refuse_change();

create trigger refuse_emptying
before truncate on desk.offers
for each statement execute function desk.refuse_change();

create table desk.actual_costs (
  event_id bigint primary key references desk.events (id),
  offer_id uuid not null,
  amounts int[] not null,
  line_count int not null generated always as (cardinality(amounts)) stored,
  constraint actual_costs_not_negative check (0 <= all (amounts)),
  constraint actual_costs_of_each_line foreign key (offer_id, line_count) references desk.offers (id, line_count)
);
comment on table desk.actual_costs is
  'What each line of an offer cost in the end, as staff recorded it after the sale. Rows are never changed or deleted: a correction is a new row.';
comment on column desk.actual_costs.amounts is
  'Whole pounds, in the order of the offer''s lines. Null: not known yet.';

create index actual_costs_offer_id_idx on desk.actual_costs (offer_id, line_count);

create trigger refuse_change
before update or delete on desk.actual_costs
for each row execute function desk.refuse_change();

create trigger refuse_emptying
before truncate on desk.actual_costs
for each statement execute function desk.refuse_change();
