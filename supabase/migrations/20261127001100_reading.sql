-- What the desk (the staff's app) shows: leads as cards and in full, the lists page by page, the search, and the feed of
-- changes, which the app polls every few seconds to show what others have done.

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
        'assignee', desk_private.staff_json(assignee),
        'version', version,
        'promised_by', promised_by,
        'first_contact_at', first_contact_at,
        'next_action', next_action,
        'next_at', next_at,
        'asked_at', asked_at,
        -- The last event of the seller that staff have to respond to. It is the reason why the lead is in the list
        -- 'now'.
        'asked', case when asked_at is not null then (
          select jsonb_build_object('kind', kind, 'at', at, 'facts', facts)
          from desk_private.events
          where events.lead_id = leads.id
            and kind in ('written', 'call_wished', 'offer_answered', 'seller_stopped', 'seller_erased')
          order by events.id desc
          limit 1
        ) end,
        'do_not_call', do_not_call,
        'contact_rules', contact_rules,
        'vulnerable', vulnerable,
        'hold_until', hold_until,
        'hold_reason', hold_reason,
        'duplicate_of', duplicate_of,
        'mail', private.mail_state(leads.id),
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
    'actor', desk_private.staff_json(event.actor),
    'kind', event.kind,
    'facts', event.facts,
    'text', (select body from desk_private.texts where event_id = event.id and part in ('note', 'message')),
    'texts', (
      select jsonb_object_agg(part, body) from desk_private.texts
      where event_id = event.id and part in ('solicitor', 'former_phone', 'former_email')
    )
  );
$$;

-- Everything about one lead; null if it does not exist. 'reference': what the seller was shown after sending a form,
-- such as 7F3A-91C2, and reads out on the telephone (supabase/functions/_shared/lead/reference.ts); null if the request
-- had no submission id. 'others': leads with the same telephone number or e-mail address, and leads merged with this one.
create function desk_private.lead(lead_id uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select desk_private.cards(array[leads.id]) -> 0 || jsonb_build_object(
    'reference', private.reference(submission_id),
    'message', message,
    'property_type', property_type,
    'bedrooms', bedrooms,
    'property_condition', property_condition,
    'origin', (
      select to_jsonb(lead_origins) - 'lead_id' from private.lead_origins where lead_origins.lead_id = leads.id
    ),
    'import', (
      select jsonb_build_object('id', imports.id, 'at', at, 'file_name', file_name)
      from desk_private.imported_leads
      join desk_private.imports on imports.id = import_id
      where imported_leads.lead_id = leads.id
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
    'seller', jsonb_build_object(
      'opened_at', (
        select max(last_used_at) from private.enquiry_keys where lead_id = leads.id and made_for <> 'shared'
      ),
      'links', (select count(*) from private.enquiry_keys where lead_id = leads.id and ends_at > now()),
      'mail', jsonb_build_object(
        'received', private.seller_mail_state(leads.id, 'received'),
        'tried', private.seller_mail_state(leads.id, 'tried'),
        'offer', private.seller_mail_state(leads.id, 'offer')
      )
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
      order by other.received_at desc, other.lead_id desc
      limit 50
    ))
  )
  from public.leads
  join desk_private.cases on cases.lead_id = leads.id
  left join private.notifications on notifications.lead_id = leads.id
  where leads.id = lead.lead_id;
$$;

create function desk.lead(lead_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  found_lead pg_catalog.jsonb;
begin
  perform desk_private.me();
  perform desk_private.adopt(array[lead.lead_id]);
  found_lead := desk_private.lead(lead.lead_id);
  if found_lead is null then
    perform desk_private.refuse_gone();
  end if;
  return found_lead;
end;
$$;

-- How many cases each list of the desk has; 1000 means that many or more.
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
      where not is_suspect
        and case stage when 'closed' then asked_at is not null else first_contact_at is not null end
        and least(next_at, asked_at) <= now()
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

-- The lead ids of one page of a list. The list is sorted by keys and then by lead_id. since and since_id are the keys
-- and the id of the last row on the previous page.
create function desk_private.page(
  condition text, keys text[], direction text, me uuid, since timestamptz[], since_id uuid, most int
)
returns uuid[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  lead_ids pg_catalog.uuid[];
begin
  -- condition, keys and direction are written by desk.inbox. The only part that comes from a request is the name of a
  -- stage in the condition, which desk.inbox checks and quotes.
  execute format(
    'select array(
       select lead_id from desk_private.cases
       where %1$s and ($2 is null or (%2$s, lead_id) %3$s (%4$s, $3))
       order by %5$s, lead_id %6$s
       limit $4
     )',
    condition,
    array_to_string(keys, ', '),
    case direction when 'asc' then '>' else '<' end,
    (select string_agg(format('$2[%s]', place), ', ' order by place) from generate_subscripts(keys, 1) as place),
    (select string_agg(keys[place] || ' ' || direction, ', ' order by place) from generate_subscripts(keys, 1) as place),
    direction
  )
  into lead_ids
  using me, since, since_id, most;
  return lead_ids;
end;
$$;

-- A page of a list (view): 'now', 'mine', 'all', 'open', 'suspect', or the name of a stage, such as 'closed'. 'now' is
-- two lists one after the other: leads that wait for a first contact, by their deadline; then leads whose next action
-- is due or whose seller has asked something, by the earlier of these two times. Leads with the same deadline or time
-- are sorted by when they came in. Suspect leads (marked as possible spam) are in 'suspect', 'all', 'mine' and 'closed'
-- only. before: the 'next' that the previous page returned, or null for the first page.
create function desk.inbox(view text, before text default null, page_size int default 50)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  me constant desk_private.staff := desk_private.me();
  most constant int := least(greatest(coalesce(inbox.page_size, 50), 1), 100);
  given constant pg_catalog.text[] := regexp_match(inbox.before, '^([ab])\.(\d{1,16}(?:\.\d{1,16})?)\.([0-9a-f-]{36})$');
  since constant pg_catalog.timestamptz[] := (
    select array_agg(to_timestamp(0) + microseconds::int8 * interval '1 microsecond' order by place)
    from unnest(string_to_array(given[2], '.')) with ordinality as times (microseconds, place)
  );
  since_id constant pg_catalog.uuid := given[3]::pg_catalog.uuid;
  waiting constant pg_catalog.text := 'not is_suspect and stage <> ''closed'' and first_contact_at is null';
  due_at constant pg_catalog.text := 'least(next_at, asked_at)';
  -- A lead whose seller has asked something is in the list even if its case is closed.
  following constant pg_catalog.text :=
    'not is_suspect and case stage when ''closed'' then asked_at is not null else first_contact_at is not null end'
    || ' and ' || due_at || ' <= now()';
  list pg_catalog.text := 'a';
  keys pg_catalog.text[] := array['changed_at'];
  lead_ids pg_catalog.uuid[] := array[]::pg_catalog.uuid[];
  more pg_catalog.uuid[];
  last_times pg_catalog.text;
begin
  perform desk_private.require(
    view in ('now', 'mine', 'all', 'open', 'suspect')
    or view = any (enum_range(null::desk_private.stage)::pg_catalog.text[]),
    'view', 'There is no such list.'
  );
  perform desk_private.require(inbox.before is null or given is not null, 'before', 'This is not where a page ended.');
  perform desk_private.adopt_new();

  if view = 'now' then
    if given is null or given[1] = 'a' then
      keys := array['promised_by', 'received_at'];
      lead_ids := desk_private.page(waiting, keys, 'asc', me.user_id, since, since_id, most);
    end if;
    if cardinality(lead_ids) < most then
      more := desk_private.page(
        following, array[due_at, 'received_at'], 'asc', me.user_id,
        case given[1] when 'b' then since end, case given[1] when 'b' then since_id end,
        most - cardinality(lead_ids)
      );
      if cardinality(more) > 0 then
        list := 'b';
        keys := array[due_at, 'received_at'];
      end if;
      lead_ids := lead_ids || more;
    end if;
  else
    if view in ('all', 'suspect') then
      keys := array['received_at'];
    end if;
    lead_ids := desk_private.page(
      case view
        when 'all' then 'true'
        when 'mine' then 'assignee = $1 and stage <> ''closed'''
        when 'open' then 'not is_suspect and stage <> ''closed'''
        when 'suspect' then 'is_suspect and stage <> ''closed'''
        else format('stage = %L and (not is_suspect or stage = ''closed'')', view)
      end,
      keys, 'desc', me.user_id, since, since_id, most
    );
  end if;

  select string_agg(
    (
      extract(epoch from case keys[place]
        when due_at then least(next_at, asked_at) else (to_jsonb(cases) ->> keys[place])::timestamptz
      end) * 1000000
    )::int8::pg_catalog.text,
    '.' order by place
  )
  into last_times
  from desk_private.cases
  cross join generate_subscripts(keys, 1) as place
  where lead_id = lead_ids[cardinality(lead_ids)];
  return jsonb_build_object(
    'cards', desk_private.cards(lead_ids),
    'counts', desk_private.counts(me.user_id),
    'next', case when cardinality(lead_ids) = most then
      concat_ws('.', list, last_times, lead_ids[most])
    end
  );
end;
$$;

-- What the desk's search reads of a lead, besides its number: name, address, e-mail address, and postcode without spaces,
-- in lower case, a line for each.
create function private.search_text(name text, address text, email text, postcode text)
returns text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select lower(concat_ws(E'\n', name, address, email, replace(postcode, ' ', '')));
$$;

-- Finds leads by a part of a name, street, postcode, e-mail address or telephone number (in any spelling), or by a
-- whole reference, the newest first.
--
-- PostgreSQL makes a new plan for each search: a search for common letters reads the newest cases until fifty match,
-- and any other search reads the trigram index.
create function desk.search(query text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  wanted constant pg_catalog.text := lower(left(btrim(query), 100));
  pattern constant pg_catalog.text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  is_number constant boolean := wanted !~ '[a-np-z@]' and wanted ~ '(\d\D*){4}';
  -- The digits as typed, and the normalised number (without +44, 0044 or 0). Both may be anywhere in a stored number.
  digits constant pg_catalog.text := case when is_number then regexp_replace(wanted, '\D', '', 'g') end;
  start constant pg_catalog.text := case when is_number then private.phone_key(wanted) end;
  -- The reference: the first eight hexadecimal digits of a submission id.
  reference constant pg_catalog.text := array_to_string(regexp_match(replace(wanted, ' ', ''), '^([0-9a-f]{4})[-–]?([0-9a-f]{4})$'), '');
begin
  perform desk_private.me();
  perform desk_private.adopt_new();
  if wanted is null or char_length(wanted) < 2 then
    return jsonb_build_object('cards', jsonb_build_array());
  end if;
  return jsonb_build_object('cards', desk_private.cards(array(
    select lead_id
    from (
      (
        select lead_id, received_at from desk_private.cases
        where search_text like pattern
          or search_text like replace(pattern, ' ', '')
          or phone_key like '%' || digits || '%'
          or (char_length(start) >= 4 and phone_key like '%' || start || '%')
        order by received_at desc, lead_id desc
        limit 50
      )
      union
      (
        select lead_id, received_at
        from desk_private.cases
        join private.notifications using (lead_id)
        where submission_id between
          (reference || '-0000-0000-0000-000000000000')::pg_catalog.uuid
          and (reference || '-ffff-ffff-ffff-ffffffffffff')::pg_catalog.uuid
      )
    ) as matches
    order by received_at desc, lead_id desc
    limit 50
  )));
end;
$$;

-- Which PostgreSQL cluster and database this is. Each cursor (below) begins with it, because the transaction id in a
-- cursor means nothing in another cluster.
create function desk_private.feed()
returns text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select (select system_identifier from pg_control_system()) || '-' || oid from pg_database where datname = current_database();
$$;

-- Returns what has happened since a cursor, which an earlier call returned: the events, the cards of their leads (the
-- leads as the lists show them), the ids of deleted leads, and the next cursor. Called without a cursor, it returns the
-- first one, and no events or cards.
--
-- A cursor has the id of this database, the id of the oldest transaction that was still running, and the time (to find
-- mails that were sent or failed after it). The next cursor is made before anything is read. So no event is missed that
-- was committed after the cursor was made; some events are returned twice, and the app merges them by id.
--
-- 'reset' is true if the cursor is invalid, is of another database or of the future (as after a restored snapshot of
-- the machine), if there are more than 500 events, or if more than 1,000 delivery attempts have finished. The app then
-- loads everything again.
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
  news desk_private.events[] := array[]::desk_private.events[];
  mailed pg_catalog.uuid[];
  touched pg_catalog.uuid[] := array[]::pg_catalog.uuid[];
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
    -- Leads whose mail was sent or failed after the cursor was made. finished_at is the time when a transaction began,
    -- which may have been before the cursor was made although it was committed after: hence the ten seconds.
    mailed := array(
      select lead_id from private.delivery_attempts
      where finished_at > to_timestamp(given[3]::double precision) - interval '10 seconds'
      union all
      select lead_id from private.seller_mails
      where finished_at > to_timestamp(given[3]::double precision) - interval '10 seconds'
      limit 1001
    );
    is_reset := cardinality(mailed) > 1000;
  end if;
  if given is not null and not is_reset then
    touched := array(
      select lead_id from unnest(news) where lead_id is not null
      union
      select unnest(mailed)
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

-- Returns what the desk (the staff's app) needs for its first screen, in one call, because each call costs a phone a
-- round trip. The cursor, from which the app then polls for changes, is made before the list is read, so that no change
-- in between is missed.
create function desk.first_screen()
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant pg_catalog.jsonb := desk.me();
  changes constant pg_catalog.jsonb := desk.changes(null);
begin
  return jsonb_build_object('me', me, 'changes', changes, 'inbox', desk.inbox('now'));
end;
$$;
