-- The export for owners, and the figures that all staff see.

-- The leads that came in on these days (in Europe/London), as CSV (RFC 4180). A text that begins like a formula gets an
-- apostrophe in front, so that no spreadsheet runs it; so does what follows a semicolon, a tab or a line break in a
-- text, because a spreadsheet whose list separator is one of these begins a new cell there, whatever the quotes say. To
-- read the file back, remove one apostrophe at each of these places. A line "sep=," at the top is no solution: it keeps
-- Excel from reading the file as UTF-8, and other programs take it for a row.
-- https://owasp.org/www-community/attacks/CSV_Injection
--
-- Cells are quoted in the query and not by a function: a function that pins its search path is called for each of more
-- than a million cells, and the export would take longer than a statement may.
create function desk.export_csv(first_day date, last_day date, request_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me_as_owner();
  head constant pg_catalog.text[] := array[
    'id', 'received', 'source', 'name', 'phone', 'email', 'postcode', 'address', 'property_type', 'bedrooms', 'condition',
    'message', 'suspect', 'stage', 'close_reason', 'assignee', 'first_contact', 'next_action', 'next_at', 'do_not_call',
    'offer', 'market_value', 'offer_status', 'page', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'
  ];
  is_first constant boolean := desk_private.begin_request(
    export_csv.request_id, 'desk.export_csv', null, me.user_id, jsonb_build_array(first_day, last_day)
  );
  lines pg_catalog.text[];
begin
  perform desk_private.require(
    first_day is not null and last_day is not null and first_day <= last_day, 'last_day', 'Give the first and the last day.'
  );
  loop
    -- Creates all missing cases, a thousand at a time.
    perform from desk_private.settings for update;
    exit when desk_private.adopt(array(
      select id from public.leads where not exists (select from desk_private.cases where lead_id = id) limit 1000
    )) = 0;
  end loop;
  lines := array(
    select array_to_string(
      array(
        select format(
          '"%s"',
          replace(
            case
              when cell ~ '(^|[;\t\r\n])[ \t\r\n"'']*[=+\-@＝＋－＠]'
                then regexp_replace(cell, '(^|[;\t\r\n])(?=[ \t\r\n"'']*[=+\-@＝＋－＠])', '\1''', 'g')
              else cell
            end,
            '"', '""'
          )
        )
        from unnest(array[
          leads.id::pg_catalog.text,
          to_char(created_at at time zone 'Europe/London', 'YYYY-MM-DD HH24:MI'),
          source, leads.name, phone, email, postcode, address, property_type, bedrooms, property_condition, message,
          case when is_suspect then 'yes' else 'no' end,
          stage::pg_catalog.text, close_reason, staff.name,
          to_char(first_contact_at at time zone 'Europe/London', 'YYYY-MM-DD HH24:MI'),
          next_action,
          to_char(next_at at time zone 'Europe/London', 'YYYY-MM-DD HH24:MI'),
          case when do_not_call then 'yes' else 'no' end,
          latest.amount::pg_catalog.text, latest.market_value::pg_catalog.text, latest.status,
          page, utm_source, utm_medium, utm_campaign, utm_term, utm_content
        ]) with ordinality as cells (cell, position)
        order by position
      ),
      ','
    )
    from public.leads
    join desk_private.cases on cases.lead_id = leads.id
    left join desk_private.staff on user_id = assignee
    left join private.lead_origins on lead_origins.lead_id = leads.id
    left join lateral desk_private.latest_offer(leads.id) as latest on true
    where created_at >= first_day::timestamp at time zone 'Europe/London'
      and created_at < (last_day + 1)::timestamp at time zone 'Europe/London'
    order by created_at, leads.id
    limit 50001
  );
  if cardinality(lines) > 50000 then
    raise sqlstate 'PT413' using
      message = 'More than 50,000 leads came in between these days: export fewer days at a time.', hint = 'too_many';
  end if;
  -- A repeated request is recorded again, because its rows may differ from those of the first time.
  perform desk_private.write_event(
    me.user_id, null, 'exported',
    jsonb_build_object('from', first_day, 'until', last_day, 'to', last_day, 'rows', cardinality(lines)),
    case when is_first then export_csv.request_id end
  );
  return jsonb_build_object(
    'csv', array_to_string(array_to_string(head, ',') || lines, E'\r\n') || E'\r\n',
    'rows', cardinality(lines),
    'filename', format('leads-%s-to-%s.csv', first_day, last_day)
  );
end;
$$;

-- How many leads of these days have reached each stage, by week, by page and by campaign; and how long the firm took to
-- be in touch, in minutes of its opening hours. Suspect leads, spam, duplicates and imported leads are left out: the
-- firm's work on imported leads began elsewhere. The days must be limited, because the query makes a row for each week.
create function desk.funnel(first_day date, last_day date)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
-- Enough to keep the leads of some years in memory.
set work_mem = '16MB'
-- A generic plan expects so few leads that it looks up the origin of each one.
set plan_cache_mode = force_custom_plan
as $$
declare
  answer pg_catalog.jsonb;
begin
  perform desk_private.me();
  perform desk_private.require(
    first_day >= date '2000-01-01' and last_day between first_day and first_day + 3660 and isfinite(last_day),
    'last_day', 'Give the first and the last day, from the year 2000 on, within ten years.'
  );
  perform desk_private.adopt_new();
  with weeks as (
    select array_agg(given at time zone 'Europe/London' order by given) as starts
    from generate_series(date_trunc('week', first_day::timestamp), last_day::timestamp, interval '1 week') as given
  ),
  -- Not materialized: storing all rows takes longer than reading them a second time for the time to the first contact,
  -- which needs no origins.
  cohort as not materialized (
    select
      width_bucket(received_at, (select starts from weeks)) as week,
      page,
      utm_source,
      utm_campaign,
      reached,
      stage = 'closed' as is_closed,
      first_contact_at is not null as is_contacted,
      coalesce(first_contact_at, case when stage <> 'closed' then now() end) > promised_by as is_late,
      open_seconds_to_contact
    from desk_private.cases
    left join private.lead_origins using (lead_id)
    where received_at >= first_day::timestamp at time zone 'Europe/London'
      and received_at < (last_day + 1)::timestamp at time zone 'Europe/London'
      and not is_suspect
      and lead_id not in (select lead_id from desk_private.imported_leads)
      and coalesce(close_reason not in ('spam', 'duplicate'), true)
  ),
  -- The leads of each week, page and campaign. The figures add up these counts.
  counted as (
    select
      week, page, utm_source, utm_campaign,
      count(*) as leads,
      count(*) filter (where is_contacted) as contacted,
      count(*) filter (where reached >= 'appraised') as appraised,
      count(*) filter (where reached >= 'offer_made') as offered,
      count(*) filter (where reached >= 'accepted') as accepted,
      count(*) filter (where reached >= 'settled') as settled,
      count(*) filter (where is_closed) as closed
    from cohort
    group by week, page, utm_source, utm_campaign
  ),
  figures as (
    select
      grouping(week) = 0 as is_week,
      grouping(page) = 0 as is_page,
      grouping(utm_source) = 0 as is_campaign,
      ((select starts from weeks)[week] at time zone 'Europe/London')::pg_catalog.date as week,
      page, utm_source, utm_campaign,
      sum(leads) as leads,
      jsonb_build_object(
        'leads', sum(leads), 'contacted', sum(contacted), 'appraised', sum(appraised), 'offered', sum(offered),
        'accepted', sum(accepted), 'settled', sum(settled), 'closed', sum(closed)
      ) as counts
    from counted
    group by grouping sets ((week), (page), (utm_source, utm_campaign))
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
        'count', count(open_seconds_to_contact),
        'median_minutes', round(
          (percentile_cont(0.5) within group (order by open_seconds_to_contact) / 60)::pg_catalog.numeric, 1
        ),
        'p90_minutes', round(
          (percentile_cont(0.9) within group (order by open_seconds_to_contact) / 60)::pg_catalog.numeric, 1
        ),
        'breaches', count(*) filter (where is_late)
      )
      from cohort
    )
  ) into answer;
  return answer;
end;
$$;
