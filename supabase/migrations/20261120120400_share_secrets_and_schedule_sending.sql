-- Two secrets that the database generates, so that all servers that use the database share them without any
-- configuration. And, for a Supabase, where our own server does not run, the cron job that sends pending mails.

create table private.secrets (
  name text primary key,
  -- Two random UUIDs of 122 random bits each.
  value text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);

comment on table private.secrets is
  'submission: makes the submission ids of forms without scripts. drain: asks send-email for all that is due.';

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
set search_path = ''
as $$
begin
  if to_regnamespace('cron') is null then
    create extension pg_cron with schema pg_catalog;
  end if;
  if to_regnamespace('net') is null then
    create extension pg_net with schema extensions;
  end if;

  -- Each minute. The job calls send-email only if a notification is due, so an idle project makes no calls.
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
        select from private.notifications where sent_at is null and next_attempt_at <= now()
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

revoke execute on function private.schedule_sending(text) from public, anon, authenticated;
