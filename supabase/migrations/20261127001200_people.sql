-- One person's data: found, shown and erased in one way, whether an owner asks at the desk or an operator runs
-- `npm run person`.

-- The ids of the leads with this whole e-mail address (in upper or lower case) or telephone number (in any spelling).
create function private.find_person(key text)
returns uuid[]
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select array(
    select id
    from public.leads
    left join desk_private.cases on lead_id = id
    where case
      when strpos(key, '@') > 0 then lower(email) = lower(btrim(key))
      -- Leads without a case have no phone_key yet.
      when lead_id is null then private.phone_key(phone) = private.phone_key(key)
      else phone_key = private.phone_key(key)
    end
    order by created_at, id
  );
$$;

-- Everything that is stored about these leads.
create function private.person_record(lead_ids uuid[])
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'lead', to_jsonb(leads),
        'notification', (
          select to_jsonb(notifications) - 'key_hash' from private.notifications where lead_id = leads.id
        ),
        'deliveryAttempts', coalesce(
          (
            select jsonb_agg(to_jsonb(attempts) order by id)
            from private.delivery_attempts as attempts where lead_id = leads.id
          ),
          '[]'
        ),
        'keys', coalesce(
          (
            select jsonb_agg(to_jsonb(keys) - 'key_hash' order by created_at, share_number)
            from private.enquiry_keys as keys where lead_id = leads.id
          ),
          '[]'
        ),
        'sellerMails', coalesce(
          (
            select jsonb_agg(to_jsonb(mails) - 'key_hash' order by id)
            from private.seller_mails as mails where lead_id = leads.id
          ),
          '[]'
        ),
        'origin', (select to_jsonb(origins) from private.origin_of(leads.id) as origins),
        'import', (
          select to_jsonb(imports)
          from desk_private.imported_leads
          join desk_private.imports on imports.id = import_id
          where lead_id = leads.id
        ),
        'case', (select to_jsonb(cases) from desk_private.cases where lead_id = leads.id),
        'events', coalesce(
          (select jsonb_agg(to_jsonb(events) - 'xact' order by id) from desk_private.events where lead_id = leads.id), '[]'
        ),
        'texts', coalesce(
          (select jsonb_agg(to_jsonb(texts) order by event_id, part) from desk_private.texts where lead_id = leads.id),
          '[]'
        ),
        'offers', coalesce(
          (select jsonb_agg(to_jsonb(offers) order by number) from desk_private.offers where lead_id = leads.id), '[]'
        )
      )
      order by created_at, leads.id
    ),
    '[]'
  )
  from public.leads
  where id = any (lead_ids);
$$;

-- Erases exactly these leads, with all that somebody has typed about them, and writes an event for each, which holds no
-- personal data. Refuses while one of the leads is on hold (staff have marked it to be kept until a day), and while a
-- mail about one is being sent, because the mail would outlive the erasure. @returns the ids of the leads that existed
create function private.erase_leads(
  lead_ids uuid[], reason_code text, actor uuid default null, request_id uuid default null
)
returns uuid[]
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  erased pg_catalog.uuid[];
  held date;
begin
  -- These locks wait for staff who are changing one of the cases, and keep senders from claiming the mails.
  perform from desk_private.cases where cases.lead_id = any (lead_ids) order by cases.lead_id for update;
  perform from private.notifications
  where notifications.lead_id = any (lead_ids) order by notifications.lead_id for update;
  perform from private.seller_mails where seller_mails.lead_id = any (lead_ids) order by id for update;
  select max(hold_until) into held
  from desk_private.cases where cases.lead_id = any (lead_ids) and private.is_case_held(cases.lead_id);
  if held is not null then
    raise sqlstate 'PT423' using
      message = format('This is held until %s: end the hold first.', to_char(held, 'FMDD FMMonth YYYY')), hint = 'held';
  end if;
  -- A mail is being sent if its latest attempt has not ended, and neither has the lease (next_attempt_at), which the
  -- sender renews while it is at work.
  perform from private.notifications
  where notifications.lead_id = any (lead_ids) and sent_at is null and next_attempt_at > now() and (
    select finished_at is null from private.delivery_attempts as attempt
    where attempt.lead_id = notifications.lead_id
    order by id desc
    limit 1
  );
  if found or exists (
    select from private.seller_mails
    where seller_mails.lead_id = any (lead_ids) and sent_at is null and is_claimed and next_attempt_at > now()
  ) then
    raise sqlstate 'PT409' using
      message = 'A mail about this person is being sent at this moment: try again in a minute.', hint = 'sending';
  end if;

  with gone as (
    delete from public.leads where id = any (lead_ids) returning id
  )
  select coalesce(array_agg(id order by id), '{}') into erased from gone;
  insert into desk_private.events (actor, lead_id, kind, facts, request_id)
  select
    erase_leads.actor, id, 'erased',
    jsonb_build_object('leads', cardinality(erased), 'reason_code', erase_leads.reason_code),
    case position when 1 then erase_leads.request_id end
  from unnest(erased) with ordinality as gone (id, position);
  return erased;
end;
$$;

-- Refuses a key that is not a whole e-mail address or telephone number. No e-mail address has more than 254 characters.
create function desk_private.require_person_key(key text)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  perform desk_private.require(
    case when char_length(key) <= 254
      then btrim(key) ~ '^[^\s@]+@[^\s@]+$' or char_length(private.phone_key(key)) >= 9
    end,
    'key', 'Give a whole e-mail address or telephone number.'
  );
end;
$$;

-- Everything about a person's leads. That an owner has read it is recorded.
create function desk.person(key text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me_as_owner();
  lead_ids pg_catalog.uuid[];
begin
  perform desk_private.require_person_key(key);
  lead_ids := private.find_person(key);
  perform desk_private.adopt(lead_ids);
  perform desk_private.write_event(
    me.user_id, null, 'person_read', jsonb_build_object('leads', cardinality(lead_ids))
  );
  return jsonb_build_object(
    'leads', coalesce(
      (
        select jsonb_agg(desk_private.lead(id) order by position)
        from unnest(lead_ids) with ordinality as found (id, position)
      ),
      '[]'
    ),
    'stored', private.person_record(lead_ids)
  );
end;
$$;

-- Erases leads of a person. The list may leave out some of the person's leads: the owner was shown these, and others may
-- have come since. If the same request comes again, the response is the same.
create function desk.erase(key text, lead_ids uuid[], reason text, request_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me_as_owner();
  erased pg_catalog.uuid[];
begin
  -- The key is left out, because a stored hash of a telephone number could be traced back to the number. The ids of the
  -- leads identify the request well enough.
  if desk_private.begin_request(
    erase.request_id, 'desk.erase', null, me.user_id, jsonb_build_array(erase.lead_ids, erase.reason)
  ) then
    perform desk_private.require_person_key(key);
    perform desk_private.require(
      reason in ('person_asked', 'no_longer_needed', 'sent_by_mistake', 'other'), 'reason', 'Choose the reason.'
    );
    perform desk_private.require(
      cardinality(erase.lead_ids) > 0 and erase.lead_ids <@ private.find_person(key),
      'lead_ids', 'At least one of these leads is not of this person, or is no longer there: look the person up again.'
    );
    erased := private.erase_leads(erase.lead_ids, reason, me.user_id, erase.request_id);
  else
    erased := array(
      select lead_id from desk_private.events
      where kind = 'erased' and lead_id = any (erase.lead_ids)
        and xact = (select xact from desk_private.events where events.request_id = erase.request_id)
    );
  end if;
  return jsonb_build_object('leads', cardinality(erased), 'lead_ids', to_jsonb(erased));
end;
$$;
