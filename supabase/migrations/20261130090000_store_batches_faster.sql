-- The leads of a statement are stored with fewer and shorter statements inside the triggers.
--
-- The notifications of all leads are written with one insert, because the fixed cost of a statement is higher than the
-- cost of a row. Until now, a trigger ran for each row: it wrote the row's notification, and collected the row's
-- headers for the triggers after the statement. Now these triggers read the headers of all leads from one list.
--
-- For the limit per IP address, each network has one row, with the times of its last leads. Until now, it had one row
-- for each window, and the windows began with its first lead: it could send all leads of one window at its end, and all
-- leads of the next a moment later. Now the limit holds for any ten seconds and any ten minutes.

-- Locks the table, so that leads which arrive now wait for the whole migration.
drop trigger record_notification on public.leads;
drop trigger record_notification_of_import on public.leads;
drop trigger record_lead_origins on public.leads;
drop trigger limit_leads_per_address on public.leads;
drop function private.record_notification();

-- The triggers after the statement find all leads stored, so the foreign keys can be checked at once.
alter table private.notifications alter constraint notifications_lead_id_fkey not deferrable;
alter table private.lead_origins alter constraint lead_origins_lead_id_fkey not deferrable;

-- The request headers of the statement's leads, as a JSON array in the order of the leads. PostgREST sets
-- request.headers to those of its request, which has one lead: refuse_bulk_insert refuses a request with more. Our
-- server, whose statements have the leads of several requests, sets leads.headers to the array.
create function private.lead_headers()
returns json
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    nullif(current_setting('leads.headers', true), ''),
    '[' || current_setting('request.headers', true) || ']',
    '[]'
  )::pg_catalog.json;
$$;

revoke execute on function private.lead_headers() from public, anon, authenticated;
alter function private.lead_headers() owner to leads_owner;

-- Writes the notification of each lead of the statement, in the lead's own transaction. PostgreSQL lists the rows of
-- inserted in the order in which they were stored, which is that of the headers. A lead without headers has no
-- submission id.
--
-- Security definer (runs with its owner's privileges): the role anon may not write to private.notifications.
create function private.record_notifications()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
-- Keeps one plan: planning the statement anew takes longer than running it.
set plan_cache_mode = force_generic_plan
as $$
begin
  insert into private.notifications (lead_id, submission_id, in_digest, next_attempt_at)
  select
    id,
    nullif(submission_id, '')::pg_catalog.uuid,
    is_flood,
    case when is_flood then date_trunc('minute', now()) + '1 minute'::pg_catalog.interval else now() end
  from (
    select row_number() over () as number, id, 'flood' = any (suspect_reasons) as is_flood from inserted
  ) as lead
  left join rows from (json_to_recordset(private.lead_headers()) as ("x-submission-id" pg_catalog.text))
    with ordinality as headers (submission_id, number) using (number)
  -- Our server has sorted the leads. In another order, two servers that store the same leads at once could deadlock.
  order by number;
  return null;
end;
$$;

revoke execute on function private.record_notifications() from public, anon, authenticated;
alter function private.record_notifications() owner to leads_owner;

create trigger record_notifications
after insert on public.leads
referencing new table as inserted
for each statement execute function private.record_notifications();

create or replace function private.record_lead_origins()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
-- Keeps one plan: planning the statement anew takes longer than running it.
set plan_cache_mode = force_generic_plan
as $$
begin
  insert into private.lead_origins (lead_id, page, utm_source, utm_medium, utm_campaign, utm_term, utm_content)
  select
    id,
    nullif(split_part(split_part(known[1], '?', 1), '#', 1), ''), known[2], known[3], known[4], known[5], known[6]
  from (select row_number() over () as number, id from inserted) as lead
  join rows from (json_to_recordset(private.lead_headers()) as ("x-lead-origin" pg_catalog.text))
    with ordinality as headers (given, number) using (number)
  -- Six values of 100 characters, percent-encoded, need fewer than 8,000 characters.
  cross join lateral (select left(given, 8000) as origin offset 0) as header
  cross join lateral (
    select array(
      select case
        when value = '' then null
        -- Decodes only a value with a % or a character outside ASCII: decoding costs more than all the rest.
        when value ~ '[^ -$&-~]' then private.form_value(origin, name)
        else nullif(left(btrim(translate(value, '+', ' ')), 100), '')
      end
      from unnest(array['page', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']) as name
      cross join lateral (
        select split_part(split_part('&' || origin, '&' || name || '=', 2), '&', 1) as value offset 0
      ) as parameter
    ) as known
    offset 0
  ) as parsed
  where num_nonnulls(variadic known) > 0
    and (num_nonnulls(variadic known[2:]) > 0 or split_part(split_part(known[1], '?', 1), '#', 1) <> '');
  return null;
exception
  when others then
    raise warning 'Leads are stored without their origins, which could not be read: %', sqlerrm;
    return null;
end;
$$;

create trigger record_lead_origins
after insert on public.leads
referencing new table as inserted
for each statement
when (concat(current_setting('leads.headers', true), current_setting('request.headers', true)) like '%x-lead-origin%')
execute function private.record_lead_origins();

truncate private.address_counts;
alter table private.address_counts drop column leads;
alter table private.address_counts add column stored_at timestamptz[] not null;

comment on table private.address_counts is
  'When each network has sent its last leads. Our server deletes ended rows every minute; on a Supabase, pg_cron does (docs/deploy.md).';
comment on column private.address_counts.key is 'A keyed hash of the network. Never the address.';
comment on column private.address_counts.ends_at is 'When the last of the leads no longer counts for any limit.';
comment on column private.address_counts.stored_at is 'The times of the leads that still count, the last one at the end.';

-- Counts the statement's leads for each IP network, and refuses the statement if a lead is above a limit. The error's
-- detail has the position of each lead above a limit, from 0, and the seconds after which it may be sent again. Our
-- server then inserts the statement's other leads with a second statement.
create or replace function private.limit_leads_per_address()
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

-- Triggers run in the order of their names, so this one runs last. record_notifications has already refused a lead that
-- is stored, even if its sender is above the limit. refuse_bulk_insert has refused a batch of an older server, which
-- does not set leads.headers: such a server then inserts each lead by itself.
create trigger refuse_too_many_per_address
after insert on public.leads
referencing new table as inserted
for each statement when (current_user = 'anon') execute function private.limit_leads_per_address();
