-- What the functions that change a case (the firm's work on a lead) share. Each of those functions (in the schema desk)
-- checks access, locks the case, changes it, writes an event, and returns the lead as it is now. A request that is
-- repeated with the same request_id changes nothing and returns the lead as it is.

-- Locks a case, and creates it if its lead has none yet. @returns false if this request was carried out before
create function desk_private.lock_case(lead_id uuid, request_id uuid)
returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform from desk_private.cases where cases.lead_id = lock_case.lead_id for no key update;
  if not found then
    perform desk_private.adopt(array[lock_case.lead_id]);
    perform from desk_private.cases where cases.lead_id = lock_case.lead_id for no key update;
    if not found then
      perform desk_private.refuse_gone();
    end if;
  end if;
  -- Checked after the lock, because by then the first of two simultaneous requests has written its event.
  return not exists (select from desk_private.events where events.request_id = lock_case.request_id);
end;
$$;

-- Refuses a change with the status 409. The detail has the author, time and kind of the last event, and the current
-- lead, for the app to show.
create function desk_private.refuse_conflict(lead_id uuid, reason text)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  last_event desk_private.events;
begin
  select events.* into last_event
  from desk_private.events where events.lead_id = refuse_conflict.lead_id order by id desc limit 1;
  raise sqlstate 'PT409' using
    message = case reason
      when 'claimed' then 'Somebody else has this lead.'
      else 'Somebody else has changed this lead.'
    end,
    hint = reason,
    detail = jsonb_build_object(
      'by', desk_private.person(last_event.actor),
      'at', last_event.at,
      'kind', last_event.kind,
      'lead', desk_private.lead(refuse_conflict.lead_id)
    );
end;
$$;

-- Locks a case for a change and increments its version. Refuses the change with 409 if the caller has not seen the
-- latest version; a version of null is not compared. @returns false if this request was carried out before
create function desk_private.take_case(lead_id uuid, version int, request_id uuid)
returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  latest int;
begin
  if not desk_private.lock_case(take_case.lead_id, take_case.request_id) then
    return false;
  end if;
  select cases.version into latest from desk_private.cases where cases.lead_id = take_case.lead_id;
  if take_case.version <> latest then
    perform desk_private.refuse_conflict(take_case.lead_id, 'stale');
  end if;
  update desk_private.cases
  set version = latest + 1, changed_at = clock_timestamp()
  where cases.lead_id = take_case.lead_id;
  return true;
end;
$$;

-- Like take_case, but the version is required.
create function desk_private.take_seen_case(lead_id uuid, version int, request_id uuid)
returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform desk_private.require(take_seen_case.version is not null, 'version', 'Which version was changed?');
  return desk_private.take_case(take_seen_case.lead_id, take_seen_case.version, take_seen_case.request_id);
end;
$$;

-- Moves a case to a stage, and records it. Any stage but new and closed means that the firm has been in touch, so the
-- first contact is set if it was not. The case of a bought house is held (kept from deletion) for six years, because a
-- company must keep its records for that long:
-- https://www.gov.uk/running-a-limited-company/company-and-accounting-records
create function desk_private.move(me uuid, lead_id uuid, stage text, reason text, request_id uuid default null)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  former desk_private.stage;
  wanted desk_private.stage;
  is_bought boolean;
begin
  perform desk_private.require(
    move.stage = any (enum_range(null::desk_private.stage)::pg_catalog.text[]), 'stage', 'There is no such stage.'
  );
  perform desk_private.require(
    case move.stage
      when 'closed' then coalesce(
        move.reason in (
          'bought', 'no_reply', 'not_ours', 'route_out_given', 'seller_withdrew', 'we_withdrew', 'duplicate', 'spam'
        ),
        false
      )
      else move.reason is null
    end,
    'reason', 'A closed case needs one of the reasons, and an open one has none.'
  );
  wanted := move.stage;
  is_bought := wanted = 'settled' or coalesce(move.reason = 'bought', false);
  select cases.stage into former from desk_private.cases where lead_id = move.lead_id;
  if former = wanted and wanted <> 'closed' and move.request_id is null then
    return;
  end if;
  update desk_private.cases
  set
    stage = wanted,
    reached = case when is_bought then 'settled' when wanted = 'closed' then reached else wanted end,
    close_reason = move.reason,
    duplicate_of = case when wanted = 'closed' then duplicate_of end,
    first_contact_at = coalesce(first_contact_at, case when wanted not in ('new', 'closed') then now() end),
    next_action = case when wanted <> 'closed' then next_action end,
    next_at = case when wanted <> 'closed' then next_at end
  where lead_id = move.lead_id;
  perform desk_private.write_event(
    me, move.lead_id, 'staged',
    jsonb_strip_nulls(jsonb_build_object('from', former, 'to', wanted, 'reason', move.reason)),
    move.request_id
  );
  if is_bought then
    perform desk_private.hold_case(
      me, move.lead_id,
      greatest(
        (select hold_until from desk_private.cases where lead_id = move.lead_id),
        (desk_private.today() + interval '6 years')::pg_catalog.date
      ),
      coalesce((select hold_reason from desk_private.cases where lead_id = move.lead_id), 'The firm has bought the house.')
    );
  end if;
end;
$$;

-- Holds a case until a day: until then its lead is neither erased nor deleted as expired. Null ends the hold.
create function desk_private.hold_case(me uuid, lead_id uuid, until date, reason text, request_id uuid default null)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update desk_private.cases
  set hold_until = until, hold_reason = reason
  where cases.lead_id = hold_case.lead_id;
  perform desk_private.write_event(
    me, hold_case.lead_id, 'held', jsonb_build_object('until', until), hold_case.request_id
  );
end;
$$;

-- Sets the next action. If none is given, the case must be closed, or its existing next action must be in the future.
-- So every case that was worked on has a next action or a closing reason.
create function desk_private.plan_next(
  me uuid, lead_id uuid, next_action text, next_at timestamptz, request_id uuid default null
)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  planned desk_private.cases;
begin
  select cases.* into planned from desk_private.cases where lead_id = plan_next.lead_id;
  if plan_next.next_action is null and plan_next.next_at is null then
    perform desk_private.require(
      planned.stage = 'closed' or planned.next_at > now(),
      'next_action', 'Say what happens next and when, or close the case with a reason.'
    );
    return;
  end if;
  perform desk_private.require(
    planned.stage <> 'closed', 'next_action', 'A closed case has no next action: open it first.'
  );
  perform desk_private.require(
    plan_next.next_action in (
      'call', 'write', 'visit', 'value', 'make_offer', 'wait_for_seller', 'wait_for_solicitor', 'other'
    ),
    'next_action', 'Choose what happens next.'
  );
  perform desk_private.require(
    plan_next.next_at > now() and plan_next.next_at < now() + interval '2 years',
    'next_at', 'Choose a time that is still to come, within two years.'
  );
  update desk_private.cases
  set next_action = plan_next.next_action, next_at = plan_next.next_at
  where lead_id = plan_next.lead_id;
  perform desk_private.write_event(
    me, plan_next.lead_id, 'planned',
    jsonb_build_object('next_action', plan_next.next_action, 'next_at', plan_next.next_at), plan_next.request_id
  );
end;
$$;
