-- Limits the arguments of two functions. With larger arguments, the functions ran into the statement timeout, which
-- looks like a failure of the database. The error now says what to change.

-- Refuses a key that is not a whole e-mail address or telephone number. No e-mail address has more than 254 characters.
create or replace function desk_private.require_person_key(key text)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  perform desk_private.require(
    case when char_length(key) <= 254
      then btrim(key) ~ '^[^\s@]+@[^\s@]+$' or char_length(private.phone_key(key)) >= 9
    end,
    'key', 'Give a whole e-mail address or telephone number.'
  );
end;
$$;

-- How many leads of these days have reached each stage, by week, by page and by campaign; and how long the firm took to
-- be in touch, in minutes of its opening hours. Suspect leads, spam and duplicates are left out. Now "from" must be
-- 2000-01-01 or later, because the query makes a row for each day until today and, for -infinity, would never end.
create or replace function desk.funnel("from" date, until date)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
  answer pg_catalog.jsonb;
begin
  perform desk_private.require(
    "from" >= date '2000-01-01' and until between "from" and "from" + 3660 and isfinite(until),
    'until', 'Give the first and the last day, from the year 2000 on, within ten years.'
  );
  perform desk_private.adopt_new();
  with cohort as (
    select
      cases.*,
      date_trunc('week', received_at at time zone 'Europe/London')::pg_catalog.date as week,
      page,
      utm_source,
      utm_campaign
    from desk_private.cases
    left join private.lead_origins on lead_origins.lead_id = cases.lead_id
    where received_at >= "from"::timestamp at time zone 'Europe/London'
      and received_at < (until + 1)::timestamp at time zone 'Europe/London'
      and not is_suspect
      and coalesce(close_reason not in ('spam', 'duplicate'), true)
  ),
  figures as (
    select
      grouping(week) = 0 as is_week,
      grouping(page) = 0 as is_page,
      grouping(utm_source) = 0 as is_campaign,
      week, page, utm_source, utm_campaign,
      count(*) as leads,
      jsonb_build_object(
        'leads', count(*),
        'contacted', count(first_contact_at),
        'appraised', count(*) filter (where reached >= 'appraised'),
        'offered', count(*) filter (where reached >= 'offer_made'),
        'accepted', count(*) filter (where reached >= 'accepted'),
        'settled', count(*) filter (where reached >= 'settled'),
        'closed', count(*) filter (where stage = 'closed')
      ) as counts
    from cohort
    group by grouping sets ((week), (page), (utm_source, utm_campaign))
  ),
  -- Each day, with the total of the opening hours before it.
  days as (
    select
      given::pg_catalog.date as day,
      opens,
      closes,
      coalesce(sum(closes - opens) over (order by given rows between unbounded preceding and 1 preceding), '0') as before
    from generate_series("from"::timestamp, (desk_private.today() + 1)::timestamp, interval '1 day') as given
    left join desk_private.working_days("from", desk_private.today() + 1) as working on working.day = given::pg_catalog.date
  ),
  answers as (
    select
      (extract(epoch from answered.passed) - extract(epoch from received.passed)) / 60 as minutes
    from cohort
    cross join lateral (
      select before + greatest(least(received_at, closes) - opens, '0') as passed
      from days where day = (received_at at time zone 'Europe/London')::pg_catalog.date
    ) as received
    cross join lateral (
      select before + greatest(least(first_contact_at, closes) - opens, '0') as passed
      from days where day = (first_contact_at at time zone 'Europe/London')::pg_catalog.date
    ) as answered
  )
  select jsonb_build_object(
    'weeks', (
      select coalesce(jsonb_agg(jsonb_build_object('week', week) || counts order by week), '[]') from figures where is_week
    ),
    'pages', (
      select coalesce(jsonb_agg(jsonb_build_object('page', page) || counts order by leads desc, page), '[]')
      from figures where is_page
    ),
    'campaigns', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('source', utm_source, 'campaign', utm_campaign) || counts
          order by leads desc, utm_source, utm_campaign
        ),
        '[]'
      )
      from figures where is_campaign
    ),
    'first_contact', (
      select jsonb_build_object(
        'count', count(*),
        'median_minutes', round((percentile_cont(0.5) within group (order by minutes))::numeric, 1),
        'p90_minutes', round((percentile_cont(0.9) within group (order by minutes))::numeric, 1),
        'breaches', (
          select count(*) from cohort
          where coalesce(first_contact_at, case when stage <> 'closed' then now() end) > promised_by
        )
      )
      from answers
    )
  ) into answer;
  return answer;
end;
$$;
