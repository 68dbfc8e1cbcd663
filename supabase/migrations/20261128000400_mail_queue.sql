-- The queue of mails. Each lead that a visitor sends has a mail to the firm, of the kind 'lead'. Its row is written in the
-- lead's own transaction, so that no lead is stored without one, and stays pending until a mail server has accepted the
-- mail (docs/decisions/0002-save-first-send-afterwards.md). With the desk (the staff's app) there are more kinds, which
-- only our server sends.

create table private.notifications (
  lead_id uuid not null references public.leads (id) on delete cascade,
  kind text not null default 'lead',
  number int not null default 1,
  submission_id uuid,
  made_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  cancelled_at timestamptz,
  in_digest boolean not null default false,
  key_hash bytea,
  origin text,
  primary key (lead_id, kind, number),
  constraint notifications_submission_id_key unique (submission_id)
);
comment on table private.notifications is 'One for each mail about a lead, pending while sent_at and cancelled_at are null.';
comment on column private.notifications.number is 'Of the mails of this kind about this lead.';
comment on column private.notifications.submission_id is
  'The browser''s x-submission-id header. Unique, so that a retry whose first try did arrive is refused.';
comment on column private.notifications.next_attempt_at is
  'When a sender may take it: in the future while one is at work (a lease) or after a failure (back-off).';
comment on column private.notifications.cancelled_at is 'When it was decided not to send it.';
comment on column private.notifications.in_digest is
  'Mailed together with the others of its minute, since it came in a flood.';
comment on column private.notifications.key_hash is
  'The hash of the sender''s key to the seller''s page. Once the desk has made the lead''s case, the key is in desk.enquiry_keys.';
comment on column private.notifications.origin is
  'The header x-lead-origin. Once the desk has made the lead''s case, what it says is in desk.lead_origins.';

-- The index is not partial, because checking a condition would take more time of a lead's insert than an entry without
-- a key.
create index notifications_key_hash_idx on private.notifications (key_hash);

create index notifications_pending_idx on private.notifications (kind, next_attempt_at)
where sent_at is null and cancelled_at is null;

create table private.delivery_attempts (
  id bigint generated always as identity primary key,
  lead_id uuid not null,
  kind text not null default 'lead',
  number int not null default 1,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  error_code text,
  may_be_repeat boolean not null default false,
  constraint delivery_attempts_notification_fkey foreign key (lead_id, kind, number)
  references private.notifications (lead_id, kind, number) on delete cascade,
  constraint delivery_attempts_error_after_finish check (error_code is null or finished_at is not null)
);
comment on table private.delivery_attempts is
  'Each attempt to send a mail. finished_at is null while the attempt is under way, or if its sender was killed.';
comment on column private.delivery_attempts.error_code is
  'Null if the mail was sent, and while finished_at is null. UNANSWERED: the mail server had the whole message and did not answer.';
comment on column private.delivery_attempts.may_be_repeat is
  'An earlier attempt for this mail has no known end, so it may have arrived too.';

create index delivery_attempts_lead_id_idx on private.delivery_attempts (lead_id, kind, number);

-- Every request for the server's metrics counts these rows.
create index delivery_attempts_may_be_repeat_idx on private.delivery_attempts (lead_id) where may_be_repeat;

-- The feed of the desk looks for the attempts that have just finished.
create index delivery_attempts_finished_at_idx on private.delivery_attempts (finished_at);

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

-- A digest is one mail about all leads of a minute of a flood. If a mail server refuses it, because of one of its leads,
-- the mailer sets in_digest to false, and each lead is mailed by itself.
grant select on public.leads to mailer;

grant select, update (next_attempt_at, sent_at, cancelled_at, in_digest) on private.notifications to mailer;

grant select, insert (lead_id, kind, number, may_be_repeat), update (finished_at, error_code) on private.delivery_attempts to mailer;

create policy "The health check sees what waits"
on private.notifications for select
to leads_probe
using (true);

create policy "The health check sees what became of each attempt"
on private.delivery_attempts for select
to leads_probe
using (true);

grant select (lead_id, kind, made_at, sent_at, cancelled_at) on private.notifications to leads_probe;

-- The attempts have times and error codes, and no personal data.
grant select on private.delivery_attempts to leads_probe;

-- Writes the lead's notification, in the lead's own transaction, with what the request's headers say: the submission id,
-- the hash of the key to the seller's page if the sender has made one, and the origin. The notifications of a flood wait
-- for the end of their minute, to be mailed together.
--
-- Security definer (runs with its owner's privileges): the role anon may not write to this table.
create function private.record_lead()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  headers constant pg_catalog.json := nullif(current_setting('request.headers', true), '')::pg_catalog.json;
  key_hash constant pg_catalog.text := headers ->> 'x-enquiry-key-hash';
  is_flood constant pg_catalog.bool := 'flood' = any (new.suspect_reasons);
begin
  insert into private.notifications (lead_id, submission_id, in_digest, next_attempt_at, key_hash, origin)
  values (
    new.id,
    nullif(headers ->> 'x-submission-id', '')::pg_catalog.uuid,
    is_flood,
    case when is_flood then date_trunc('minute', now()) + '1 minute'::pg_catalog.interval else now() end,
    -- A header that is no hash is ignored: the lead is stored in any case. PostgreSQL matches '^[0-9a-f]{64}$' more slowly.
    case when length(key_hash) = 64 and key_hash !~ '[^0-9a-f]' then decode(key_hash, 'hex') end,
    -- Six values of 50 letters with accents, percent-encoded, need fewer than 2,000 characters. Reading a thousand
    -- longer headers would keep the desk waiting.
    left(headers ->> 'x-lead-origin', 2000)
  );
  return null;
end;
$$;

-- Does not run for an imported lead, because nobody gets a mail about it.
create trigger record_lead
after insert on public.leads
for each row when (new.source <> 'import') execute function private.record_lead();

-- Two secrets that the database generates, so that all servers that use the database share them without any
-- configuration.
create table private.secrets (
  name text primary key,
  -- Two random UUIDs of 122 random bits each.
  value text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);
comment on table private.secrets is
  'submission: makes the submission ids of forms without scripts, and hashes network addresses. drain: asks send-email for all that is due.';

insert into private.secrets (name) values ('submission'), ('drain');

alter table private.secrets enable row level security;

create policy "The mailer knows the word that asks for all that is due"
on private.secrets for select
to mailer
using (name = 'drain');

grant select on private.secrets to mailer;

-- Creates the cron jobs. The operator of a Supabase calls this once by hand, with the project's URL:
--   select private.schedule_sending('https://<project>.supabase.co/functions/v1/send-email');
-- A second call with another URL replaces the first. Every Supabase has the extensions pg_cron and pg_net. The
-- PostgreSQL embedded in our server has neither, and needs neither, because the server itself retries the mails.
create function private.schedule_sending(function_url text)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if to_regnamespace('cron') is null then
    create extension pg_cron with schema pg_catalog;
  end if;
  if to_regnamespace('net') is null then
    create extension pg_net with schema extensions;
  end if;

  -- Each minute. The job calls send-email only if a mail is due, so an idle project makes no calls.
  perform cron.schedule('send-due-notifications', '* * * * *', format(
    $job$
      select net.http_post(
        url := %L,
        headers := jsonb_build_object(
          'content-type', 'application/json',
          'x-drain-secret', (select value from private.secrets where name = 'drain')
        ),
        timeout_milliseconds := 10000
      )
      where exists (
        select from private.notifications
        where kind = 'lead' and sent_at is null and cancelled_at is null and next_attempt_at <= now()
      )
    $job$,
    function_url
  ));

  -- pg_cron keeps a row for each run for ever, so this job deletes those of more than a week ago.
  perform cron.schedule('forget-old-runs', '17 3 * * *', $job$
    delete from cron.job_run_details where end_time < now() - interval '7 days'
  $job$);
end;
$$;
