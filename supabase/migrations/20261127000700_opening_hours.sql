-- The firm's opening hours. The deadline by which the firm must first contact a seller, and the time that the firm took
-- to do so, are worked out from them. When our server starts, it writes the hours that the site shows to
-- desk_private.opening_hours. Times are in Europe/London.

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
  'Scottish bank holidays, on which the firm is closed. An operator adds and removes days with a statement.';

alter table desk_private.bank_holidays enable row level security;
create policy "Nobody but the owner sees or sets the bank holidays"
on desk_private.bank_holidays for all to public using (false);

-- The bank holidays of twenty years, by the rules of the Banking and Financial Dealings Act 1971: a holiday on a
-- weekend moves to the next weekday that is not a holiday. https://www.gov.uk/bank-holidays
with years as (
  select
    year,
    make_date(year, 1, 1) as new_year,
    make_date(year, 12, 25) as christmas,
    make_date(year, 11, 30) as st_andrew
  from generate_series(2026, 2045) as year
),
-- The anonymous Gregorian algorithm: https://en.wikipedia.org/wiki/Date_of_Easter
golden as (
  select year, year % 19 as a, year / 100 as b, year % 100 as c from generate_series(2026, 2045) as year
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
days (day, name) as (
  -- 1 and 2 January: New Year's Day moves from a weekend to Monday; the second holiday is the next weekday after it.
  select new_year + case extract(isodow from new_year) when 6 then 2 when 7 then 1 else 0 end, 'New Year’s Day' from years
  union all
  select new_year + 1 + case extract(isodow from new_year) when 5 then 2 when 6 then 2 when 7 then 1 else 0 end,
    '2nd January' from years
  union all
  select easter - 2, 'Good Friday' from easters
  union all
  select make_date(year, 5, 1) + (8 - extract(isodow from make_date(year, 5, 1))::int) % 7, 'Early May bank holiday' from years
  union all
  select make_date(year, 5, 31) - (extract(isodow from make_date(year, 5, 31))::int - 1), 'Spring bank holiday' from years
  union all
  select make_date(year, 8, 1) + (8 - extract(isodow from make_date(year, 8, 1))::int) % 7, 'Summer bank holiday' from years
  union all
  select st_andrew + case extract(isodow from st_andrew) when 6 then 2 when 7 then 1 else 0 end, 'St Andrew’s Day' from years
  union all
  select christmas + case extract(isodow from christmas) when 6 then 2 when 7 then 1 else 0 end, 'Christmas Day' from years
  union all
  select christmas + 1 + case extract(isodow from christmas) when 5 then 2 when 6 then 2 when 7 then 1 else 0 end,
    'Boxing Day' from years
)
insert into desk_private.bank_holidays (day, name)
select day, name from days;

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

-- The working days between two dates, with the moments at which the firm opens and closes.
create function desk_private.working_days(first date, last date)
returns table (day date, opens timestamptz, closes timestamptz)
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select
    given::pg_catalog.date,
    (given::pg_catalog.date + hours.opens) at time zone 'Europe/London',
    (given::pg_catalog.date + hours.closes) at time zone 'Europe/London'
  from generate_series(first::timestamp, last::timestamp, interval '1 day') as given
  join desk_private.opening_hours as hours on weekday = extract(isodow from given)
  where not exists (select from desk_private.bank_holidays where bank_holidays.day = given::pg_catalog.date);
$$;

-- The deadline of the first contact: the same time on the next working day or, if the firm is closed at that time, its
-- next opening. A lead that comes on a day on which the firm is closed counts as received at 00:00 of the next working
-- day.
create function desk_private.promised_by(received_at timestamptz)
returns timestamptz
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  with days as (
    select working_days.*, row_number() over (order by day) as number
    from (select received_at at time zone 'Europe/London' as local) as here
    cross join lateral desk_private.working_days(local::pg_catalog.date, local::pg_catalog.date + 21)
  ),
  deadline as (
    select (day + case
      when exists (select from days where number = 1 and day = (received_at at time zone 'Europe/London')::pg_catalog.date)
        then (received_at at time zone 'Europe/London')::time
      else '00:00'
    end) at time zone 'Europe/London' as at
    from days
    where number = 2
  )
  select coalesce(
    (select min(greatest(opens, at)) from days cross join deadline where closes >= at),
    -- If no opening hours are set, the deadline is 24 hours later.
    received_at + interval '24 hours'
  );
$$;

-- Replaces all opening hours: [{"weekday": 1, "opens": "09:00", "closes": "18:00"}]; 1 is Monday. A day with a break
-- counts as one period. Deadlines that are already set (cases.promised_by) do not change.
create function desk.set_opening_hours(hours jsonb)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  lock table desk_private.opening_hours in share row exclusive mode;
  delete from desk_private.opening_hours;
  insert into desk_private.opening_hours (weekday, opens, closes)
  select weekday, min(opens), max(closes)
  from jsonb_to_recordset(hours) as given (weekday int, opens time, closes time)
  group by weekday;
end;
$$;
