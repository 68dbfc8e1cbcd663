-- The feed of changes: the desk (the staff's app) polls it every few seconds, to show what others have done.

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
-- the machine), or if there are more than 500 events. The app then loads everything again.
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
      -- Leads whose mail was sent or failed after the cursor was made. finished_at is the time when a transaction
      -- began, which may have been before the cursor was made although it was committed after: hence the ten seconds.
      -- finished_at has no index: hence only the last 200 ids.
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
