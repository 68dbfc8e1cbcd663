-- Leads that look wrong, and leads that are too many (docs/decisions/0009-limits-and-suspicion.md). A suspect lead, one
-- that a program seems to have sent, is marked, and is stored and mailed like every other. More leads in a minute than a
-- firm of this kind can have are a flood: they are stored, marked, and mailed together once a minute. Leads are refused
-- only if one network sends too many, or if more leads came in a day than any firm gets.

-- The limits on all leads together. Unlike a limit per IP address, they do not depend on a header that our server sets.
-- An operator sets other limits with a statement; null turns a limit off:
--   update private.lead_limits set per_minute = 1000, per_day = 50000;
create table private.lead_limits (
  only_row boolean primary key default true,
  per_minute integer default 300,
  per_day integer default 20000,
  constraint lead_limits_only_row check (only_row),
  constraint lead_limits_per_minute_positive check (per_minute > 0),
  constraint lead_limits_per_day_positive check (per_day > 0)
);

comment on table private.lead_limits is
  'One row. per_minute: above so many leads, the next are marked as a flood; null: never. per_day: in a flood, above so many leads, the next are refused; null: never.';

insert into private.lead_limits default values;

alter table private.lead_limits enable row level security;

create policy "Nobody but the owner sees or sets the limits"
on private.lead_limits for all
to public
using (false);

-- Sets the setting leads.flood for the statement: '', 'flood', or 'refused'. Reads at most as many leads as the limit
-- per minute or, in a flood, per day, by the index on created_at. Leads with a time in the future do not count: after a
-- clock that was an hour fast is corrected, they would otherwise count as new for an hour.
--
-- Security definer (runs with its owner's privileges): the role anon may neither count leads nor read the limits.
create function private.notice_flood()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  limits constant private.lead_limits := (select lead_limits from private.lead_limits);
  state pg_catalog.text := '';
begin
  if limits.per_minute is not null and exists (
    select from public.leads
    where created_at > now() - '1 minute'::pg_catalog.interval and created_at <= now()
    -- Without this order, PostgreSQL may scan the whole table: the newest rows are at its end.
    order by created_at desc
    offset limits.per_minute - 1
  ) then
    state := 'flood';
    if limits.per_day is not null and exists (
      select from public.leads
      where created_at > now() - '1 day'::pg_catalog.interval and created_at <= now()
      order by created_at desc
      offset limits.per_day - 1
    ) then
      state := 'refused';
    end if;
  end if;
  -- The triggers below read leads.flood. An earlier statement of the transaction may have left another value.
  if state <> coalesce(current_setting('leads.flood', true), '') then
    perform set_config('leads.flood', state, true);
  end if;
  return null;
end;
$$;

create trigger notice_flood
before insert on public.leads
for each statement when (current_user = 'anon') execute function private.notice_flood();

-- Runs after the rows, so that a lead that is sent again fails on the unique submission id (409) and not here (429).
create function private.refuse_flood()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- PostgREST answers PTxyz with the status xyz.
  raise sqlstate 'PT429' using
    message = 'Too many enquiries have reached us in a short time.',
    hint = 'Please send it again in a minute.';
end;
$$;

create trigger refuse_flood
after insert on public.leads
for each statement when (current_user = 'anon' and current_setting('leads.flood', true) = 'refused')
execute function private.refuse_flood();

-- Sets suspect_reasons: each known reason in the request header x-suspect-reasons, once, and 'flood' if the lead came in
-- a flood. The header is used because a visitor may insert only the columns that the firm's specification for this
-- website lists. Everything else in the header is ignored, because an unknown reason would break the constraint, and
-- the lead would be refused. The trigger runs only for the role anon (visitors): the leads of a restored backup keep
-- their marks.
create function private.mark_suspect_lead()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  given constant text[] := string_to_array(replace(headers ->> 'x-suspect-reasons', ' ', ''), ',');
  is_flood constant boolean := coalesce(current_setting('leads.flood', true), '') <> '';
begin
  new.suspect_reasons := array(
    select reason
    from unnest(array['trap_filled', 'sent_too_fast', 'flood']) as reason
    where case reason when 'flood' then is_flood else reason = any (given) end
  );
  return new;
end;
$$;

create trigger mark_suspect_lead
before insert on public.leads
for each row when (
  current_user = 'anon'
  -- The function does not run for ordinary leads, which have no such header and do not come in a flood.
  and (
    current_setting('request.headers', true) like '%x-suspect-reasons%'
    or current_setting('leads.flood', true) <> ''
  )
)
execute function private.mark_suspect_lead();

-- The limits per IP address. Our server sets the rows from its environment variable LEADS_PER_ADDRESS when it starts.
-- The operator of a Supabase changes them with a statement.
create table private.address_limits (
  seconds integer primary key,
  leads integer not null,
  constraint address_limits_seconds_in_a_day check (seconds between 1 and 86400),
  constraint address_limits_leads_positive check (leads > 0)
);

comment on table private.address_limits is 'How many leads one network address may send in so many seconds. No rows: any number.';

insert into private.address_limits (seconds, leads) values (10, 3), (600, 10);

alter table private.address_limits enable row level security;

create policy "Nobody but the owner sees or sets the limits per address"
on private.address_limits for all
to public
using (false);

-- Unlogged, so that no lead waits for the disk because of a count. A crash loses some minutes of counting.
create unlogged table private.address_counts (
  key bytea primary key,
  ends_at timestamptz not null,
  stored_at timestamptz[] not null
);

comment on table private.address_counts is
  'When each network has sent its last leads. Our server deletes ended rows every minute; on a Supabase, pg_cron does (docs/deploy.md).';
comment on column private.address_counts.key is 'A keyed hash of the network. Never the address.';
comment on column private.address_counts.ends_at is 'When the last of the leads no longer counts for any limit.';
comment on column private.address_counts.stored_at is 'The times of the leads that still count, the last one at the end.';

alter table private.address_counts enable row level security;

create policy "Nobody but the owner sees the counts"
on private.address_counts for all
to public
using (false);

-- Whether a text can be cast to inet.
create function private.is_address(given text)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  perform given::pg_catalog.inet;
  return true;
exception
  when invalid_text_representation then
    return false;
end;
$$;

-- Counts the statement's leads for each IP network, and refuses the statement if a lead is above a limit. The counting
-- is part of the lead's own transaction, so a lead that is refused for any reason is not counted. The limit holds
-- through our server and through a Supabase's API, and all servers on one database count together. The header
-- cf-connecting-ip can be trusted: Cloudflare, in front of every hosted Supabase, overwrites one that a visitor has
-- sent, and our server sets it itself.
-- https://developers.cloudflare.com/fundamentals/reference/http-headers/
--
-- The error's detail has the position of each lead above a limit, from 0, and the seconds after which it may be sent
-- again. Our server then inserts the statement's other leads with a second statement.
--
-- Security definer (runs with its owner's privileges): the role anon may neither count leads nor read the limits.
create function private.limit_leads_per_address()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
-- Keeps one plan: planning the statement anew takes longer than running it.
set plan_cache_mode = force_generic_plan
as $$
declare
  addresses pg_catalog.text[] := array(
    select "cf-connecting-ip" from json_to_recordset(private.lead_headers()) as headers ("cf-connecting-ip" pg_catalog.text)
  );
  longest pg_catalog.interval;
  refused pg_catalog.jsonb;
begin
  -- If an address cannot be read, the first attempt fails; the second leaves out all such addresses.
  for attempt in 1..2 loop
    begin
      select make_interval(secs => max(seconds)) into longest from private.address_limits;
      exit when longest is null or not exists (select from inserted);

      with requests as (
        select
          number,
          factor,
          sha256(convert_to(concat_ws(' ', 'address', value, network(set_masklen(ip, bits))), 'UTF8')) as key
        from unnest(addresses) with ordinality as request (address, number)
        cross join lateral (
          -- Removes the zone of a link-local address (fe80::1%eth0), which the type inet does not accept.
          select split_part(address, '%', 1)::pg_catalog.inet as given where address <> ''
        ) as client
        cross join lateral (
          -- Turns an IPv4-mapped IPv6 address into the IPv4 address.
          select case
            when given <<= '::ffff:0.0.0.0/96'::pg_catalog.inet
              then '0.0.0.0'::pg_catalog.inet + (given - '::ffff:0.0.0.0'::pg_catalog.inet)
            else given
          end as ip
        ) as sender
        -- An IPv6 visitor is given a /64 network and may use any address in it, so the network counts as one address.
        -- A host may be given a /48, which has 65,536 networks of /64: a /48 may send ten times as much. A provider
        -- has a /32, with 65,536 networks of /48: a /32 may send a hundred times as much. But no network may send more
        -- than a thousand because of its width: its row would become long.
        join (values (4, 32, 1), (6, 64, 1), (6, 48, 10), (6, 32, 100)) as networks (family, bits, factor)
          on family = family(ip)
        join private.secrets on name = 'submission'
      ),
      counted as (
        insert into private.address_counts as kept (key, ends_at, stored_at)
        select key, now() + longest, array_agg(now())
        from requests
        group by key
        -- Two statements that lock the same rows in different orders would deadlock.
        order by key
        on conflict (key) do update set
          ends_at = excluded.ends_at,
          stored_at = array(
            select earlier
            from unnest(kept.stored_at) as earlier
            -- A time in the future was written by a wrong clock.
            where earlier > now() - longest and earlier < now() + '1 minute'::pg_catalog.interval
          ) || excluded.stored_at
        returning key, stored_at
      ),
      placed as (
        -- The place of each lead in its network's list. The leads of this statement are the last ones.
        select
          number,
          factor,
          stored_at,
          cardinality(stored_at) + 1 - row_number() over (partition by key order by number desc)::pg_catalog.int4 as place
        from requests join counted using (key)
      ),
      too_many as (
        -- With a limit of three leads, a lead is refused if the third lead before it is too recent.
        select number, factor, seconds, stored_at[place - most] + make_interval(secs => seconds) as free_at
        from placed
        cross join private.address_limits
        cross join lateral (select greatest(leads, least(leads * factor, 1000)) as most offset 0) as limits
        where stored_at[place - most] > now() - make_interval(secs => seconds)
      ),
      refusals as (
        -- If several limits refuse a lead, the wait is that of the shortest period. The error undoes the counting, so
        -- the longer periods may have room when the lead is sent again.
        select distinct on (number) number - 1 as position, greatest(1, ceil(extract(epoch from free_at - now()))) as wait
        from too_many
        -- Reports only the leads that the narrowest kind of network refuses (all /64 before any /48): the server sends
        -- the other leads again without these, and the wider networks may then have room.
        where factor = (select min(factor) from too_many)
        order by number, seconds
      )
      select jsonb_object_agg(position, wait) into refused from refusals;
      exit;
    exception
      when invalid_text_representation then
        addresses := array(
          select case when private.is_address(split_part(address, '%', 1)) then address end
          from unnest(addresses) with ordinality as given (address, number)
          order by number
        );
      when others then
        raise warning 'An address could not be counted, so its lead is stored: %', sqlerrm;
        exit;
    end;
  end loop;

  if refused is not null then
    -- PostgREST answers PTxyz with the status xyz.
    raise sqlstate 'PT429' using
      message = 'Too many enquiries have reached us from one address in a short time.',
      detail = refused::pg_catalog.text,
      hint = 'Please send it again later.';
  end if;
  return null;
end;
$$;

-- Only for the role anon (visitors): the firm's own imports and a restored backup are not limited. Triggers run in the
-- order of their names, so this one runs last: record_notifications has already refused a lead that is stored, even if
-- its sender is above the limit.
create trigger refuse_too_many_per_address
after insert on public.leads
referencing new table as inserted
for each statement when (current_user = 'anon') execute function private.limit_leads_per_address();
