-- Leads that look wrong, and too many leads at once (docs/decisions/0009-limits-and-suspicion.md). A suspect lead, one
-- that a program seems to have sent, is marked, and is stored and mailed like every other. More leads in a minute than a
-- firm of this kind can have are a flood: they are stored, marked, and mailed together once a minute. Leads are refused
-- only if one network sends too many, or, in a flood, if more leads came in a day than any firm gets.

-- The limits on all leads together, which unlike a limit per IP address do not depend on a header that our server sets.
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

-- Runs before a visitor's lead is stored.
--
-- Refuses a second lead of the same transaction: PostgREST accepts an array of rows, but a visitor sends one lead at a
-- time.
--
-- Sets suspect_reasons, for which a person should look at the lead first: the known reasons in the header
-- x-suspect-reasons, and 'flood' if more leads have come in the last minute than the limit allows.
--
-- Security definer (runs with its owner's privileges): the role anon may neither count leads nor read the limits.
create function private.screen_lead()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  stored pg_catalog.text := current_setting('leads.stored', true);
  given pg_catalog.text[];
  is_flood pg_catalog.bool;
begin
  if stored = 'one' then
    raise exception 'One lead at a time.' using errcode = 'invalid_parameter_value';
  end if;
  stored := set_config('leads.stored', 'one', true);

  -- Reads at most as many leads as the limit allows, by the index on created_at. Leads with a time in the future do not
  -- count. If the clock was an hour fast and has been corrected, they would count as new for the next hour.
  select exists (
    select from public.leads
    where created_at > now() - '1 minute'::pg_catalog.interval and created_at <= now() and source <> 'import'
    -- Without this order, PostgreSQL may scan the whole table: the newest rows are at its end.
    order by created_at desc
    offset per_minute - 1
  )
  into is_flood
  from private.lead_limits
  where per_minute is not null;

  if is_flood or current_setting('request.headers', true) like '%x-suspect-reasons%' then
    given := string_to_array(
      replace(nullif(current_setting('request.headers', true), '')::pg_catalog.json ->> 'x-suspect-reasons', ' ', ''),
      ','
    );
    new.suspect_reasons := array(
      select reason
      from unnest(array['trap_filled', 'sent_too_fast', 'flood']) as reason
      where case reason when 'flood' then is_flood else reason = any (given) end
    );
  end if;
  return new;
end;
$$;

create trigger screen_lead
before insert on public.leads
for each row
when (current_user <> 'service_role' and not pg_has_role(current_user, 'leads_owner', 'member'))
execute function private.screen_lead();

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
comment on column private.address_counts.key is 'A keyed hash of a network, never the address.';
comment on column private.address_counts.ends_at is 'When the last of the leads no longer counts for any limit.';
comment on column private.address_counts.stored_at is 'The times of the leads that still count, the last one at the end.';

alter table private.address_counts enable row level security;

create policy "Nobody but the owner sees the counts"
on private.address_counts for all
to public
using (false);

-- Refuses a visitor's lead that is above a limit: in a flood, the limit on all leads of a day; always, the limits per IP
-- address. Keeps the counts for the latter, and names in the error's detail the number of seconds after which that limit
-- has room again.
--
-- The counting is part of the lead's own transaction, so a lead that is refused for any reason is not counted. All
-- servers on one database count together. The header cf-connecting-ip can be trusted: Cloudflare, in front of every
-- hosted Supabase, overwrites one that a visitor has sent, and our server sets it itself.
-- https://developers.cloudflare.com/fundamentals/reference/http-headers/
--
-- Security definer (runs with its owner's privileges): the role anon may neither count leads nor read the limits.
create function private.refuse_too_many()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  address constant pg_catalog.text := split_part(
    nullif(current_setting('request.headers', true), '')::pg_catalog.json ->> 'cf-connecting-ip',
    -- Removes the zone of a link-local address (fe80::1%eth0), which the type inet does not accept.
    '%', 1
  );
  ip pg_catalog.inet;
  secret pg_catalog.text;
  longest pg_catalog.interval;
  scope pg_catalog.int4[];
  network_key pg_catalog.bytea;
  times pg_catalog.timestamptz[];
  wait pg_catalog.int4;
begin
  if 'flood' = any (new.suspect_reasons) then
    if exists (
      select from private.lead_limits
      where per_day is not null and exists (
        select from public.leads
        where created_at > now() - '1 day'::pg_catalog.interval and created_at <= now() and source <> 'import'
        order by created_at desc
        -- The lead itself is one of them.
        offset per_day
      )
    ) then
      -- PostgREST answers PTxyz with the status xyz.
      raise sqlstate 'PT429' using
        message = 'Too many enquiries have reached us in a short time.',
        hint = 'Please send it again in a minute.';
    end if;
  end if;

  if address <> '' then
    begin
      ip := address::pg_catalog.inet;
      -- Turns an IPv4-mapped IPv6 address into the IPv4 address.
      if ip <<= '::ffff:0.0.0.0/96'::pg_catalog.inet then
        ip := '0.0.0.0'::pg_catalog.inet + (ip - '::ffff:0.0.0.0'::pg_catalog.inet);
      end if;

      select value, (select make_interval(secs => max(seconds)) from private.address_limits)
      into secret, longest
      from private.secrets
      where name = 'submission';

      -- Pairs of the length of a network's prefix and the factor by which the limits of one sender are multiplied for it.
      --
      -- An IPv6 visitor is given a /64 network and may use any address in it, so the network counts as one sender. A
      -- host may be given a /48, which has 65,536 networks of /64: a /48 may send ten times as much. A provider has a
      -- /32, with 65,536 networks of /48: a /32 may send a hundred times as much. But the factor raises a
      -- limit to a thousand at most, because the row keeps the time of each lead.
      --
      -- The narrowest network comes first, so two leads that share some networks lock these in the same order and do
      -- not deadlock.
      foreach scope slice 1 in array
        case family(ip) when 4 then array[[32, 1]] else array[[64, 1], [48, 10], [32, 100]] end
      loop
        -- Without limits, nothing is counted.
        exit when longest is null;
        network_key := sha256(convert_to(concat_ws(' ', 'address', secret, network(set_masklen(ip, scope[1]))), 'UTF8'));
        insert into private.address_counts (key, ends_at, stored_at)
        values (network_key, now() + longest, array[now()])
        on conflict do nothing;

        -- The first lead of a network is below every limit, and most networks send no other. If the network has a row,
        -- the lead is added to it.
        if not found then
          update private.address_counts
          set
            ends_at = now() + longest,
            stored_at = array(
              select earlier
              from unnest(stored_at) as earlier
              -- A time in the future was written by a wrong clock.
              where earlier > now() - longest and earlier < now() + '1 minute'::pg_catalog.interval
            ) || now()
          where key = network_key
          returning stored_at into times;

          -- With a limit of three leads, a lead is refused if the third lead before it is too recent. If several limits
          -- refuse it, the wait is that of the shortest period. The error undoes the counting, so the longer periods
          -- and the wider networks may have room when the lead is sent again.
          select greatest(1, ceil(extract(epoch from free_at - clock_timestamp())))
          into wait
          from (
            select
              seconds,
              times[cardinality(times) - greatest(leads, least(leads * scope[2], 1000))]
                + make_interval(secs => seconds) as free_at
            from private.address_limits
          ) as limits
          where free_at > now()
          order by seconds
          limit 1;
          exit when wait is not null;
        end if;
      end loop;
    exception
      when invalid_text_representation then
        -- The header holds no IP address.
        null;
      when others then
        raise warning 'An address could not be counted, so its lead is stored: %', sqlerrm;
    end;
  end if;

  if wait is not null then
    raise sqlstate 'PT429' using
      message = 'Too many enquiries have reached us from one address in a short time.',
      detail = wait::pg_catalog.text,
      hint = 'Please send it again later.';
  end if;
  return null;
end;
$$;

-- Not for the owner and a Supabase's service_role: the firm's own imports and a restored backup are not limited. Any other
-- role is a visitor's, because a statement that is smuggled in may set the role anon to none while it inserts its rows.
-- Triggers run in the order of their names, so record_lead (in the next file) runs first: a lead that comes again is refused
-- there, as already stored, and not here, as above a limit.
create trigger refuse_too_many
after insert on public.leads
for each row
when (current_user <> 'service_role' and not pg_has_role(current_user, 'leads_owner', 'member'))
execute function private.refuse_too_many();
