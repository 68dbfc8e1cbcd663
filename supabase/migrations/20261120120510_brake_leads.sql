-- Limits how many leads the role anon (visitors) may send in a minute, all IP addresses together: more than that are a
-- flood and not customers. Unlike a limit per IP address, this limit does not depend on a header that our server sets.
--
-- An operator sets another limit with a statement; null turns the limit off:
--   update private.lead_limits set per_minute = 1000;

create table private.lead_limits (
  only_row boolean primary key default true,
  per_minute integer default 300,
  constraint lead_limits_only_row check (only_row),
  constraint lead_limits_per_minute_positive check (per_minute > 0)
);

comment on table private.lead_limits is 'One row. per_minute: how many leads a minute are stored in all; null: any number.';

insert into private.lead_limits default values;

alter table private.lead_limits enable row level security;

create policy "Nobody but the owner sees or sets the limits"
on private.lead_limits for all
to public
using (false);

-- Refuses a lead above the limit. Reads no more leads than the limit, by the index on created_at, however many there
-- are. Leads with a time in the future do not count: after a clock that was an hour fast is corrected, they would
-- otherwise count as new for an hour.
--
-- Security definer (runs with its owner's privileges): the role anon may neither count leads nor read the limit.
create function private.brake_leads()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  per_minute constant integer := (select lead_limits.per_minute from private.lead_limits);
begin
  if per_minute is not null and exists (
    select from public.leads
    where created_at > now() - interval '1 minute' and created_at <= now()
    -- Without this order, PostgreSQL may scan the whole table: the newest rows are at its end.
    order by created_at desc
    offset per_minute - 1
  ) then
    -- PostgREST answers PTxyz with the status xyz.
    raise sqlstate 'PT429' using
      message = 'Too many enquiries have reached us in a short time.',
      hint = 'Please send it again in a minute.';
  end if;
  return null;
end;
$$;

revoke execute on function private.brake_leads() from public, anon, authenticated;

create trigger brake_leads
before insert on public.leads
for each statement when (current_user = 'anon') execute function private.brake_leads();
