-- Reading at the desk: the feed of changes, the lists, one lead, and the search.

-- What became of the mail about a lead.
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

-- The leads as cards for a list, in the order given. Those that are gone are left out.
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

-- All about one lead; null where there is none.
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

-- How many cases stand in each part of the desk; 1000 means that many or more.
create function desk_private.counts(me uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'overdue', (select count(*) from (
      select from desk_private.cases
      where not is_suspect and stage <> 'closed' and first_contact_at is null and promised_by < now()
      limit 1000
    ) as overdue),
    'new', (select count(*) from (
      select from desk_private.cases
      where not is_suspect and stage <> 'closed' and first_contact_at is null and promised_by >= now()
      limit 1000
    ) as new),
    'due', (select count(*) from (
      select from desk_private.cases
      where not is_suspect and stage <> 'closed' and first_contact_at is not null and next_at <= now()
      limit 1000
    ) as due),
    'suspect', (select count(*) from (
      select from desk_private.cases where is_suspect and stage <> 'closed' limit 1000
    ) as suspect),
    'mine', (select count(*) from (
      select from desk_private.cases where assignee = me and stage <> 'closed' limit 1000
    ) as mine)
  );
$$;

-- Which database and which cluster a cursor belongs to: transactions of another have other numbers.
create function desk_private.feed()
returns text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select (select system_identifier from pg_control_system()) || '-' || oid from pg_database where datname = current_database();
$$;

-- What has happened since a cursor: the events, the cards of their leads, and the leads that are gone. Everything that
-- was not committed when the cursor was made is in it, and some of it twice: the app merges by id. A cursor is the feed,
-- the oldest transaction that was still running, and the time, for the mails. A new one is made before anything is read.
create function desk.changes("after" text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
  given constant pg_catalog.text[] := regexp_match(changes."after", '^(\d{1,20}-\d{1,10})\.(\d{1,19})\.(\d{1,12})$');
  answer pg_catalog.jsonb;
  news desk_private.events[] := '{}';
  touched pg_catalog.uuid[] := '{}';
  is_reset boolean := false;
begin
  perform desk_private.adopt_new();
  answer := jsonb_build_object(
    'now', now(),
    'cursor', concat_ws(
      '.', desk_private.feed(), pg_snapshot_xmin(pg_current_snapshot()), floor(extract(epoch from now()))
    )
  );
  if changes."after" is not null then
    is_reset := given is null or given[1] <> desk_private.feed()
      or given[2]::pg_catalog.xid8 > pg_snapshot_xmax(pg_current_snapshot());
  end if;
  if given is not null and not is_reset then
    news := array(
      select events from desk_private.events where xact >= given[2]::pg_catalog.xid8 order by xact limit 501
    );
    is_reset := cardinality(news) > 500;
  end if;
  if given is not null and not is_reset then
    touched := array(
      select lead_id from unnest(news) where lead_id is not null
      union
      -- The mails about these have left or were refused since.
      select lead_id from private.delivery_attempts
      where id > (select max(id) - 200 from private.delivery_attempts)
        and finished_at > to_timestamp(given[3]::double precision) - interval '10 seconds'
    );
  else
    news := '{}';
  end if;
  return answer || jsonb_build_object(
    'reset', is_reset,
    'events', coalesce(
      (select jsonb_agg(desk_private.event_json(event) order by event.id) from unnest(news) as event), '[]'
    ),
    'cards', desk_private.cards(touched),
    'gone', coalesce(
      (
        select jsonb_agg(id) from unnest(touched) as id
        where not exists (select from desk_private.cases where lead_id = id)
      ),
      '[]'
    ),
    'counts', desk_private.counts(me.user_id)
  );
end;
$$;

-- The ids of one page of a list, and where the next one begins.
create function desk_private.page(
  condition text, key text, direction text, me uuid, since timestamptz, since_id uuid, most int
)
returns uuid[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  lead_ids pg_catalog.uuid[];
begin
  -- All three texts are constants of desk.inbox.
  execute format(
    'select array(
       select lead_id from desk_private.cases
       where %1$s and ($2 is null or (%2$s, lead_id) %3$s ($2, $3))
       order by %2$s %4$s, lead_id %4$s
       limit $4
     )',
    condition, key, case direction when 'asc' then '>' else '<' end, direction
  )
  into lead_ids
  using me, since, since_id, most;
  return lead_ids;
end;
$$;

-- A page of a list: 'now', 'mine', 'all', 'open', 'suspect', 'closed', or the name of a stage. 'now' is two lists one
-- after the other: who waits for a first contact, those whose promise is broken first; then follow-ups that are due.
create function desk.inbox(view text, before text default null, "limit" int default 50)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  me constant desk_private.staff := desk_private.me();
  most constant int := least(greatest(coalesce(inbox."limit", 50), 1), 100);
  given constant pg_catalog.text[] := regexp_match(inbox.before, '^([ab])\.(\d{1,16})\.([0-9a-f-]{36})$');
  since constant pg_catalog.timestamptz := pg_catalog.to_timestamp(0) + given[2]::int8 * interval '1 microsecond';
  since_id constant pg_catalog.uuid := given[3]::pg_catalog.uuid;
  waiting constant pg_catalog.text := 'not is_suspect and stage <> ''closed'' and first_contact_at is null';
  following constant pg_catalog.text :=
    'not is_suspect and stage <> ''closed'' and first_contact_at is not null and next_at <= now()';
  list pg_catalog.text := 'a';
  key pg_catalog.text := 'changed_at';
  lead_ids pg_catalog.uuid[] := '{}';
  more pg_catalog.uuid[];
  last_at pg_catalog.timestamptz;
begin
  perform desk_private.require(
    view in ('now', 'mine', 'all', 'open', 'suspect') or view = any (enum_range(null::desk_private.stage)::pg_catalog.text[]),
    'view', 'There is no such list.'
  );
  perform desk_private.require(inbox.before is null or given is not null, 'before', 'This is not where a page ended.');
  perform desk_private.adopt_new();

  if view = 'now' then
    if given is null or given[1] = 'a' then
      key := 'promised_by';
      lead_ids := desk_private.page(waiting, key, 'asc', me.user_id, since, since_id, most);
    end if;
    if cardinality(lead_ids) < most then
      more := desk_private.page(
        following, 'next_at', 'asc', me.user_id,
        case given[1] when 'b' then since end, case given[1] when 'b' then since_id end,
        most - cardinality(lead_ids)
      );
      if cardinality(more) > 0 then
        list := 'b';
        key := 'next_at';
      end if;
      lead_ids := lead_ids || more;
    end if;
  else
    key := case when view in ('all', 'suspect') then 'received_at' else 'changed_at' end;
    lead_ids := desk_private.page(
      case view
        when 'all' then 'true'
        when 'mine' then 'assignee = $1 and stage <> ''closed'''
        when 'open' then 'stage <> ''closed'''
        when 'suspect' then 'is_suspect and stage <> ''closed'''
        else format('stage = %L', view)
      end,
      key, 'desc', me.user_id, since, since_id, most
    );
  end if;

  select case key when 'promised_by' then promised_by when 'next_at' then next_at when 'received_at' then received_at else changed_at end
  into last_at
  from desk_private.cases
  where lead_id = lead_ids[cardinality(lead_ids)];
  return jsonb_build_object(
    'cards', desk_private.cards(lead_ids),
    'counts', desk_private.counts(me.user_id),
    'next', case when cardinality(lead_ids) = most then
      concat_ws('.', list, (extract(epoch from last_at) * 1000000)::int8, lead_ids[most])
    end
  );
end;
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

-- Part of a name, a street, a postcode, an e-mail address or a telephone number, however it is written; newest first.
create function desk.search(query text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
  wanted constant pg_catalog.text := lower(left(btrim(query), 100));
  squeezed constant pg_catalog.text := replace(wanted, ' ', '');
  is_number constant boolean := wanted !~ '[a-np-z@]' and wanted ~ '(\d\D*){4}';
  -- As part of a number, and as the beginning of one, with its prefix.
  digits constant pg_catalog.text := case when is_number then regexp_replace(wanted, '\D', '', 'g') end;
  start constant pg_catalog.text := case when is_number then private.phone_key(wanted) end;
begin
  perform desk_private.adopt_new();
  if wanted is null or char_length(wanted) < 2 then
    return '{"cards": []}';
  end if;
  return jsonb_build_object('cards', desk_private.cards(array(
    select lead_id
    from desk_private.cases
    join public.leads on id = lead_id
    where strpos(lower(name), wanted) > 0
      or strpos(lower(address), wanted) > 0
      or strpos(email_key, wanted) > 0
      or strpos(lower(replace(postcode, ' ', '')), squeezed) > 0
      or strpos(phone_key, digits) > 0
      or (char_length(start) >= 4 and strpos(phone_key, start) > 0)
    order by received_at desc, lead_id
    limit 50
  )));
end;
$$;
