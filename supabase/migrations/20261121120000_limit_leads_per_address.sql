-- The rate limit per IP address. It is counted in the lead's own transaction, so a lead that is refused for any
-- reason is not counted. The limit holds through our server and through a Supabase's API, and all servers on one
-- database count together.
--
-- The operator of a Supabase changes the rows of private.address_limits with a statement; without rows there is no
-- limit. Our server sets the rows from its environment variable LEADS_PER_ADDRESS when it starts.

-- The trigger is dropped first: this locks the table, so that leads which arrive now wait for the whole migration.
drop trigger brake_leads on public.leads;

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
  leads integer not null,
  ends_at timestamptz not null
);

comment on table private.address_counts is
  'How many leads each network address has sent lately. Our server deletes ended rows every minute; on a Supabase, pg_cron does (docs/deploy.md).';
comment on column private.address_counts.key is 'A keyed hash of the network and the window. Never the address.';
comment on column private.address_counts.ends_at is 'When the window ends and counting starts again.';

alter table private.address_counts enable row level security;

create policy "Nobody but the owner sees the counts"
on private.address_counts for all
to public
using (false);

revoke all on private.address_limits, private.address_counts from public, anon, authenticated;

comment on table private.secrets is
  'submission: makes the submission ids of forms without scripts, and hashes network addresses. drain: asks send-email for all that is due.';

-- Still writes a lead's notification, and now also adds the visitor's IP address to the list in the setting
-- leads.addresses. The trigger limit_leads_per_address below needs this list, because an after trigger sees only the
-- headers of the last row. The header cf-connecting-ip can be trusted: Cloudflare, in front of every hosted Supabase,
-- overwrites one that a visitor has sent, and our server sets it itself.
-- https://developers.cloudflare.com/fundamentals/reference/http-headers/
create or replace function private.record_notification()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
begin
  insert into private.notifications (lead_id, submission_id)
  values (new.id, nullif(headers ->> 'x-submission-id', '')::uuid);
  perform set_config(
    'leads.addresses',
    concat(current_setting('leads.addresses', true), E'\n', headers ->> 'cf-connecting-ip'),
    true
  );
  return new;
end;
$$;

-- Counts the statement's leads for each IP network and time window, and refuses the statement if a lead is above a
-- limit. The error's detail has the position of each lead above a limit, from 0, and the seconds after which it may be
-- sent again. Our server then inserts the statement's other leads with a second statement.
--
-- Security definer (runs with its owner's privileges): the role anon may neither count nor read the limits.
create function private.limit_leads_per_address()
returns trigger
language plpgsql
security definer
set search_path = ''
-- Keeps one plan: planning the statement anew takes longer than running it.
set plan_cache_mode = force_generic_plan
as $$
declare
  -- The list begins with a line break, so its first element is empty.
  addresses constant text[] := (string_to_array(current_setting('leads.addresses', true), E'\n'))[2:];
  refused jsonb;
begin
  -- Empties the list for the next statement of this transaction.
  perform set_config('leads.addresses', '', true);
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
        select split_part(address, '%', 1)::inet as given where address <> ''
      ) as client
      cross join lateral (
        -- Turns an IPv4-mapped IPv6 address into the IPv4 address.
        select case
          when given <<= inet '::ffff:0.0.0.0/96' then inet '0.0.0.0' + (given - inet '::ffff:0.0.0.0')
          else given
        end as ip
      ) as sender
      -- An IPv6 visitor is given a /64 network and may use any address in it, so the network counts as one address. A
      -- host may be given a /48, which has 65,536 networks of /64: a /48 may send ten times as much.
      join (values (4, 32, 1), (6, 64, 1), (6, 48, 10)) as networks (family, bits, factor)
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
          when kept.ends_at > now() and kept.ends_at < excluded.ends_at + interval '1 minute' then kept.leads
          else 0
        end,
        -- If the row ends later than a window that begins now would, a wrong clock wrote it: counting starts again.
        ends_at = case
          when kept.ends_at > now() and kept.ends_at < excluded.ends_at + interval '1 minute' then kept.ends_at
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
  exception
    when others then
      raise warning 'An address could not be counted, so its lead is stored: %', sqlerrm;
  end;

  if refused is not null then
    -- PostgREST answers PTxyz with the status xyz.
    raise sqlstate 'PT429' using
      message = 'Too many enquiries have reached us from one address in a short time.',
      detail = refused::text,
      hint = 'Please send it again later.';
  end if;
  return null;
end;
$$;

revoke execute on function private.limit_leads_per_address() from public, anon, authenticated;

-- Only for the role anon (visitors): the firm's own imports and a restored backup are not limited.
create trigger limit_leads_per_address
after insert on public.leads
for each statement when (current_user = 'anon') execute function private.limit_leads_per_address();

-- The new name distinguishes this function, which limits the leads of all addresses together, from
-- limit_leads_per_address.
alter function private.brake_leads() rename to limit_leads_per_minute;

create trigger limit_leads_per_minute
before insert on public.leads
for each statement when (current_user = 'anon') execute function private.limit_leads_per_minute();

-- Until now, our server counted in the table rate_limits, as the role limiter. The role stays, without privileges:
-- other databases of the same PostgreSQL may still need it.
drop table private.rate_limits;
revoke usage on schema private from limiter;
