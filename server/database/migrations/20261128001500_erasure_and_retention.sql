-- Gives back what was merged into a lead, whatever deletes that one. It is open again, where it stood, unless its seller
-- has asked to stop, and in the list "now" as if it had asked. That the person is vulnerable, or must not be called,
-- stays: staff took both leads for one person's.
create function desk.give_back_duplicates()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  with returned as (
    update desk.cases
    set stage = case when has_stopped then 'closed' else reached end,
      close_reason = case when has_stopped then 'seller_withdrew' end, duplicate_of = null, version = version + 1,
      do_not_call = do_not_call or old.do_not_call, vulnerable = vulnerable or old.vulnerable,
      asked_at = coalesce(asked_at, now()), changed_at = clock_timestamp()
    from (
      select lead_id as merged_id, exists (
        select from desk.events where events.lead_id = merged.lead_id and kind = 'seller_stopped'
      ) as has_stopped
      from desk.cases as merged where duplicate_of = old.lead_id
    ) as merged
    where lead_id = merged_id and duplicate_of = old.lead_id and close_reason = 'duplicate'
      -- It may be deleted by the same statement.
      and exists (select from public.leads where id = cases.lead_id)
    returning lead_id, stage
  )
  insert into desk.events (lead_id, kind, facts)
  select lead_id, 'given_back', jsonb_build_object('to', stage) from returned;
  return old;
end;
$$;

create trigger give_back_duplicates
before delete on desk.cases
for each row execute function desk.give_back_duplicates();

-- Erases exactly these leads, with all that somebody has typed about them, and writes an event for each, which holds no
-- personal data. Refuses while one of the leads is on hold (staff have marked it to be kept until a day), and while a
-- mail about one is being sent, because the mail would outlive the erasure. @returns the ids of the leads that existed
--
-- A hold on a lead also keeps those that were merged into it. If a seller erases such a lead, the other one stays, and its
-- staff are told. The day and the reason of its hold are not said, because somebody else may have sent the erased lead.
--
-- Security definer (runs with its owner's privileges): no login of the server may delete anything. This is the one path.
create function desk.erase_leads(
  lead_ids uuid[], reason_code text, actor uuid default null, request_id uuid default null
)
returns uuid[]
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  erased pg_catalog.uuid[];
  surviving pg_catalog.uuid[] := array(
    select duplicate_of from desk.cases where cases.lead_id = any (lead_ids) and duplicate_of is not null
  );
  held date;
begin
  -- The seller's login may erase only what the key of the call opens, and only in the seller's name. It is recognised by
  -- session_user, which no statement can change.
  if pg_has_role(session_user, 'seller', 'member') and not pg_has_role(session_user, 'desk', 'member') then
    if not lead_ids <@ array[desk.opened_lead()] or actor is not null or reason_code is distinct from 'seller_asked' then
      raise insufficient_privilege using message = 'This enquiry is not open.';
    end if;
  end if;
  -- These locks wait for staff who are changing one of the cases, and keep senders from claiming the mails.
  perform from desk.cases where cases.lead_id = any (lead_ids || surviving) order by cases.lead_id for update;
  -- A merge locks its target first, and then changes what was merged into the other lead.
  perform from desk.cases where duplicate_of = any (lead_ids) order by cases.lead_id for update;
  perform from private.notifications
  where notifications.lead_id = any (lead_ids) order by notifications.lead_id, kind, number for update;
  select max(hold_until) into held
  from desk.cases where cases.lead_id = any (lead_ids) and hold_until >= (now() at time zone 'Europe/London')::pg_catalog.date;
  if held is not null then
    raise sqlstate 'PT423' using
      message = format('This is held until %s: end the hold first.', to_char(held, 'FMDD FMMonth YYYY')), hint = 'held';
  end if;
  perform from desk.cases where cases.lead_id = any (surviving)
    and hold_until >= (now() at time zone 'Europe/London')::pg_catalog.date;
  if found then
    raise sqlstate 'PT423' using
      message = case reason_code
        when 'seller_asked' then 'We have to keep this for now. Please ring or write to us: we will tell you why.'
        else 'One of these was merged into a lead that is held: end that hold first.'
      end, hint = 'held';
  end if;
  -- A mail is being sent if its latest attempt has not ended, and neither has the lease (next_attempt_at), which the
  -- sender renews while it is at work.
  perform from private.notifications as mail
  where mail.lead_id = any (lead_ids) and sent_at is null and cancelled_at is null and next_attempt_at > now() and (
    select finished_at is null from private.delivery_attempts as attempt
    where (attempt.lead_id, attempt.kind, attempt.number) = (mail.lead_id, mail.kind, mail.number)
    order by id desc
    limit 1
  );
  if found then
    raise sqlstate 'PT409' using
      message = 'A mail about this person is being sent at this moment: try again in a minute.', hint = 'sending';
  end if;

  with gone as (
    delete from public.leads where id = any (lead_ids) returning id
  )
  select coalesce(array_agg(id order by id), '{}') into erased from gone;
  insert into desk.events (actor, lead_id, kind, facts, request_id)
  select
    erase_leads.actor, id, 'erased',
    jsonb_build_object('leads', cardinality(erased), 'reason_code', erase_leads.reason_code),
    case position when 1 then erase_leads.request_id end
  from unnest(erased) with ordinality as gone (id, position);
  if reason_code = 'seller_asked' then
    update desk.cases set asked_at = coalesce(asked_at, now()), changed_at = clock_timestamp()
    where cases.lead_id = any (surviving);
    insert into desk.events (lead_id, kind, facts)
    select id, 'seller_erased', jsonb_build_object('sender', lead_ids[1]) from unnest(surviving) as told (id);
  end if;
  return erased;
end;
$$;

-- What the retention (private.delete_expired) has to know of the desk: the age of an imported lead counts from its import,
-- because its date may be years ago; a lead that staff have marked as suspect is deleted like other suspect leads; and a
-- lead on hold, for example during a sale, or merged into one on hold, is never deleted, nor is one with a complaint that
-- waits for our answer.
create or replace view private.lead_lifetimes as
select
  leads.id as lead_id,
  coalesce(imports.at, leads.created_at) as since,
  leads.suspect_reasons <> '{}' or coalesce(cases.is_suspect, false) as is_suspect,
  coalesce(greatest(cases.hold_until, surviving.hold_until) >= (now() at time zone 'Europe/London')::date, false)
    or (cases.complaint_due is not null and cases.close_reason is distinct from 'spam') as is_kept
from public.leads
left join desk.cases on cases.lead_id = leads.id
left join desk.cases as surviving on surviving.lead_id = cases.duplicate_of
left join desk.imported_leads on imported_leads.lead_id = leads.id
left join desk.imports on imports.id = imported_leads.import_id;

-- Keys to the seller's page that were not used for 180 days. The server deletes them after the leads.
create or replace view private.other_expired_rows as
select count(*) as expired from desk.enquiry_keys where ends_at < now();
