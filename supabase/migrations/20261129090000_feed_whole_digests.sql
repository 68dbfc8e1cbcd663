-- desk.changes again, with one change: it finds the delivery attempts that have finished by an index on their end. It used
-- to read the 200 attempts that had started last, but a digest finishes up to 500 at once, long after they have started.
-- 'reset' is also true if more than 1,000 attempts have finished.

create index delivery_attempts_finished_at_idx on private.delivery_attempts (finished_at);

create or replace function desk.changes("after" text)
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
  mailed pg_catalog.uuid[];
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
    -- Leads whose mail was sent or failed after the cursor was made. finished_at is the time when a transaction began,
    -- which may have been before the cursor was made although it was committed after: hence the ten seconds.
    mailed := array(
      select lead_id from private.delivery_attempts
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
