-- Leads: what a visitor sends through the valuation form or the chat widget, and the page and campaign that it came from.
--
-- The browser is never trusted: every rule of the forms also holds here. The role anon (visitors) may insert leads, and
-- nothing else. Each lead is stored by a statement and a transaction of its own, whether our server or PostgREST (a
-- Supabase's API) sends it. So the triggers run for each row, and read the headers of the lead's request in
-- request.headers. What they do is written with as few statements and expressions as possible: PostgreSQL prepares each
-- of them anew in every transaction (docs/decisions/0016-each-lead-is-stored-alone.md has the figures).

-- The rules of both forms, as the constraint leads_rules. Returns true, or raises the error of a check constraint with
-- the name of the broken rule.
--
-- They are not separate constraints, because PostgreSQL reads each constraint's stored text anew for every statement,
-- and reads a function's only once for each connection.
create function private.check_lead(
  name text, email text, phone text, postcode text, address text, property_type text, bedrooms text,
  property_condition text, message text, source text
)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  broken constant pg_catalog.text := case
    when char_length(phone) not between 10 and 20 then 'leads_phone'
    -- Control characters can forge mail headers, invisible characters fill a field with nothing, and characters that
    -- reverse the direction of text disguise it. A message may contain tabs and line breaks.
    when concat(name, email, phone, postcode, address)
      ~ '[\u0001-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]' then 'leads_one_line'
    when message
      ~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]'
      then 'leads_message_characters'

    -- A lead that the firm imports from another program may lack what a valuation must have.
    when source in ('valuation_form', 'import') then case
      -- The first and the last name have 1 to 50 characters each and are joined with a space: looks for a space with 1
      -- to 50 characters on each side. The pattern '^.{1,50} .{1,50}$' would do the same and take a hundred times as
      -- long.
      when source = 'valuation_form'
        and strpos(substr(left(left(name, -1), 51), greatest(2, char_length(name) - 50)), ' ') = 0
        then 'leads_valuation_name'
      when not coalesce(char_length(postcode) between 5 and 10, source = 'import') then 'leads_valuation_postcode'
      when not coalesce(char_length(address) between 5 and 200, source = 'import') then 'leads_valuation_address'
      when not coalesce(
        property_type in ('detached', 'semi-detached', 'terraced', 'flat', 'bungalow'), source = 'import'
      ) then 'leads_valuation_property_type'
      when not coalesce(bedrooms in ('1', '2', '3', '4', '5+'), source = 'import') then 'leads_valuation_bedrooms'
      when not coalesce(property_condition in ('excellent', 'good', 'fair', 'poor'), source = 'import')
        then 'leads_valuation_property_condition'
      when not coalesce(
        char_length(email) <= 255
        -- The pattern of zod's email(), with which the forms check the e-mail address.
        and email ~ '^(?:[A-Za-z0-9_''+-]+\.)*[A-Za-z0-9_''+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$',
        source = 'import'
      ) then 'leads_valuation_email'
      when source = 'valuation_form' then case when message is not null then 'leads_valuation_has_no_message' end
      when char_length(name) not between 1 and 100 then 'leads_import_name'
      when char_length(message) not between 1 and 1000 then 'leads_import_message'
    end

    when source = 'chat_widget' then case
      when char_length(name) not between 1 and 100 then 'leads_chat_name'
      when (char_length(message) between 1 and 1000) is not true then 'leads_chat_message'
      when num_nonnulls(email, postcode, address, property_type, bedrooms, property_condition) > 0
        then 'leads_chat_has_no_property'
    end

    else 'leads_source_known'
  end;
begin
  if broken is not null then
    raise check_violation using
      message = format('new row for relation "leads" violates check constraint "%s"', broken),
      schema = 'public',
      table = 'leads',
      constraint = broken;
  end if;
  return true;
end;
$$;

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

  constraint leads_rules check (
    private.check_lead(
      name, email, phone, postcode, address, property_type, bedrooms, property_condition, message, source
    )
  ),
  constraint leads_suspect_reasons_known check (suspect_reasons <@ array['trap_filled', 'sent_too_fast', 'flood'])
);
comment on table public.leads is 'What visitors sent: one row for each submission; and what the firm has imported from another program.';
comment on column public.leads.name is 'Valuation form: first and last name joined with a space.';
comment on column public.leads.source is 'valuation_form, chat_widget or import.';
comment on column public.leads.suspect_reasons is
  'Empty: nothing speaks against it. trap_filled: a field that people cannot see was filled in. sent_too_fast: sent faster than people fill in the form. flood: it came with more leads than the limit of a minute.';

create index leads_created_at_idx on public.leads (created_at);

alter table public.leads enable row level security;

-- check_lead says which leads may be sent, and the grant below says which columns. The condition on created_at is always
-- true, because a visitor may not set this column, and its default is the current time. It states that a visitor cannot
-- send a lead of another time.
create policy "Anyone may send a lead, as of now, but not one of an import"
on public.leads for insert
to anon
with check (created_at = now() and source is distinct from 'import');

-- Everything is revoked first, because a Supabase project grants everything to the API roles. Then each privilege is
-- granted by name.
revoke all on public.leads from public, anon, authenticated;

grant insert (
  name, email, phone, postcode, address, property_type, bedrooms, property_condition, message, source
) on public.leads to anon;

-- Trims the text like JavaScript's String.prototype.trim(), as the forms do, so that the same rules hold for a caller who
-- does not use the forms.
--
-- Sets a text without any visible character to '', and check_lead refuses that. The restore of a backup runs no
-- triggers, so it accepts such a text.
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
begin
  new.name := case
    -- A valuation's name needs a visible character before and after a space.
    when new.name !~ case new.source when 'valuation_form' then concat(visible, '.* .*', visible) else visible end
      then ''
    else btrim(new.name, blank)
  end;
  new.email := btrim(new.email, blank);
  new.phone := case when new.phone !~ visible then '' else btrim(new.phone, blank) end;
  new.postcode := case when new.postcode !~ visible then '' else btrim(new.postcode, blank) end;
  new.address := case when new.address !~ visible then '' else btrim(new.address, blank) end;
  new.message := case when new.message !~ visible then '' else btrim(new.message, blank) end;
  return new;
end;
$$;

create trigger prepare_lead
before insert or update of phone, email on public.leads
for each row execute function private.prepare_lead();
