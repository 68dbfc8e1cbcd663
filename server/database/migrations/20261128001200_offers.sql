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

-- Papers: the pictures and documents of a lead, from the seller and from staff. All of this is deleted with the lead.
--
-- What is stored of a file is encrypted with a key of its own, which is in desk.papers. When the row is deleted and this
-- small table rewritten, nobody can read what is left of the contents in the large one. A backup has the key and the
-- contents until it is deleted (docs/decisions/0035-papers-are-stored-in-the-database.md).
create table desk.papers (
  id uuid primary key,
  lead_id uuid not null references public.leads (id) on delete cascade,
  added_at timestamptz not null default now(),
  added_by uuid references desk.staff (user_id),
  kind text not null,
  title text not null,
  file_type text not null,
  bytes int not null,
  width int,
  height int,
  is_shown boolean not null,
  offer_id uuid references desk.offers (id),
  seal_key bytea,
  removed_at timestamptz,
  constraint papers_kind_known check (kind in ({{PAPER_KINDS}})),
  constraint papers_title_length check (char_length(title) between 1 and 100),
  constraint papers_file_type_known check (file_type in ('jpeg', 'pdf')),
  constraint papers_picture_with_size check ((file_type = 'jpeg') = (width is not null and height is not null)),
  constraint papers_of_sellers_shown check (added_by is not null or is_shown),
  constraint papers_removed_without_key check ((removed_at is null) = (seal_key is not null))
);
comment on table desk.papers is 'A lead''s pictures and documents. The server deletes removed ones within a minute.';
comment on column desk.papers.id is 'The id of the request that added it.';
comment on column desk.papers.added_by is 'The member of staff; null for the seller.';
comment on column desk.papers.bytes is 'The size of the whole file.';
comment on column desk.papers.is_shown is 'Whether the seller sees it.';
comment on column desk.papers.offer_id is 'The offer that it goes with, such as a proof of funds.';

-- The planner's statistics must not hold keys.
alter table desk.papers alter column seal_key set statistics 0;

create index papers_lead_id_idx on desk.papers (lead_id);

-- A hold on a lead also keeps the papers of the leads that it was merged with. Security definer (runs with its owner's
-- privileges): the seller's login sees only the opened case.
create function desk.keep_held_papers()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  surviving pg_catalog.uuid := (select coalesce(duplicate_of, lead_id) from desk.cases where lead_id = new.lead_id);
begin
  if exists (
    select from desk.cases where surviving in (lead_id, duplicate_of)
      and hold_until >= (now() at time zone 'Europe/London')::pg_catalog.date
  ) then
    raise sqlstate 'PT423' using
      message = 'We have to keep this for now, so it cannot be removed.', hint = 'held';
  end if;
  return new;
end;
$$;

create trigger keep_held_papers
before update of removed_at on desk.papers
for each row execute function desk.keep_held_papers();

create table desk.paper_contents (
  paper_id uuid not null references desk.papers (id) on delete cascade,
  size text not null,
  sealed bytea not null,
  primary key (paper_id, size),
  constraint paper_contents_size_known check (size in ('whole', 'small'))
);
comment on table desk.paper_contents is
  'The encrypted contents of each paper, and of a picture also a small one for lists. A backup writes each row to a file once.';
-- PostgreSQL would try in vain to compress what is encrypted.
alter table desk.paper_contents alter column sealed set storage external;

-- A file that is being sent, in parts. Unlogged: a crash loses some minutes of sending, and the browser then begins again.
create unlogged table desk.uploads (
  id uuid primary key,
  lead_id uuid references public.leads (id) on delete cascade,
  added_by uuid references desk.staff (user_id),
  bytes int not null,
  received int not null default 0,
  seal_key bytea not null,
  touched_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint uploads_received_in_bounds check (received between 0 and bytes),
  constraint uploads_of_sellers_for_their_lead check (lead_id is not null or added_by is not null)
);
comment on table desk.uploads is
  'Files that are being sent. The server deletes those that are complete or that nothing was added to for two hours.';
comment on column desk.uploads.lead_id is 'Null for a picture of the site.';

alter table desk.uploads alter column seal_key set statistics 0;

create index uploads_lead_id_idx on desk.uploads (lead_id);

create unlogged table desk.upload_parts (
  upload_id uuid not null references desk.uploads (id) on delete cascade,
  start int not null,
  sealed bytea not null,
  primary key (upload_id, start)
);
alter table desk.upload_parts alter column sealed set storage external;
