-- A flood is more leads in a minute than a firm of this kind can have. No seller's lead may be lost in a flood: above
-- the limit per minute, leads are no longer refused but stored, marked and mailed together once a minute. They are
-- refused only if more leads came in a day than any firm gets. An operator sets other limits with a statement:
--   update private.lead_limits set per_minute = 1000, per_day = 50000;

-- The triggers are dropped first: this locks the table, so that leads which arrive now wait for the whole migration.
drop trigger limit_leads_per_minute on public.leads;
drop trigger mark_suspect_lead on public.leads;
drop trigger record_notification on public.leads;
drop function private.limit_leads_per_minute();

alter table private.lead_limits
  add column per_day integer default 20000,
  add constraint lead_limits_per_day_positive check (per_day > 0);

comment on table private.lead_limits is
  'One row. per_minute: above so many leads, the next are marked as a flood; null: never. per_day: in a flood, above so many leads, the next are refused; null: never.';

alter table public.leads
  drop constraint leads_suspect_reasons_known,
  add constraint leads_suspect_reasons_known check (
    suspect_reasons <@ array['trap_filled', 'sent_too_fast', 'flood']
  );

comment on column public.leads.suspect_reasons is
  'Empty: nothing speaks against it. trap_filled: a field that people cannot see was filled in. sent_too_fast: sent faster than people fill in the form. flood: it came with more leads than the limit of a minute.';

alter table private.notifications add column in_digest boolean not null default false;

comment on column private.notifications.in_digest is
  'Mailed together with the others of its minute, since it came in a flood.';

-- Sets the setting leads.flood for the statement: '', 'flood', or 'refused'. Reads at most as many leads as the limit
-- per minute or, in a flood, per day, by the index on created_at. Leads with a time in the future do not count: after a
-- clock that was an hour fast is corrected, they would otherwise count as new for an hour.
--
-- Security definer (runs with its owner's privileges): the role anon may neither count leads nor read the limits.
create function private.notice_flood()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  limits constant private.lead_limits := (select lead_limits from private.lead_limits);
  state pg_catalog.text := '';
begin
  if limits.per_minute is not null and exists (
    select from public.leads
    where created_at > now() - '1 minute'::pg_catalog.interval and created_at <= now()
    -- Without this order, PostgreSQL may scan the whole table: the newest rows are at its end.
    order by created_at desc
    offset limits.per_minute - 1
  ) then
    state := 'flood';
    if limits.per_day is not null and exists (
      select from public.leads
      where created_at > now() - '1 day'::pg_catalog.interval and created_at <= now()
      order by created_at desc
      offset limits.per_day - 1
    ) then
      state := 'refused';
    end if;
  end if;
  -- The triggers below read leads.flood. An earlier statement of the transaction may have left another value.
  if state <> coalesce(current_setting('leads.flood', true), '') then
    perform set_config('leads.flood', state, true);
  end if;
  return null;
end;
$$;

create trigger notice_flood
before insert on public.leads
for each statement when (current_user = 'anon') execute function private.notice_flood();

-- Runs after the rows, so that a lead that is sent again fails on the unique submission id (409) and not here (429).
create function private.refuse_flood()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- PostgREST answers PTxyz with the status xyz.
  raise sqlstate 'PT429' using
    message = 'Too many enquiries have reached us in a short time.',
    hint = 'Please send it again in a minute.';
end;
$$;

create trigger refuse_flood
after insert on public.leads
for each statement when (current_user = 'anon' and current_setting('leads.flood', true) = 'refused')
execute function private.refuse_flood();

-- Still sets suspect_reasons from the request's header, and now also adds 'flood' to the reasons of a lead that came in
-- a flood.
create or replace function private.mark_suspect_lead()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  given constant text[] := string_to_array(replace(headers ->> 'x-suspect-reasons', ' ', ''), ',');
  is_flood constant boolean := coalesce(current_setting('leads.flood', true), '') <> '';
begin
  new.suspect_reasons := array(
    select reason
    from unnest(array['trap_filled', 'sent_too_fast', 'flood']) as reason
    where case reason when 'flood' then is_flood else reason = any (given) end
  );
  return new;
end;
$$;

create trigger mark_suspect_lead
before insert on public.leads
for each row when (
  current_user = 'anon'
  -- The function does not run for ordinary leads, which have no such header and do not come in a flood.
  and (
    current_setting('request.headers', true) like '%x-suspect-reasons%'
    or current_setting('leads.flood', true) <> ''
  )
)
execute function private.mark_suspect_lead();

-- Still writes a lead's notification, with two changes. The notifications of a flood wait for the end of their
-- minute, to be mailed together. And the IP address is added to the list in leads.addresses only if the trigger has an
-- argument. Only the trigger for the role anon (visitors) has one, so the limit per address does not count the firm's
-- own imports.
create or replace function private.record_notification()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  headers constant pg_catalog.json := nullif(current_setting('request.headers', true), '')::pg_catalog.json;
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
  return new;
end;
$$;

-- Triggers fire in the order of their names, so prepare_lead has already set the id, and mark_suspect_lead the marks.
create trigger record_notification
before insert on public.leads
for each row when (current_user = 'anon') execute function private.record_notification('with the address');

create trigger record_notification_of_import
before insert on public.leads
for each row when (current_user <> 'anon') execute function private.record_notification();

revoke execute on function private.notice_flood(), private.refuse_flood() from public, anon, authenticated;
alter function private.notice_flood() owner to leads_owner;
alter function private.refuse_flood() owner to leads_owner;
