-- The origins of all leads of a statement (the pages and campaigns that they came from) are written with one insert,
-- because the fixed cost of a statement is higher than the cost of a row. The headers of a row are set only until the
-- next row. So record_notification, which runs for each row, adds the row's header x-lead-origin to a list in the
-- setting leads.origins, as it adds the IP address to leads.addresses. An after trigger then writes the whole list.

-- The trigger is dropped first: this locks the table, so that leads which arrive now wait for the whole migration.
drop trigger record_lead_origin on public.leads;
drop function private.record_lead_origin();

-- Still writes a lead's notification, and now also adds a line to leads.origins: the lead's id, a space, and the header
-- x-lead-origin.
create or replace function private.record_notification()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  headers constant pg_catalog.json := nullif(current_setting('request.headers', true), '')::pg_catalog.json;
  -- Six values of 100 characters, percent-encoded, need fewer than 8,000 characters.
  origin constant pg_catalog.text := left(headers ->> 'x-lead-origin', 8000);
  is_flood constant pg_catalog.bool := 'flood' = any (new.suspect_reasons);
begin
  insert into private.notifications (lead_id, submission_id, in_digest, next_attempt_at)
  values (
    new.id,
    nullif(headers ->> 'x-submission-id', '')::pg_catalog.uuid,
    is_flood,
    case when is_flood then date_trunc('minute', now()) + '1 minute'::pg_catalog.interval else now() end
  );
  if tg_nargs > 0 then
    perform set_config(
      'leads.addresses',
      concat(current_setting('leads.addresses', true), E'\n', headers ->> 'cf-connecting-ip'),
      true
    );
  end if;
  if origin <> '' then
    perform set_config(
      'leads.origins',
      concat(current_setting('leads.origins', true), E'\n', new.id, ' ', replace(origin, E'\n', '')),
      true
    );
  end if;
  return new;
end;
$$;

-- Security definer (runs with its owner's privileges): the role anon may not write to private.lead_origins.
create function private.record_lead_origins()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
-- Keeps one plan: planning the statement anew takes longer than running it.
set plan_cache_mode = force_generic_plan
as $$
declare
  -- The list begins with a line break, so its first element is empty.
  entries constant pg_catalog.text[] := (string_to_array(current_setting('leads.origins', true), E'\n'))[2:];
begin
  -- Empties the list for the next statement of this transaction.
  perform set_config('leads.origins', '', true);
  insert into private.lead_origins (lead_id, page, utm_source, utm_medium, utm_campaign, utm_term, utm_content)
  select
    lead_id,
    nullif(split_part(split_part(known[1], '?', 1), '#', 1), ''), known[2], known[3], known[4], known[5], known[6]
  from unnest(entries) as entry
  cross join lateral (
    select
      left(entry, 36)::pg_catalog.uuid as lead_id,
      array(
        select case
          when value = '' then null
          -- Decodes only a value with a % or a character outside ASCII: decoding costs more than all the rest.
          when value ~ '[^ -$&-~]' then private.form_value(substr(entry, 38), name)
          else nullif(left(btrim(translate(value, '+', ' ')), 100), '')
        end
        from unnest(array['page', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']) as name
        cross join lateral (
          select split_part(split_part('&' || substr(entry, 38), '&' || name || '=', 2), '&', 1) as value offset 0
        ) as given
      ) as known
    offset 0
  ) as origin
  where num_nonnulls(variadic known) > 0
    and (num_nonnulls(variadic known[2:]) > 0 or split_part(split_part(known[1], '?', 1), '#', 1) <> '');
  return null;
exception
  when others then
    raise warning 'Leads are stored without their origins, which could not be read: %', sqlerrm;
    return null;
end;
$$;

revoke execute on function private.record_lead_origins() from public, anon, authenticated;
alter function private.record_lead_origins() owner to leads_owner;

create trigger record_lead_origins
after insert on public.leads
for each statement when (current_setting('leads.origins', true) <> '')
execute function private.record_lead_origins();
