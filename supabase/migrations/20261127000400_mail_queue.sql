-- The queue of mails to the firm: a notification for each lead that a visitor sends. Its row is written in the lead's own
-- transaction, so that no lead is stored without one, and stays pending until a mail server has accepted the mail
-- (docs/decisions/0002-save-first-send-afterwards.md).

create table private.notifications (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  submission_id uuid,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  in_digest boolean not null default false,
  key_hash bytea,
  origin text,
  constraint notifications_submission_id_key unique (submission_id)
);

comment on table private.notifications is 'One for each lead that a visitor has sent: the mail to the firm, pending while sent_at is null.';
comment on column private.notifications.submission_id is
  'The browser''s x-submission-id header. Unique, so that a retry whose first try did arrive is refused.';
comment on column private.notifications.next_attempt_at is
  'When a sender may take it: in the future while one is at work (a lease) or after a failure (back-off).';
comment on column private.notifications.in_digest is
  'Mailed together with the others of its minute, since it came in a flood.';
comment on column private.notifications.key_hash is
  'The hash of the sender''s key to the seller''s page. Once the lead has a case, the key is in private.enquiry_keys.';
comment on column private.notifications.origin is
  'The header x-lead-origin. Once the lead has a case, what it says is in private.lead_origins.';

-- The index is not partial, because checking a condition would take more time of a lead's insert than an entry without
-- a key.
create index notifications_key_hash_idx on private.notifications (key_hash);
create index notifications_pending_idx on private.notifications (next_attempt_at) where sent_at is null;

create table private.delivery_attempts (
  id bigint generated always as identity primary key,
  lead_id uuid not null references private.notifications (lead_id) on delete cascade,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  error_code text,
  may_be_repeat boolean not null default false,
  constraint delivery_attempts_error_after_finish check (error_code is null or finished_at is not null)
);

comment on table private.delivery_attempts is
  'Each attempt to send a mail. finished_at is null while the attempt is under way, or if its sender was killed.';
comment on column private.delivery_attempts.error_code is
  'Null if the mail was sent, and while finished_at is null. UNANSWERED: the mail server had the whole message and did not answer.';
comment on column private.delivery_attempts.may_be_repeat is
  'An earlier attempt for this lead has no known end, so its mail may have arrived too.';

create index delivery_attempts_lead_id_idx on private.delivery_attempts (lead_id);
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
grant select, update (next_attempt_at, sent_at, in_digest) on private.notifications to mailer;
grant select, insert (lead_id, may_be_repeat), update (finished_at, error_code) on private.delivery_attempts to mailer;

create policy "The health check sees how old leads are"
on public.leads for select
to leads_probe
using (true);

create policy "The health check sees what waits"
on private.notifications for select
to leads_probe
using (true);

create policy "The health check sees what became of each attempt"
on private.delivery_attempts for select
to leads_probe
using (true);

grant select (id, created_at) on public.leads to leads_probe;
grant select (lead_id, sent_at) on private.notifications to leads_probe;
-- The attempts have times and error codes, and no personal data.
grant select on private.delivery_attempts to leads_probe;

-- The state of the mail about a lead, for the desk: sent, retrying (the latest attempt failed) or waiting; null for an
-- imported lead. A mail that could not be sent is tried again until it is, however long that takes
-- (docs/decisions/0002-save-first-send-afterwards.md).
create function private.mail_state(lead_id uuid)
returns text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when sent_at is not null then 'sent'
    when (
      select error_code is not null from private.delivery_attempts
      where delivery_attempts.lead_id = notifications.lead_id
      order by id desc
      limit 1
    ) then 'retrying'
    else 'waiting'
  end
  from private.notifications
  where notifications.lead_id = mail_state.lead_id;
$$;

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

-- Where a lead came from. @returns no row if that is not known
create function private.origin_of(lead_id uuid)
returns setof private.lead_origins
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select lead_origins.* from private.lead_origins where lead_origins.lead_id = origin_of.lead_id
  union all
  select known.*
  from private.notifications
  cross join lateral private.read_origin(notifications.lead_id, origin) as known
  where notifications.lead_id = origin_of.lead_id
    and not exists (select from private.lead_origins where lead_origins.lead_id = origin_of.lead_id);
$$;

-- What the mail says about a lead besides the visitor's answers: the submission id, which begins with the reference that
-- the visitor saw; by when the firm has promised a reply; the page and the campaign that the lead came from; and the
-- earlier leads with the same telephone number.
--
-- Security definer (runs with its owner's privileges): it reads tables that the mailer may not read. The number is
-- compared with the latest 2,000 earlier leads only, which takes a few milliseconds, so that a mail costs the same with a
-- million leads. An error here must not hold a mail back, so the function then returns null.
create function private.lead_context(lead_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select jsonb_build_object(
      'submissionId', (select submission_id from private.notifications sent where sent.lead_id = lead.id),
      'promisedBy', desk_private.promise_of_case(lead.id, lead.created_at),
      'page', origins.page,
      'campaign', nullif(concat_ws(', ', origins.utm_campaign, origins.utm_source, origins.utm_medium), ''),
      'earlier', (
        select coalesce(jsonb_agg(past.id order by past.created_at desc, past.id), '[]')
        from (
          select id, created_at, phone
          from public.leads latest
          where (latest.created_at, latest.id) < (lead.created_at, lead.id)
          order by latest.created_at desc, latest.id desc
          limit 2000
        ) past
        -- Comparing the last four characters first excludes nearly all leads and is much cheaper than phone_key.
        where past.phone = lead.phone
          or (
            right(translate(past.phone, ' ()-./', ''), 4) = right(translate(lead.phone, ' ()-./', ''), 4)
            and private.phone_key(past.phone) = private.phone_key(lead.phone)
          )
      )
    )
    from public.leads lead
    left join private.origin_of(lead.id) origins on true
    where lead.id = lead_context.lead_id
  );
exception
  when others then
    raise warning 'The mail about a lead goes without its context: %', sqlerrm;
    return null;
end;
$$;

grant execute on function private.lead_context(uuid) to mailer;

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

-- The submission id of the form that `npm run setup -- --check` sends to see whether leads and mails arrive. Its lead is
-- deleted again, by that command or by our server. The id is made with a secret, so that no visitor's lead can have it.
create function private.rehearsal_id()
returns uuid
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select encode(substr(sha256(convert_to(concat_ws(' ', 'rehearsal', value), 'UTF8')), 1, 16), 'hex')::pg_catalog.uuid
  from private.secrets
  where name = 'submission';
$$;

-- The second queue: mails of the seller's own page. The mails to the seller say that the firm has the enquiry
-- ('received'), that it has tried to reach the seller ('tried'), that an offer is on the page ('offer'), or have a new
-- link ('new_link'). The mails to the firm say what the seller has asked or answered ('asked'). Each mail to the seller
-- has a link with its own key.
create table private.seller_mails (
  id bigint generated always as identity primary key,
  lead_id uuid not null references public.leads (id) on delete cascade,
  kind text not null,
  -- No foreign key, because the table of events belongs to the desk, and no event is ever deleted.
  event_id bigint,
  made_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  attempts int not null default 0,
  is_claimed boolean not null default false,
  finished_at timestamptz,
  error_code text,
  sent_at timestamptz,
  key_hash bytea,

  constraint seller_mails_kind_known check (kind in ('received', 'tried', 'offer', 'new_link', 'asked')),
  constraint seller_mails_asked_with_event check ((kind = 'asked') = (event_id is not null))
);

comment on table private.seller_mails is 'The mails of the seller''s page, to the seller and to the firm. Pending while sent_at is null.';
comment on column private.seller_mails.event_id is 'What the seller asked: desk_private.events.id.';
comment on column private.seller_mails.next_attempt_at is
  'When a sender may take it: in the future while one is at work (a lease) or after a failure (back-off).';
comment on column private.seller_mails.attempts is 'How often a sender has taken the mail. The number also identifies the lease.';
comment on column private.seller_mails.is_claimed is 'A sender has taken the mail and has not finished yet, or was killed.';
comment on column private.seller_mails.error_code is 'The code of the latest failure; null before the first one, and when the mail was sent.';
comment on column private.seller_mails.key_hash is 'The key in the mail that the latest attempt sends.';

create index seller_mails_lead_id_idx on private.seller_mails (lead_id, kind, id);
create unique index seller_mails_received_once on private.seller_mails (lead_id) where kind = 'received';
create index seller_mails_pending_idx on private.seller_mails (next_attempt_at) where sent_at is null;
-- The feed of the desk looks for the attempts that have just finished.
create index seller_mails_finished_at_idx on private.seller_mails (finished_at);

alter table private.seller_mails enable row level security;

create policy "The health check sees which mails of the seller's page wait"
on private.seller_mails for select
to leads_probe
using (true);

grant select (kind, made_at, sent_at) on private.seller_mails to leads_probe;

-- The state of the latest mail of a kind to the seller, for the desk: sent, failed (given up), retrying (the latest attempt
-- failed) or waiting; null if there is none.
create function private.seller_mail_state(lead_id uuid, kind text)
returns text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when sent_at is not null then 'sent'
    when made_at <= now() - interval '3 days' then 'failed'
    when error_code is not null then 'retrying'
    else 'waiting'
  end
  from private.seller_mails as mails
  where mails.lead_id = seller_mail_state.lead_id and mails.kind = seller_mail_state.kind
  order by id desc
  limit 1;
$$;

-- Queues a confirmation to the sender of a lead: once for a lead, and at most three a day to one address. Suspect leads
-- get none, and nobody gets one if the operator has turned confirmations off. The confirmation is queued when the
-- firm's mail about the lead has been sent, so the insert of a lead takes no longer, and the firm's mail always comes
-- first.
--
-- Security definer (runs with its owner's privileges): the mailer may not write to the second queue. An error must not
-- keep the first queue from recording that a mail was sent.
create function private.confirm_enquiry()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  mailbox pg_catalog.text;
begin
  select lower(email) into mailbox
  from public.leads
  where id = new.lead_id
    and email is not null
    and suspect_reasons = '{}'
    and not exists (select from desk_private.cases where lead_id = new.lead_id and (is_suspect or stage = 'closed'))
    and (select confirms_enquiries from desk_private.settings);
  if mailbox is not null and private.count_call('confirmation to ' || mailbox, 3, interval '1 day') is null then
    insert into private.seller_mails (lead_id, kind) values (new.lead_id, 'received') on conflict do nothing;
  end if;
  return null;
exception
  when others then
    raise warning 'The sender of a lead gets no confirmation: %', sqlerrm;
    return null;
end;
$$;

create trigger confirm_enquiry
after update of sent_at on private.notifications
for each row when (old.sent_at is null and new.sent_at is not null and not new.in_digest)
execute function private.confirm_enquiry();

-- The next three functions are for the mailer, which uses them in this order: it claims a mail, renews the lease while it
-- sends, and says how it ended.
--
-- Security definer (runs with its owner's privileges): the mailer sees one mail at a time, and neither keys nor events.

-- Leases the next due mail for a minute, the firm's first. A mail to a seller that could not be sent for three days is
-- given up. @param key_hash of a new key, 64 hexadecimal digits: the key goes into the link of a mail to the seller
-- @returns null if no mail is due; {id, attempt, kind, made_at, to, lead, reference, promised_by, case_id, event}: `to` is
-- the seller's address, `lead` the row in public.leads, `promised_by` by when the firm has promised a reply to it,
-- `case_id` the lead of the case, `event` what the seller asked, both for a mail to the firm
create function private.claim_seller_mail(key_hash text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  mail private.seller_mails;
begin
  update private.seller_mails
  set next_attempt_at = now() + interval '1 minute', attempts = attempts + 1, is_claimed = true
  where id = (
    select id from private.seller_mails
    where sent_at is null
      -- A time further away than the longest delay means that the clock was set back.
      and (next_attempt_at <= now() or next_attempt_at > now() + interval '61 minutes')
      and (kind = 'asked' or made_at > now() - interval '3 days')
    order by kind <> 'asked', next_attempt_at, id
    limit 1
    for update skip locked
  )
  returning * into mail;
  if not found then
    return null;
  end if;
  if mail.kind <> 'asked' then
    perform private.add_enquiry_key(claim_seller_mail.key_hash, mail.lead_id, 'mail');
    update private.seller_mails set key_hash = decode(claim_seller_mail.key_hash, 'hex') where id = mail.id;
  end if;
  return (
    select jsonb_build_object(
      'id', mail.id,
      'attempt', mail.attempts,
      'kind', mail.kind,
      'made_at', mail.made_at,
      'to', case when mail.kind <> 'asked' then leads.email end,
      'lead', to_jsonb(leads),
      'reference', (select private.reference(submission_id) from private.notifications where lead_id = leads.id),
      'promised_by', desk_private.promise_of_case(leads.id, leads.created_at),
      'case_id', private.case_of(leads.id),
      'event', (select desk_private.event_json(events) from desk_private.events where events.id = mail.event_id)
    )
    from public.leads
    where id = mail.lead_id
  );
end;
$$;

-- Extends the lease of a mail that is still being sent, unless another sender has claimed it since.
create function private.renew_seller_mail(id bigint, attempt int)
returns void
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  update private.seller_mails set next_attempt_at = now() + interval '1 minute'
  where seller_mails.id = renew_seller_mail.id and attempts = attempt and is_claimed;
$$;

-- Records how an attempt ended. error_code: null if the mail was sent, else a code, never the mail server's message. A mail
-- that was not sent is tried again after 5 seconds, 10, 20 …: up to ten minutes if it is for the firm, else up to an hour.
create function private.finish_seller_mail(id bigint, attempt int, error_code text default null)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  mail private.seller_mails;
begin
  select seller_mails.* into mail from private.seller_mails where seller_mails.id = finish_seller_mail.id for update;
  if finish_seller_mail.error_code is null then
    update private.seller_mails
    set sent_at = coalesce(sent_at, now()), finished_at = now(), is_claimed = false, error_code = null
    where seller_mails.id = mail.id;
  elsif mail.sent_at is null and mail.attempts = finish_seller_mail.attempt then
    update private.seller_mails
    set
      finished_at = now(),
      is_claimed = false,
      error_code = finish_seller_mail.error_code,
      next_attempt_at = now() + least(
        interval '5 seconds' * 2 ^ least(attempts - 1, 10),
        case kind when 'asked' then interval '10 minutes' else interval '1 hour' end
      )
    where seller_mails.id = mail.id;
    -- Deletes the key in a mail that was not sent. If the mail server did not answer, it may have sent the mail, so the
    -- key stays.
    delete from private.enquiry_keys
    where enquiry_keys.key_hash = mail.key_hash and finish_seller_mail.error_code <> 'UNANSWERED';
  end if;
end;
$$;

grant execute on function
  private.claim_seller_mail(text),
  private.renew_seller_mail(bigint, int),
  private.finish_seller_mail(bigint, int, text)
to mailer;

-- Queues a mail to the firm about an event. There is no mail about a lead of a flood, because the firm got no separate
-- mail about that lead either.
create function private.mail_firm(lead_id uuid, event_id bigint)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into private.seller_mails (lead_id, kind, event_id)
  select id, 'asked', mail_firm.event_id
  from public.leads
  where id = mail_firm.lead_id and not 'flood' = any (suspect_reasons);
$$;

-- Stops the mails to the seller that are not sent yet. Those to the firm stay.
create function private.cancel_seller_mails(lead_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from private.seller_mails where lead_id = any (lead_ids) and kind <> 'asked' and sent_at is null;
$$;

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
        select from private.notifications where sent_at is null and next_attempt_at <= now()
      ) or exists (
        select from private.seller_mails where sent_at is null and next_attempt_at <= now()
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
