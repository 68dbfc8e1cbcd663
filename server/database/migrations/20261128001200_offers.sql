-- Offers for a house. Every offer has its basis (what the market value is based on), its discount and its last valid
-- day. A row is never changed: a change is a new row that names the earlier one, with a reason and, if the firm changes
-- or withdraws the offer, the evidence.

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
  shows_market_value boolean not null default true,
  constraint offers_number_key unique (lead_id, number),
  constraint offers_amounts_positive check (amount > 0 and market_value > 0),
  constraint offers_basis_known check (basis in ({{BASES}})),
  constraint offers_funds_known check (funds in ({{FUNDS}})),
  constraint offers_status_known check (status in ({{OFFER_STATUSES}})),
  constraint offers_reason_known check (reason_code in ({{CHANGE_REASONS}})),
  constraint offers_changed_for_a_reason check (
    (replaces is null) = (status = 'made') and (replaces is null) = (reason_code is null)
  )
);
comment on table desk.offers is
  'One row for each offer, and one for each change of an offer. The row of a change names the row that it replaces. Rows are never changed or deleted. The event of a row has who made it and when; conditions and evidence are texts of that event.';
comment on column desk.offers.amount is 'Whole pounds.';
comment on column desk.offers.shows_market_value is 'Whether the seller sees the market value.';

create trigger refuse_change
before update or delete on desk.offers
for each row execute function desk.refuse_change();

create trigger refuse_emptying
before truncate on desk.offers
for each statement execute function desk.refuse_change();
