-- Many leads in one statement, where each brings the headers of its own request: a statement costs more than a
-- lead does. The server sets request.headers for each row before it reaches the triggers
-- (server/leads/lead-store.ts); behind PostgREST all rows of an array share one request, and are refused.

-- First, so that leads which come in meanwhile wait for all of this.
drop trigger record_notification on public.leads;
drop trigger refuse_bulk_insert on public.leads;

-- Each row's headers are there until the next row: a trigger after the statement's rows sees the last one's.
-- So the notification is written first, and its reference is checked when the transaction ends.
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

-- Triggers fire in the order of their names: prepare_lead has set the id.
create trigger record_notification
before insert on public.leads
for each row execute function private.record_notification();

-- What has a submission id of its own is a request of its own: the rows of one request would share it, which
-- its constraint refuses.
--
-- Security definer: the anonymous role may not read notifications.
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
