-- Leads: what a visitor sends through the valuation form or the chat widget, and the page and campaign that it came from.
--
-- The browser is never trusted: every limit of the forms is also a constraint here. Each rule of each form (source)
-- has its own constraint, so that the constraint's name in a log line tells which rule a refused lead broke. The role
-- anon (visitors) may insert leads, and nothing else.

create table public.leads (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  name text not null,
  email text,
  phone text not null,
  postcode text,
  address text,
  property_type text,
  bedrooms text,
  property_condition text,
  message text,
  source text not null,
  suspect_reasons text[] not null default '{}',

  constraint leads_source_known check (source in ('valuation_form', 'chat_widget')),
  constraint leads_suspect_reasons_known check (suspect_reasons <@ array['trap_filled', 'sent_too_fast', 'flood']),

  -- The valuation form's first and last name have 1 to 50 characters each and are joined with a space; the chat's
  -- name has 1 to 100. The check looks for a space with 1 to 50 characters on each side. It is written without the
  -- pattern '^.{1,50} .{1,50}$', which does the same and takes a hundred times as long.
  constraint leads_valuation_name check (
    source <> 'valuation_form'
    or strpos(substr(left(left(name, -1), 51), greatest(2, char_length(name) - 50)), ' ') > 0
  ),
  constraint leads_chat_name check (source <> 'chat_widget' or char_length(name) between 1 and 100),
  constraint leads_phone check (char_length(phone) between 10 and 20),

  -- A check constraint accepts a row for which its condition is null. So coalesce turns null into false: a row without
  -- the answer is refused.
  constraint leads_valuation_postcode check (
    source <> 'valuation_form' or coalesce(char_length(postcode) between 5 and 10, false)
  ),
  constraint leads_valuation_address check (
    source <> 'valuation_form' or coalesce(char_length(address) between 5 and 200, false)
  ),
  constraint leads_valuation_property_type check (
    source <> 'valuation_form'
    or coalesce(property_type in ('detached', 'semi-detached', 'terraced', 'flat', 'bungalow'), false)
  ),
  constraint leads_valuation_bedrooms check (
    source <> 'valuation_form' or coalesce(bedrooms in ('1', '2', '3', '4', '5+'), false)
  ),
  constraint leads_valuation_property_condition check (
    source <> 'valuation_form'
    or coalesce(property_condition in ('excellent', 'good', 'fair', 'poor'), false)
  ),
  constraint leads_valuation_email check (
    source <> 'valuation_form'
    or coalesce(
      char_length(email) <= 255
      -- The pattern of zod's email(), with which the forms check the e-mail address.
      and email ~ '^(?:[A-Za-z0-9_''+-]+\.)*[A-Za-z0-9_''+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$',
      false
    )
  ),
  constraint leads_valuation_has_no_message check (source <> 'valuation_form' or message is null),

  constraint leads_chat_message check (
    source <> 'chat_widget' or coalesce(char_length(message) between 1 and 1000, false)
  ),
  constraint leads_chat_has_no_property check (
    source <> 'chat_widget'
    or num_nonnulls(email, postcode, address, property_type, bedrooms, property_condition) = 0
  ),

  -- Control characters can forge mail headers, invisible characters fill a field with nothing, and characters that
  -- reverse the direction of text disguise it. A message may contain tabs and line breaks.
  constraint leads_one_line check (
    concat(name, email, phone, postcode, address) 
      !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]'
  ),
  constraint leads_message_characters check (
    message !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]'
  )
);

comment on table public.leads is 'What visitors sent: one row for each submission.';
comment on column public.leads.name is 'Valuation form: first and last name joined with a space.';
comment on column public.leads.source is 'valuation_form or chat_widget.';
comment on column public.leads.suspect_reasons is
  'Empty: nothing speaks against it. trap_filled: a field that people cannot see was filled in. sent_too_fast: sent faster than people fill in the form. flood: it came with more leads than the limit of a minute.';

create index leads_created_at_idx on public.leads (created_at);

alter table public.leads enable row level security;

-- What may be sent is also a rule of the constraints above, and of the columns that are granted below.
create policy "Anyone may send a lead, as of now"
on public.leads for insert
to anon
with check (created_at = now());

-- Everything is revoked first, because a Supabase project grants everything to the API roles. Then each privilege is
-- granted by name.
revoke all on public.leads from public, anon, authenticated;
grant insert (
  name, email, phone, postcode, address, property_type, bedrooms, property_condition, message, source
) on public.leads to anon;

-- Sets id and created_at, so that no caller can choose them. Trims the text like JavaScript's String.prototype.trim(),
-- as the forms do, so that the same rules hold for a caller who does not use the forms. Sets a text without a visible
-- character to '', which the constraints on length refuse. The constraints themselves do not look for invisible text: a
-- restore, which runs no triggers, must accept every lead that was stored.
-- @see supabase/functions/_shared/lead/text.ts the same rules in the forms
create function private.prepare_lead()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  blank constant text := U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF';
  -- One visible character: none that Unicode lists as Default_Ignorable_Code_Point or White_Space, no control
  -- character, and not the empty Braille pattern.
  visible constant text := '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
  -- A valuation's name needs a visible character before and after a space.
  visible_name constant text :=
    case new.source when 'valuation_form' then concat(visible, '.* .*', visible) else visible end;
begin
  new.id := gen_random_uuid();
  new.created_at := now();
  new.name := btrim(new.name, blank);
  new.email := btrim(new.email, blank);
  new.phone := btrim(new.phone, blank);
  new.postcode := btrim(new.postcode, blank);
  new.address := btrim(new.address, blank);
  new.message := btrim(new.message, blank);
  if new.name !~ visible_name then new.name := ''; end if;
  if new.phone !~ visible then new.phone := ''; end if;
  if new.postcode !~ visible then new.postcode := ''; end if;
  if new.address !~ visible then new.address := ''; end if;
  if new.message !~ visible then new.message := ''; end if;
  return new;
end;
$$;

create trigger prepare_lead
before insert on public.leads
for each row execute function private.prepare_lead();

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

-- Refuses several leads of one request. If a statement has several leads, each must have a submission id. The leads of
-- one request would share its id, and the unique constraint on submission_id would refuse them.
--
-- Security definer (runs with its owner's privileges): the role anon may not read notifications.
create function private.refuse_bulk_insert()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if (select count(*) from inserted) > 1 and exists (
    select from inserted join private.notifications on lead_id = id where submission_id is null
  ) then
    raise exception 'One lead at a time.' using errcode = 'invalid_parameter_value';
  end if;
  return null;
end;
$$;

create trigger refuse_bulk_insert
after insert on public.leads
referencing new table as inserted
for each statement when (current_user = 'anon') execute function private.refuse_bulk_insert();

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

  constraint lead_origins_lead_id_fkey foreign key (lead_id) references public.leads (id) on delete cascade,
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

-- Writes the origins of the statement's leads. A failure here never loses a lead.
--
-- Security definer (runs with its owner's privileges): the role anon may not write to private.lead_origins.
create function private.record_lead_origins()
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

-- The normalised form of a telephone number, for finding a person's leads: `+44 (0)131 496 0123`, `0044 131…`, `O131…`
-- (a letter O), `０１３１…` and `0131… x2` (an extension) become equal. Numbers of other countries keep their +, so that
-- they do not match a British number. Null if there is no digit in the number.
create function private.phone_key(number text)
returns text
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  -- Replaces Arabic-Indic and Persian digits; the normalisation NFKC has replaced full-width ones.
  key pg_catalog.text := translate(normalize(number, nfkc), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789');
begin
  key := regexp_replace(key, '\s*(?:x|ext\.?|extension|#)\s*[0-9]{1,6}\s*$', '', 'i');
  -- Removes words such as "mobile" and "tel.", but keeps a letter O that was typed for a zero.
  key := regexp_replace(key, '[[:alpha:]]*[a-np-z][[:alpha:]]*', '', 'gi');
  key := regexp_replace(key, 'o', '0', 'gi');
  key := regexp_replace(key, '[^0-9+]', '', 'g');
  key := regexp_replace(key, '^00', '+');
  key := regexp_replace(key, '^(?:\+?44)?0?', '');
  return nullif(key, '');
end;
$$;
