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
    ) as highest_before,
    amount < max(amount) over (
      partition by offers.lead_id order by event_id rows between unbounded preceding and 1 preceding
    ) as is_fall_of_lead
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
    -- Of the leads with one: each counts, so that no merge of several makes one of them.
    count(distinct lead_id) filter (where is_fall_of_lead) as falls,
    count(distinct lead_id) filter (where status = 'withdrawn') as withdrawals
  from figures group by home_id
),
received as (
  select home_id, min(at) as received_at
  from members join desk.events using (lead_id)
  where kind = 'received' and facts ->> 'source' <> 'import'
  group by home_id
),
-- The sales that are completed, and that nobody has undone since. A merge is no undoing.
completed as (
  select home_id, min(at) as completed_at, count(distinct lead_id) as sales
  from (
    select
      home_id, lead_id, at, is_completed,
      count(*) filter (where not is_completed) over (partition by lead_id order by id desc) as undone
    from (
      select
        home_id, lead_id, at, id,
        facts ->> 'to' = 'settled' or facts ->> 'reason' is not distinct from 'bought' as is_completed
      from members join desk.events using (lead_id)
      where kind = 'staged' and facts ->> 'reason' is distinct from 'duplicate'
    ) as stages
  ) as last_stages
  where is_completed and undone = 0
  group by home_id
),
counted as (
  select
    *, first_at >= since as is_recent, completed_at >= since and nth <= sales as is_sold,
    nth <= greatest(falls, (fall > 0)::int) as is_lowered, nth <= withdrawals as is_withdrawn
  from offered left join received using (home_id) left join completed using (home_id) cross join period
  cross join generate_series(1, greatest(1, falls, withdrawals, sales)) as nth
  where first_at is not null
    -- A lead that was marked as spam does not count, unless that would hide something.
    and (
      fall > 0 or withdrawals > 0 or completed_at is not null or not coalesce(
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
    count(*) filter (where is_recent and is_lowered)::int as lowered,
    percentile_cont(0.5) within group (order by fall) filter (where is_recent and is_lowered) as median_fall,
    count(*) filter (where is_recent and is_withdrawn)::int as withdrawn,
    count(*) filter (where is_sold)::int as sold,
    count(*) filter (where is_sold and nth = 1 and is_accepted and last_amount >= first_amount)::int as sold_at_first,
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
