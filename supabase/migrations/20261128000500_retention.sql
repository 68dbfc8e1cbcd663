-- Retention: deletes data that the firm no longer needs. Our server calls the function each day, with the numbers of
-- days from its environment variables. On a hosted Supabase, a cron job calls it:
--   select cron.schedule('delete-expired', '43 3 * * *', 'select private.delete_expired(365, 30, 30)');
--
-- With a clock that is a year fast, every lead looks expired. So nothing is deleted until an operator confirms it, if the
-- last run is more than three days ago by this clock, or if more than a tenth of the leads (and more than 20) would be
-- deleted. `npm run delete-expired` confirms it and, on a Supabase, this statement in the SQL editor:
--   select private.delete_expired(365, 30, 30, confirmed => true);

create table private.retention (
  only_row boolean primary key default true,
  last_run_at timestamptz,
  held_because text,
  constraint retention_only_row check (only_row),
  constraint retention_held_because_known check (held_because in ('clock_jumped', 'many_leads'))
);
comment on table private.retention is
  'One row. last_run_at: when expired data was last deleted. held_because: why it is not deleted until an operator confirms it.';

insert into private.retention default values;

alter table private.retention enable row level security;

create policy "The health check sees whether the deletion is held"
on private.retention for select
to leads_probe
using (true);

grant select on private.retention to leads_probe;

-- From when on a lead's age counts, and whether it is deleted sooner or never. With the desk (the staff's app), the
-- server's migrations replace this view and the next one, because staff mark leads as suspect and keep some.
create view private.lead_lifetimes as
select id as lead_id, created_at as since, suspect_reasons <> '{}' as is_suspect, false as is_kept
from public.leads;

-- How many other rows have expired, which the server deletes after the leads.
create view private.other_expired_rows as
select 0::bigint as expired;

-- 0 days keeps the data for ever. Two kinds of lead are never deleted, however old they are: leads whose mail has not been
-- sent, because perhaps nobody at the firm has seen them, and leads that are kept on purpose. Of two simultaneous calls,
-- the second does nothing. If held_because is not null, nothing was deleted.
create function private.delete_expired(
  lead_days int,
  suspect_days int,
  attempt_days int,
  confirmed boolean default false,
  out deleted_leads int,
  out deleted_suspects int,
  out deleted_attempts int,
  out held_because text
)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  since_last_run interval;
  expired uuid[];
  attempts bigint[];
begin
  deleted_leads := 0;
  deleted_suspects := 0;
  deleted_attempts := 0;
  select now() - last_run_at into since_last_run from private.retention for update skip locked;
  if not found then
    return;
  end if;

  select coalesce(array_agg(id), '{}'), count(*) filter (where is_suspect) into expired, deleted_suspects
  from public.leads
  join private.lead_lifetimes on lead_id = id
  where (
      (lead_days > 0 and since < now() - make_interval(days => lead_days))
      or (suspect_days > 0 and is_suspect and created_at < now() - make_interval(days => suspect_days))
    )
    and not is_kept
    and not exists (
      select from private.notifications
      where notifications.lead_id = leads.id and kind = 'lead' and sent_at is null
    );

  -- Attempts for a mail that is not sent yet are kept: their number sets the delay of the next attempt.
  attempts := array(
    select delivery_attempts.id
    from private.delivery_attempts
    join private.notifications using (lead_id, kind, number)
    where attempt_days > 0
      and coalesce(sent_at, cancelled_at) is not null
      and started_at < now() - make_interval(days => attempt_days)
  );

  if not confirmed then
    if since_last_run > interval '3 days' and (
      cardinality(expired) + cardinality(attempts) > 0
      or exists (select from private.other_expired_rows where other_expired_rows.expired > 0)
    ) then
      held_because := 'clock_jumped';
    elsif cardinality(expired) > greatest(20, (select count(*) from public.leads) / 10) then
      held_because := 'many_leads';
    end if;
    if held_because is not null then
      deleted_suspects := 0;
      update private.retention set held_because = delete_expired.held_because;
      raise warning 'Expired data is not deleted (%): check the clock, then confirm it.', held_because;
      return;
    end if;
  end if;

  delete from private.delivery_attempts where id = any (attempts);
  get diagnostics deleted_attempts = row_count;
  delete from public.leads
  where id = any (expired) and not (select is_kept from private.lead_lifetimes where lead_id = id);
  get diagnostics deleted_leads = row_count;
  deleted_leads := deleted_leads - deleted_suspects;
  update private.retention set last_run_at = now(), held_because = null;
end;
$$;
comment on function private.delete_expired is
  'Deletes leads, suspect leads and delivery attempts that are older than these days; 0 keeps them.';
