-- The firm's opening hours. The deadline by which the firm must first contact a seller, and the time that the firm took
-- to do so, are worked out from them. When our server starts, it writes the hours that the site shows to
-- desk_private.opening_hours, and the site's special days to desk_private.special_days. Times are in Europe/London.

create table desk_private.opening_hours (
  weekday int primary key,
  opens time not null,
  closes time not null,
  constraint opening_hours_weekday_iso check (weekday between 1 and 7),
  constraint opening_hours_in_order check (opens < closes)
);

comment on table desk_private.opening_hours is 'A row for each working day of the week; 1 is Monday.';

insert into desk_private.opening_hours (weekday, opens, closes)
select weekday, '09:00', case weekday when 6 then '14:00'::time else '18:00' end from generate_series(1, 6) as weekday;

alter table desk_private.opening_hours enable row level security;
create policy "Nobody but the owner sees or sets the opening hours"
on desk_private.opening_hours for all to public using (false);

create table desk_private.bank_holidays (
  day date primary key,
  name text not null
);

comment on table desk_private.bank_holidays is
  'Scottish bank holidays, on which the firm is closed unless special_days says that it is open.';

alter table desk_private.bank_holidays enable row level security;
create policy "Nobody but the owner sees or sets the bank holidays"
on desk_private.bank_holidays for all to public using (false);

create table desk_private.special_days (
  day date primary key,
  is_open boolean not null
);

comment on table desk_private.special_days is
  'Days that the firm has chosen itself: further days on which it is closed, and bank holidays on which it is open.';

alter table desk_private.special_days enable row level security;
create policy "Nobody but the owner sees or sets the special days"
on desk_private.special_days for all to public using (false);

-- The bank holidays from 2026 to 2045, by the rules of the Banking and Financial Dealings Act 1971. A holiday on a weekend
-- has two days, on both of which the firm is closed: the day itself, and a substitute day, the next weekday that is not a
-- holiday. https://www.gov.uk/bank-holidays (which lists only the substitute day)
create function desk_private.bank_holidays_by_rule()
returns table (day date, name text)
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  with years as (
    select year from generate_series(2026, 2045) as year
  ),
  -- The anonymous Gregorian algorithm: https://en.wikipedia.org/wiki/Date_of_Easter
  golden as (
    select year, year % 19 as a, year / 100 as b, year % 100 as c from years
  ),
  epacts as (
    select *, (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30 as h from golden
  ),
  weekdays as (
    select *, (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7 as l from epacts
  ),
  easters as (
    select make_date(year, month, day) as easter
    from weekdays
    cross join lateral (select h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114 as n) as sum
    cross join lateral (select n / 31 as month, n % 31 + 1 as day) as parts
  ),
  -- The holidays with a fixed date. Christmas Day and Boxing Day, and 1 and 2 January, are followed by their substitute
  -- days together: last is the later day of the two.
  fixed as (
    select make_date(year, month, day) as day, make_date(year, month, last_day) as last, name
    from years
    cross join (
      values
        (1, 1, 2, 'New Year’s Day'),
        (1, 2, 2, '2nd January'),
        (11, 30, 30, 'St Andrew’s Day'),
        (12, 25, 26, 'Christmas Day'),
        (12, 26, 26, 'Boxing Day')
    ) as holidays (month, day, last_day, name)
  ),
  on_weekends as (
    select *, row_number() over (partition by last order by day) as place from fixed where extract(isodow from day) > 5
  ),
  days (day, name) as (
    select day, name from fixed
    union all
    select
      (array(select last + step from generate_series(1, 4) as step where extract(isodow from last + step) < 6 order by step))[place],
      name || ' (substitute day)'
    from on_weekends
    union all
    select easter - 2, 'Good Friday' from easters
    union all
    select make_date(year, 5, 1) + (8 - extract(isodow from make_date(year, 5, 1))::int) % 7, 'Early May bank holiday' from years
    union all
    select make_date(year, 5, 31) - (extract(isodow from make_date(year, 5, 31))::int - 1), 'Spring bank holiday' from years
    union all
    select make_date(year, 8, 1) + (8 - extract(isodow from make_date(year, 8, 1))::int) % 7, 'Summer bank holiday' from years
  )
  select day, name from days;
$$;

insert into desk_private.bank_holidays (day, name)
select day, name from desk_private.bank_holidays_by_rule();

-- A single extra holiday, by royal proclamation.
insert into desk_private.bank_holidays (day, name) values ('2026-06-15', 'World Cup bank holiday');

create function desk_private.today()
returns date
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select (now() at time zone 'Europe/London')::pg_catalog.date;
$$;

-- The working days between two dates, with the moments at which the firm opens and closes. Leaves out a day whose opening
-- hours are skipped when the clocks go forward.
create function desk_private.working_days(first date, last date)
returns table (day date, opens timestamptz, closes timestamptz)
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select given::pg_catalog.date, moments.opens, moments.closes
  from generate_series(first::timestamp, last::timestamp, interval '1 day') as given
  join desk_private.opening_hours as hours on weekday = extract(isodow from given)
  cross join lateral (
    select
      (given::pg_catalog.date + hours.opens) at time zone 'Europe/London' as opens,
      (given::pg_catalog.date + hours.closes) at time zone 'Europe/London' as closes
  ) as moments
  left join desk_private.special_days as special on special.day = given::pg_catalog.date
  where moments.opens < moments.closes and coalesce(
    special.is_open,
    not exists (select from desk_private.bank_holidays where bank_holidays.day = given::pg_catalog.date)
  );
$$;

-- For how many seconds the firm was open between two moments.
create function desk_private.open_seconds(since timestamptz, until timestamptz)
returns int
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(extract(epoch from sum(least(closes, until) - greatest(opens, since)))::pg_catalog.int4, 0)
  from desk_private.working_days(
    (since at time zone 'Europe/London')::pg_catalog.date, (until at time zone 'Europe/London')::pg_catalog.date
  )
  where opens < until and closes > since;
$$;

-- The deadline of the first contact. If the firm is open for at least four of the 24 hours after the enquiry, it is the
-- last open moment in them; otherwise, it is the moment at which four open hours have passed. So an enquiry never has
-- an earlier deadline than an enquiry before it. src/lib/reply-deadline.ts computes the same time for the pages.
create function desk_private.promised_by(received_at timestamptz)
returns timestamptz
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  with openings as (
    -- The days' opening hours after the enquiry, with the total of those before each.
    select
      starts,
      closes as ends,
      coalesce(sum(closes - starts) over (order by starts rows between unbounded preceding and 1 preceding), '0') as before
    from (select (received_at at time zone 'Europe/London')::pg_catalog.date as today) as here
    cross join lateral desk_private.working_days(today, today + 28)
    cross join lateral (select greatest(opens, received_at) as starts) as rest
    where closes > received_at
  )
  select coalesce(
    (
      select max(least(ends, day_later))
      from openings
      cross join lateral (select received_at + interval '24 hours' as day_later) as rest
      where starts <= day_later
      having sum(least(ends, day_later) - starts) >= '4 hours'
    ),
    (
      select starts + (interval '4 hours' - before)
      from openings
      where before < '4 hours' and before + (ends - starts) >= '4 hours'
    ),
    -- If the next four weeks have fewer than four open hours, the deadline is the last closing time in them.
    (select max(ends) from openings),
    -- If no opening hours are set, the deadline is 24 hours later.
    received_at + interval '24 hours'
  );
$$;

-- Replaces all opening hours: [{"weekday": 1, "opens": "09:00", "closes": "18:00"}]; 1 is Monday. A day with a break
-- counts as one period. Also replaces all special days: further days on which the firm is closed, and bank holidays on
-- which it is open. The deadlines and times to a first contact in desk_private.cases do not change.
create function desk.set_opening_hours(hours jsonb, closed_on date[] default '{}', open_on date[] default '{}')
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  lock table desk_private.opening_hours, desk_private.special_days in share row exclusive mode;
  delete from desk_private.opening_hours;
  insert into desk_private.opening_hours (weekday, opens, closes)
  select weekday, min(opens), max(closes)
  from jsonb_to_recordset(hours) as given (weekday int, opens time, closes time)
  group by weekday;
  delete from desk_private.special_days;
  insert into desk_private.special_days (day, is_open)
  select unnest(open_on), true
  union
  select unnest(closed_on), false;
end;
$$;
