-- Where a lead came from: the page that it was sent from, and the UTM parameters of the visit's first URL that has
-- some. Page and parameters come in the request header x-lead-origin, written like a query string, because a visitor
-- may insert only the columns that the firm's specification for this website lists. They describe a page and a
-- campaign, never a person or a device.

create table private.lead_origins (
  lead_id uuid primary key,
  page text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,

  -- Checked only when the transaction ends, because a before trigger writes the origin, and the lead's row does not
  -- exist yet at that time. An after trigger would be too late: several leads may share a statement, and the headers of
  -- a lead are set only until the next lead.
  constraint lead_origins_lead_id_fkey foreign key (lead_id) references public.leads (id) on delete cascade
    deferrable initially deferred,
  constraint lead_origins_something_known check (
    num_nonnulls(page, utm_source, utm_medium, utm_campaign, utm_term, utm_content) > 0
  )
);

comment on table private.lead_origins is
  'For leads whose request named it: the page they were sent from, and the utm_ parameters of the visit''s first address.';
comment on column private.lead_origins.page is 'A path such as /glasgow, without its query.';

alter table private.lead_origins enable row level security;

create policy "Nobody but the owner sees where leads came from"
on private.lead_origins for all
to public
using (false);

revoke all on private.lead_origins from public, anon, authenticated;

-- The value of a name in application/x-www-form-urlencoded text: on one line, without control and invisible characters,
-- at most 100 characters. Null if it is missing, empty or not UTF-8.
create function private.form_value(form text, name text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  unseen constant pg_catalog.text := '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]';
  encoded constant pg_catalog.text := replace(substring('&' || form from '&' || name || '=([^&]*)'), '+', ' ');
  decoded pg_catalog.text;
begin
  select convert_from(
    string_agg(coalesce(decode(part[1], 'hex'), convert_to(part[2], 'UTF8')), ''::pg_catalog.bytea order by position),
    'UTF8'
  )
  into decoded
  from regexp_matches(encoded, '%([0-9A-Fa-f]{2})|([^%]+|%)', 'g') with ordinality as piece (part, position);
  return nullif(left(btrim(regexp_replace(decoded, unseen, '', 'g')), 100), '');
exception
  when character_not_in_repertoire or untranslatable_character then
    return null;
end;
$$;

-- Security definer (runs with its owner's privileges): the role anon may not write to private.lead_origins.
create function private.record_lead_origin()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  form pg_catalog.text;
  given pg_catalog.text[];
  name pg_catalog.text;
  value pg_catalog.text;
begin
  -- Six values of 100 characters, percent-encoded, need fewer than 8,000 characters.
  form := left(current_setting('request.headers')::pg_catalog.json ->> 'x-lead-origin', 8000);
  foreach name in array array['page', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] loop
    value := split_part(split_part('&' || form, '&' || name || '=', 2), '&', 1);
    given := given || case
      -- Decodes only a value with a % or a character outside ASCII, because decoding costs more than all the rest.
      when value ~ '[^ -$&-~]' then private.form_value(form, name)
      else nullif(left(btrim(translate(value, '+', ' ')), 100), '')
    end;
  end loop;
  given[1] := nullif(split_part(split_part(given[1], '?', 1), '#', 1), '');
  if num_nonnulls(variadic given) > 0 then
    insert into private.lead_origins (lead_id, page, utm_source, utm_medium, utm_campaign, utm_term, utm_content)
    values (new.id, given[1], given[2], given[3], given[4], given[5], given[6]);
  end if;
  return new;
exception
  when others then
    raise warning 'A lead is stored without its origin, which could not be read: %', sqlerrm;
    return new;
end;
$$;

revoke execute on function private.form_value(text, text), private.record_lead_origin() from public, anon, authenticated;
alter table private.lead_origins owner to leads_owner;
alter function private.form_value(text, text) owner to leads_owner;
alter function private.record_lead_origin() owner to leads_owner;

-- Triggers fire in the order of their names, so prepare_lead has already set the id.
create trigger record_lead_origin
before insert on public.leads
for each row when (current_setting('request.headers', true) like '%x-lead-origin%')
execute function private.record_lead_origin();
