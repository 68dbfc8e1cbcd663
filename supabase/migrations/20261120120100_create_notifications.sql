-- Notifications: one mail to the firm for each lead. A row is written in the lead's own transaction, so that no lead
-- is stored without one, and stays pending until a mail server has accepted the mail.

create table private.notifications (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  submission_id uuid,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint notifications_submission_id_key unique (submission_id)
);

comment on table private.notifications is 'One for each lead: the mail to the firm, pending while sent_at is null.';
comment on column private.notifications.submission_id is
  'The browser''s x-submission-id header. Unique, so that a retry whose first try did arrive is refused.';
comment on column private.notifications.next_attempt_at is
  'When a sender may take it: in the future while one is at work (a lease) or after a failure (back-off).';

create index notifications_pending_idx on private.notifications (next_attempt_at) where sent_at is null;

create table private.delivery_attempts (
  id bigint generated always as identity primary key,
  lead_id uuid not null references private.notifications (lead_id) on delete cascade,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  error_code text,
  constraint delivery_attempts_error_after_finish check (error_code is null or finished_at is not null)
);

comment on table private.delivery_attempts is
  'Each try to send. Unfinished: under way, or its sender was killed. error_code: null when it was sent.';

create index delivery_attempts_lead_id_idx on private.delivery_attempts (lead_id);

-- Security definer (runs with its owner's privileges): the role anon has no privileges on private.notifications, and
-- so can add a notification only by inserting a lead.
create function private.record_notification()
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
  return null;
end;
$$;

revoke execute on function private.record_notification() from public, anon, authenticated;

create trigger record_notification
after insert on public.leads
for each row execute function private.record_notification();

-- The role of whoever sends the mails: our server or, on a Supabase, the Edge Function send-email.
do $$
begin
  if not exists (select from pg_roles where rolname = 'mailer') then
    create role mailer nologin;
  end if;
end;
$$;
grant mailer to current_user;

alter table private.notifications enable row level security;
alter table private.delivery_attempts enable row level security;

create policy "The mailer reads the leads that it writes about"
on public.leads for select
to mailer
using (true);

create policy "The mailer works on notifications"
on private.notifications for all
to mailer
using (true)
with check (true);

create policy "The mailer keeps a record of its attempts"
on private.delivery_attempts for all
to mailer
using (true)
with check (true);

grant usage on schema public, private to mailer;
grant select on public.leads to mailer;
grant select, update (next_attempt_at, sent_at) on private.notifications to mailer;
grant select, insert (lead_id), update (finished_at, error_code) on private.delivery_attempts to mailer;
