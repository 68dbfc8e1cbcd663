-- The limit on all leads together: more leads in a minute than a firm of this kind can have are a flood, whatever
-- IP address they come from. The limit needs no header, so it also holds where the API is called without our server.
--
-- An operator sets another limit with a statement; null turns it off:
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

-- Reads no more leads than the limit, by the index on created_at, however many there are. Leads from the future do
-- not count, so that a clock that was wrong for an hour does not refuse everybody in the next hour.
--
-- Security definer: the anonymous role may neither count leads nor read the limit.
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
    -- Without an order the planner may read the whole table for the newest rows, which are at its end.
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
