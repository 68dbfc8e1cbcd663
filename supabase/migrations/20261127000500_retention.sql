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

-- The age of a lead counts from the time at which it came in, and the age of a delivery attempt from its start. The age
-- of an imported lead counts from its import, because its date may be years ago. 0 days keeps the data for ever. A lead
-- that staff have marked as suspect is deleted after suspect_days, like other suspect leads. Two kinds of lead are
-- never deleted, however old they are: leads whose mail has not been sent, because perhaps nobody at the firm has seen
-- them, and leads that staff have put on hold, for example during a sale or a complaint. Of two simultaneous calls, the
-- second does nothing. If held_because is not null, nothing was deleted.
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

  select coalesce(array_agg(id), '{}'), count(*) filter (where looks_suspect) into expired, deleted_suspects
  from public.leads
  cross join lateral (
    select suspect_reasons <> '{}'
      or exists (select from desk_private.cases where cases.lead_id = leads.id and is_suspect)
  ) as look (looks_suspect)
  where (
      (
        lead_days > 0
        and created_at < now() - make_interval(days => lead_days)
        and not exists (
          select
          from desk_private.imported_leads
          join desk_private.imports on imports.id = import_id
          where imported_leads.lead_id = leads.id and at >= now() - make_interval(days => lead_days)
        )
      )
      or (suspect_days > 0 and looks_suspect and created_at < now() - make_interval(days => suspect_days))
    )
    and not private.is_case_held(id)
    and not exists (
      select from private.notifications where notifications.lead_id = leads.id and sent_at is null
    );

  -- Attempts for a mail that is not sent yet are kept: their number sets the delay of the next attempt.
  attempts := array(
    select delivery_attempts.id
    from private.delivery_attempts
    join private.notifications using (lead_id)
    where attempt_days > 0
      and sent_at is not null
      and started_at < now() - make_interval(days => attempt_days)
  );

  if not confirmed then
    if since_last_run > interval '3 days' and (
      cardinality(expired) + cardinality(attempts) > 0
      or exists (select from private.enquiry_keys where ends_at < now())
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
  delete from public.leads where id = any (expired) and not private.is_case_held(id);
  get diagnostics deleted_leads = row_count;
  deleted_leads := deleted_leads - deleted_suspects;
  update private.retention set last_run_at = now(), held_because = null;
  -- Keys to the seller's page that were not used for 180 days.
  delete from private.enquiry_keys where ends_at < now();
end;
$$;

comment on function private.delete_expired is
  'Deletes leads, suspect leads and delivery attempts that are older than these days; 0 keeps them.';
