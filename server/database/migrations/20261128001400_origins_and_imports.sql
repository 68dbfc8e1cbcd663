-- Where a lead came from: the page that it was sent from, and the UTM parameters of the visit's first URL that has
-- some. Page and parameters come in the request header x-lead-origin, written like a query string, because a visitor
-- may insert only the columns that the firm's specification for this website lists. They describe a page and a
-- campaign, never a person or a device. The header is stored in the lead's notification, and is read when the lead gets
-- its case.
create table desk.lead_origins (
  lead_id uuid primary key,
  page text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,

  constraint lead_origins_lead_id_fkey foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint lead_origins_something_known check (
    num_nonnulls(page, utm_source, utm_medium, utm_campaign, utm_term, utm_content) > 0
  )
);
comment on table desk.lead_origins is
  'For leads whose request named it: the page they were sent from, and the utm_ parameters of the visit''s first address.';
comment on column desk.lead_origins.page is 'A path such as /glasgow, without its query.';

-- Imports: the leads that the firm has imported from another program, with `npm run import`. An import's leads have the
-- source 'import', which only the owner of the tables may write (the policy on public.leads), and the date of the other
-- program. They have no notification, so nobody gets a mail about them, and no first contact was promised to them.

create table desk.imports (
  id int generated always as identity primary key,
  at timestamptz not null default now(),
  file_name text not null,
  file_hash text not null,
  leads int not null default 0,
  last_event bigint,
  undone_at timestamptz
);
comment on table desk.imports is 'One for each file that was imported.';
comment on column desk.imports.file_hash is 'The SHA-256 of the file: the same file is imported once.';
comment on column desk.imports.last_event is
  'The last event that the import wrote. Later events of its leads are the work of staff.';
comment on column desk.imports.undone_at is 'When its leads were deleted again with --undo.';

create unique index imports_file_hash_idx on desk.imports (file_hash) where undone_at is null;

create table desk.imported_leads (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  import_id int not null references desk.imports (id)
);
comment on table desk.imported_leads is 'Which import brought a lead.';

create index imported_leads_import_id_idx on desk.imported_leads (import_id);

-- The demonstration: invented leads, with which an owner can judge the desk before there is a real lead (`npm run demo`).

create table desk.demo_leads (
  -- No foreign key, because the row must outlive a lead that is erased at the desk: the removal also deletes its
  -- events.
  lead_id uuid primary key
);
comment on table desk.demo_leads is
  'Which leads are invented. `npm run demo -- --remove` deletes them with their events and offers.';

-- Our record in public: how often the firm's price fell after its first offer. It is counted from rows that nobody changes,
-- so that nobody can edit it, and an erased person's offers go on counting without a name. It is one row, and has no
-- figure that could be about a single person: nothing below 20 offers, and no amount or time of fewer than five.
create view desk.our_record as
with recursive period as (
  select today, (today - interval '1 year' + interval '1 day')::timestamp at time zone 'Europe/London' as since
  from (select (now() at time zone 'Europe/London')::date as today) as london
),
-- A merged lead counts as one with the lead that it was merged into, unless staff have opened it again.
steps as (
  select lead_id, lead_id as home_id, 0 as merges
  from (
    select lead_id from desk.offers
    union
    select lead_id from desk.events where kind = 'merged'
  ) as known
  union all
  select steps.lead_id, (last_merge.facts ->> 'into')::uuid, merges + 1
  from steps cross join lateral (
    select facts from desk.events as merged
    where merged.lead_id = home_id and kind = 'merged' and facts ? 'into' and not exists (
      select from desk.events as opened
      where opened.lead_id = home_id and opened.id > merged.id and opened.kind = 'staged'
        and opened.facts ->> 'from' = 'closed'
    )
    order by id desc
    limit 1
  ) as last_merge
  -- A safeguard: no chain of merges is so long.
  where merges < 20
),
members as (
  select distinct on (lead_id) lead_id, home_id from steps order by lead_id, merges desc
),
-- The highest figure that the seller could read before each row.
figures as (
  select
    home_id, offers.lead_id, event_id, at, amount, status,
    row_number() over (partition by offers.lead_id order by event_id) = 1 as is_first,
    -- Not an invented lead, nor an imported one.
    offers.lead_id not in (select lead_id from desk.demo_leads) and not exists (
      select from desk.events as received
      where received.lead_id = offers.lead_id and kind = 'received' and facts ->> 'source' = 'import'
    ) as is_real,
    max(amount) over (
      partition by home_id order by event_id rows between unbounded preceding and 1 preceding
    ) as highest_before
  from desk.offers join members using (lead_id) join desk.events on events.id = event_id
),
offered as (
  select
    home_id,
    (array_agg(lead_id order by event_id) filter (where is_real))[1] as first_lead,
    -- Of merged leads, the one whose first offer came last decides, so that no merge hides a recent offer in an old one,
    -- and the highest first offer, so that none hides a fall.
    max(at) filter (where is_first and is_real) as first_at,
    max(amount) filter (where is_first) as first_amount,
    (array_agg(amount order by event_id desc))[1] as last_amount,
    (array_agg(status order by event_id desc))[1] = 'accepted' as is_accepted,
    coalesce(max(highest_before - amount), 0) as fall,
    bool_or(status = 'withdrawn') as is_withdrawn
  from figures group by home_id
),
-- The leads with such an offer, with the completion of their sale.
homes as (
  select
    offered.*,
    (
      select min(at) from members join desk.events using (lead_id)
      where members.home_id = offered.home_id and kind = 'received' and facts ->> 'source' <> 'import'
    ) as received_at,
    (
      select min(at) filter (where is_completed)
      from (
        select
          at, is_completed,
          count(*) filter (where not is_completed) over (order by id desc) as undone
        from (
          select at, id, facts ->> 'to' = 'settled' or facts ->> 'reason' is not distinct from 'bought' as is_completed
          from members join desk.events using (lead_id)
          where members.home_id = offered.home_id and kind = 'staged' and facts ->> 'reason' is distinct from 'duplicate'
        ) as stages
      ) as last_stages
      where undone = 0
    ) as completed_at
  from offered
),
counted as (
  select *, first_at >= since as is_recent, completed_at >= since as is_sold
  from homes cross join period
  where first_at is not null
    -- A lead that was marked as spam does not count, unless that would hide something.
    and (
      fall > 0 or is_withdrawn or completed_at is not null or not coalesce(
        (
          select facts ->> 'reason' = 'spam' from desk.events
          where lead_id = first_lead and kind = 'staged' order by id desc limit 1
        )
        or (
          select kind = 'distrusted' from desk.events
          where lead_id = first_lead and kind in ('trusted', 'distrusted') order by id desc limit 1
        ),
        false
      )
    )
),
sums as (
  select
    count(*) filter (where is_recent)::int as offers,
    count(*) filter (where is_recent and fall > 0)::int as lowered,
    percentile_cont(0.5) within group (order by fall) filter (where is_recent and fall > 0) as median_fall,
    count(*) filter (where is_recent and is_withdrawn)::int as withdrawn,
    count(*) filter (where is_sold)::int as sold,
    count(*) filter (where is_sold and is_accepted and last_amount >= first_amount)::int as sold_at_first,
    percentile_cont(0.5) within group (
      order by (completed_at at time zone 'Europe/London')::date - (received_at at time zone 'Europe/London')::date
    ) filter (where is_sold) as median_days
  from counted
)
select
  today as day,
  offers,
  case when offers >= 20 then lowered end as lowered,
  -- To the nearest hundred, so that it is nobody's own sum.
  case when offers >= 20 and lowered >= 5 then greatest(100, round(median_fall::numeric, -2))::int end as lowered_by,
  case when offers >= 20 then withdrawn end as withdrawn,
  case when offers >= 20 then sold end as sold,
  case when offers >= 20 and sold >= 5 then sold_at_first end as sold_at_first,
  case when offers >= 20 and sold >= 5 then round(median_days::numeric)::int end as days
from sums cross join period;
comment on view desk.our_record is
  'Of the first offers of the last 12 months: how many were lowered later, by how many pounds at the median, how many were withdrawn. Of the sales completed in that time: how many at the first figure or more, and the median days from the enquiry. Null: too few to say.';

-- Which rule of public.leads an imported lead breaks; null if none.
create function desk.broken_rule(given jsonb)
returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  lead constant public.leads := jsonb_populate_record(null::public.leads, given);
  broken pg_catalog.text;
begin
  perform private.check_lead(
    lead.name, lead.email, lead.phone, lead.postcode, lead.address, lead.property_type, lead.bedrooms,
    lead.property_condition, lead.message, 'import'
  );
  return null;
exception when check_violation then
  get stacked diagnostics broken = constraint_name;
  return broken;
end;
$$;
