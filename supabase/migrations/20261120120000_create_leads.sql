-- Leads: what a visitor sends through the valuation form or the chat widget.
--
-- The browser is never trusted: every limit of the forms is also a constraint here. Each rule of each form (source)
-- has its own constraint, so that the constraint's name in a log line tells which rule a refused lead broke. The role
-- anon (visitors) may insert leads, and nothing else.

create table public.leads (
  id uuid primary key,
  created_at timestamptz not null,
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

  constraint leads_source_known check (source in ('valuation_form', 'chat_widget')),

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

create index leads_created_at_idx on public.leads (created_at);

create schema private;
comment on schema private is 'What the API does not expose.';

-- Sets id and created_at, so that no caller can choose them. Trims the text like JavaScript's String.prototype.trim(),
-- as the forms do, so that the same rules hold for a caller who does not use the forms.
create function private.prepare_lead()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  blank constant text := U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF';
begin
  new.id := gen_random_uuid();
  new.created_at := now();
  new.name := btrim(new.name, blank);
  new.email := btrim(new.email, blank);
  new.phone := btrim(new.phone, blank);
  new.postcode := btrim(new.postcode, blank);
  new.address := btrim(new.address, blank);
  new.message := btrim(new.message, blank);
  return new;
end;
$$;

create trigger prepare_lead
before insert on public.leads
for each row execute function private.prepare_lead();

-- PostgREST (a Supabase's API) accepts arrays of rows, but a visitor sends one lead at a time, so an array of
-- several leads is refused. This holds only for the role anon (visitors): the restore of a backup may insert many.
create function private.refuse_bulk_insert()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user = 'anon' and (select count(*) from inserted) > 1 then
    raise exception 'One lead at a time.' using errcode = 'invalid_parameter_value';
  end if;
  return null;
end;
$$;

create trigger refuse_bulk_insert
after insert on public.leads
referencing new table as inserted
for each statement execute function private.refuse_bulk_insert();

alter table public.leads enable row level security;

create policy "Anyone may send a lead"
on public.leads for insert
to anon
with check (true);

-- Everything is revoked first, because a Supabase project grants everything to the API roles. Then each privilege is
-- granted by name.
revoke all on public.leads from public, anon, authenticated;
revoke all on schema private from public, anon, authenticated;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
revoke execute on all functions in schema private from public, anon, authenticated;

grant usage on schema public to anon;
grant insert (
  name, email, phone, postcode, address, property_type, bedrooms, property_condition, message, source
) on public.leads to anon;
