-- Changes the limit per IP address in two ways. If one address of a statement cannot be read, the others are still
-- counted. And an IPv6 /32 network is counted too: otherwise some thirty /48 networks in it (each may send a hundred
-- leads in ten minutes) could use up the limit on all leads together (300 in a minute).

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

revoke execute on function private.is_address(text) from public, anon, authenticated;
alter function private.is_address(text) owner to leads_owner;

create or replace function private.limit_leads_per_address()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
-- Keeps one plan: planning the statement anew takes longer than running it.
set plan_cache_mode = force_generic_plan
as $$
declare
  -- The list begins with a line break, so its first element is empty.
  addresses pg_catalog.text[] := (string_to_array(current_setting('leads.addresses', true), E'\n'))[2:];
  refused pg_catalog.jsonb;
begin
  -- Empties the list for the next statement of this transaction.
  perform set_config('leads.addresses', '', true);
  -- If an address cannot be read, the first attempt fails; the second leaves out all such addresses.
  for attempt in 1..2 loop
    begin
      with requests as (
        select
          number,
          factor,
          seconds,
          limits.leads * factor as most,
          sha256(convert_to(concat_ws(' ', 'address', value, network(set_masklen(ip, bits)), seconds), 'UTF8')) as key
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
        -- has a /32, with 65,536 networks of /48: a /32 may send a hundred times as much.
        join (values (4, 32, 1), (6, 64, 1), (6, 48, 10), (6, 32, 100)) as networks (family, bits, factor)
          on family = family(ip)
        cross join private.address_limits as limits
        join private.secrets on name = 'submission'
      ),
      counted as (
        insert into private.address_counts as kept (key, leads, ends_at)
        select key, count(*), now() + make_interval(secs => seconds)
        from requests
        group by key, seconds
        -- Two statements that lock the same rows in different orders would deadlock.
        order by key
        on conflict (key) do update set
          leads = excluded.leads + case
            when kept.ends_at > now() and kept.ends_at < excluded.ends_at + '1 minute'::pg_catalog.interval then kept.leads
            else 0
          end,
          -- If the row ends later than a window that begins now would, a wrong clock wrote it: counting starts again.
          ends_at = case
            when kept.ends_at > now() and kept.ends_at < excluded.ends_at + '1 minute'::pg_catalog.interval then kept.ends_at
            else excluded.ends_at
          end
        returning key, leads, ends_at
      ),
      too_many as (
        select *, min(factor) over () as narrowest
        from (
          select *, leads - count(*) over same_key + row_number() over (same_key order by number) as nth
          from requests join counted using (key)
          window same_key as (partition by key)
        ) as ranked
        where nth > most
      ),
      refusals as (
        -- If several windows refuse a lead, the wait is that of the shortest window: refused leads are not counted, so
        -- the longer windows may have room when the lead is sent again.
        select distinct on (number) number - 1 as position, greatest(1, ceil(extract(epoch from ends_at - now()))) as wait
        from too_many
        -- For the same reason, only refusals of the narrowest network are reported (a /64 before its /48).
        where factor = narrowest
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
