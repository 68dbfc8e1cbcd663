-- Suspect leads: a lead that a program seems to have sent is marked, and is stored and mailed like every other.
-- The reasons come in the request header x-suspect-reasons, because a visitor may insert only the columns that the
-- firm's specification for this website lists.

alter table public.leads
  add column suspect_reasons text[] not null default '{}',
  add constraint leads_suspect_reasons_known check (
    suspect_reasons <@ array['trap_filled', 'sent_too_fast']
  );

comment on column public.leads.suspect_reasons is
  'Empty: nothing speaks against it. trap_filled: a field that people cannot see was filled in. sent_too_fast: sent faster than people fill in the form.';

-- Sets suspect_reasons: each known reason in the header, once. Everything else in the header is ignored, because an
-- unknown reason would break the constraint, and the lead would be refused. The trigger below runs the function only
-- for the role anon (visitors): the leads of a restored backup keep their marks.
create function private.mark_suspect_lead()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  given constant text[] := string_to_array(replace(headers ->> 'x-suspect-reasons', ' ', ''), ',');
begin
  new.suspect_reasons := array(
    select reason
    from unnest(array['trap_filled', 'sent_too_fast']) as reason
    where reason = any (given)
  );
  return new;
end;
$$;

revoke execute on function private.mark_suspect_lead() from public, anon, authenticated;

create trigger mark_suspect_lead
before insert on public.leads
for each row when (
  current_user = 'anon'
  -- Ordinary leads do not have the header, so the function does not run for them.
  and current_setting('request.headers', true) like '%x-suspect-reasons%'
)
execute function private.mark_suspect_lead();
