-- What the desk (the staff's app) shows: cards, which are leads as its lists show them, and everything about one lead.

-- The state of the mail about a lead: sent, refused (the latest attempt failed) or waiting.
create function desk_private.mail_state(lead_id uuid)
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
    ) then 'refused'
    else 'waiting'
  end
  from private.notifications
  where notifications.lead_id = mail_state.lead_id;
$$;

-- The leads as cards, in the order of lead_ids. Leads that do not exist any more are left out.
create function desk_private.cards(lead_ids uuid[])
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', leads.id,
        'created_at', leads.created_at,
        'source', source,
        'name', name,
        'phone', phone,
        'email', email,
        'postcode', postcode,
        'address', address,
        'excerpt', left(message, 140),
        'suspect_reasons', suspect_reasons,
        'is_suspect', is_suspect,
        'stage', stage,
        'close_reason', close_reason,
        'assignee', desk_private.person(assignee),
        'version', version,
        'promised_by', promised_by,
        'first_contact_at', first_contact_at,
        'next_action', next_action,
        'next_at', next_at,
        'do_not_call', do_not_call,
        'contact_rules', contact_rules,
        'vulnerable', vulnerable,
        'hold_until', hold_until,
        'hold_reason', hold_reason,
        'duplicate_of', duplicate_of,
        'mail', desk_private.mail_state(leads.id),
        'changed_at', changed_at
      )
      order by position
    ),
    '[]'
  )
  from unnest(lead_ids) with ordinality as wanted (id, position)
  join public.leads on leads.id = wanted.id
  join desk_private.cases on lead_id = leads.id;
$$;

create function desk_private.event_json(event desk_private.events)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', event.id::pg_catalog.text,
    'at', event.at,
    'lead_id', event.lead_id,
    'actor', desk_private.person(event.actor),
    'kind', event.kind,
    'facts', event.facts,
    'text', (select body from desk_private.texts where event_id = event.id and part = 'note')
  );
$$;

create function desk_private.offer_json(offer desk_private.offers)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', offer.id,
    'number', offer.number,
    'replaces', offer.replaces,
    'amount', offer.amount,
    'market_value', offer.market_value,
    'discount', offer.market_value - offer.amount,
    'discount_percent', round(100.0 * (offer.market_value - offer.amount) / offer.market_value, 1),
    'basis', offer.basis,
    'conditions', (select body from desk_private.texts where event_id = offer.event_id and part = 'conditions'),
    'valid_until', offer.valid_until,
    'funds', offer.funds,
    'status', offer.status,
    'reason_code', offer.reason_code,
    'evidence', (select body from desk_private.texts where event_id = offer.event_id and part = 'evidence'),
    'by', desk_private.person(events.actor),
    'at', events.at
  )
  from desk_private.events
  where events.id = offer.event_id;
$$;

-- Everything about one lead; null if it does not exist. 'others': leads with the same telephone number or e-mail
-- address, and leads merged with this one.
create function desk_private.lead(lead_id uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select desk_private.cards(array[leads.id]) -> 0 || jsonb_build_object(
    'message', message,
    'property_type', property_type,
    'bedrooms', bedrooms,
    'property_condition', property_condition,
    'origin', (
      select to_jsonb(lead_origins) - 'lead_id' from private.lead_origins where lead_origins.lead_id = leads.id
    ),
    'mail_sent_at', notifications.sent_at,
    'mail_next_attempt_at', case when notifications.sent_at is null then notifications.next_attempt_at end,
    'mail_attempts', coalesce(
      (
        select jsonb_agg(
          jsonb_build_object('started_at', started_at, 'finished_at', finished_at, 'error_code', error_code)
          order by id
        )
        from private.delivery_attempts as attempts where attempts.lead_id = leads.id
      ),
      '[]'
    ),
    'events', coalesce(
      (
        select jsonb_agg(desk_private.event_json(events) order by id)
        from desk_private.events where events.lead_id = leads.id
      ),
      '[]'
    ),
    'offers', coalesce(
      (
        select jsonb_agg(desk_private.offer_json(offers) order by number desc)
        from desk_private.offers where offers.lead_id = leads.id
      ),
      '[]'
    ),
    'others', desk_private.cards(array(
      select other.lead_id from desk_private.cases as other
      where other.lead_id <> leads.id
        and (
          other.phone_key = cases.phone_key
          or other.email_key = cases.email_key
          or other.duplicate_of = leads.id
          or other.lead_id = cases.duplicate_of
        )
      order by other.received_at desc
      limit 50
    ))
  )
  from public.leads
  join desk_private.cases on cases.lead_id = leads.id
  left join private.notifications on notifications.lead_id = leads.id
  where leads.id = lead.lead_id;
$$;

create function desk_private.refuse_gone()
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  raise sqlstate 'PT404' using message = 'This lead is not there any more.', hint = 'lead_gone';
end;
$$;

create function desk.lead(lead_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
  found_lead pg_catalog.jsonb;
begin
  perform desk_private.adopt(array[lead.lead_id]);
  found_lead := desk_private.lead(lead.lead_id);
  if found_lead is null then
    perform desk_private.refuse_gone();
  end if;
  return found_lead;
end;
$$;
