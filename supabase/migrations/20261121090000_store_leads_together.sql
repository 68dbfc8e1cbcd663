-- Allows many leads in one statement if each has the headers of its own request, because the fixed cost of a statement
-- is higher than the cost of a row. Our server sets request.headers for each row before the row reaches the triggers
-- (server/leads/lead-store.ts). Through PostgREST, the rows of an array share one request, so they are still refused.

-- The triggers are dropped first: this locks the table, so that leads which arrive now wait for the whole migration.
drop trigger record_notification on public.leads;
drop trigger refuse_bulk_insert on public.leads;

-- The headers of a row are set only until the next row, and an after trigger would see those of the last row. So a
-- before trigger writes the notification. The row of the lead does not exist yet at that time, so the notification's
-- foreign key to the lead is checked only when the transaction ends.
alter table private.notifications
  alter constraint notifications_lead_id_fkey deferrable initially deferred;

create or replace function private.record_notification()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
begin
  insert into private.notifications (lead_id, submission_id)
  values (new.id, nullif(headers ->> 'x-submission-id', '')::uuid);
  return new;
end;
$$;

-- Triggers fire in the order of their names, so prepare_lead has already set the id.
create trigger record_notification
before insert on public.leads
for each row execute function private.record_notification();

-- Refuses several leads of one request. If a statement has several leads, each must have a submission id. The leads of
-- one request would share its id, and the unique constraint on submission_id would refuse them.
--
-- Security definer (runs with its owner's privileges): the role anon may not read notifications.
create or replace function private.refuse_bulk_insert()
returns trigger
language plpgsql
security definer
set search_path = ''
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
