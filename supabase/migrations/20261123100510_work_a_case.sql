-- Functions for the work on a case: its assignee, calls and messages, the next action, the stage, and notes.

-- Assigns the lead to the caller, unless somebody else has it.
create function desk.claim(lead_id uuid, request_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  me constant desk_private.staff := desk_private.me();
  holder pg_catalog.uuid;
begin
  if desk_private.lock_case(claim.lead_id, claim.request_id) then
    select assignee into holder from desk_private.cases where lead_id = claim.lead_id;
    if holder <> me.user_id then
      perform desk_private.refuse_conflict(claim.lead_id, 'claimed');
    end if;
    if holder is null and desk_private.take_case(claim.lead_id, null, claim.request_id) then
      update desk_private.cases set assignee = me.user_id where lead_id = claim.lead_id;
      perform desk_private.write_event(me.user_id, claim.lead_id, 'claimed', '{}', claim.request_id);
    end if;
  end if;
  return desk_private.lead(claim.lead_id);
end;
$$;

create function desk.release(lead_id uuid, version int, request_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  me constant desk_private.staff := desk_private.me();
begin
  if desk_private.take_seen_case(release.lead_id, release.version, release.request_id) then
    update desk_private.cases set assignee = null where lead_id = release.lead_id;
    perform desk_private.write_event(me.user_id, release.lead_id, 'released', '{}', release.request_id);
  end if;
  return desk_private.lead(release.lead_id);
end;
$$;

create function desk.assign(lead_id uuid, assignee uuid, version int, request_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  me constant desk_private.staff := desk_private.me();
begin
  if desk_private.take_seen_case(assign.lead_id, assign.version, assign.request_id) then
    perform desk_private.require(
      exists (select from desk_private.staff where user_id = assign.assignee and active),
      'assignee', 'This person is not on the staff.'
    );
    update desk_private.cases set assignee = assign.assignee where lead_id = assign.lead_id;
    perform desk_private.write_event(
      me.user_id, assign.lead_id, 'assigned', jsonb_build_object('assignee', assign.assignee), assign.request_id
    );
  end if;
  return desk_private.lead(assign.lead_id);
end;
$$;

-- Records how a call or a message to the seller went. The first call or message is the first contact.
create function desk.log_call(
  lead_id uuid,
  version int,
  request_id uuid,
  channel text,
  outcome text,
  body text default null,
  next_action text default null,
  next_at timestamptz default null,
  close_reason text default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  me constant desk_private.staff := desk_private.me();
begin
  if desk_private.take_seen_case(log_call.lead_id, log_call.version, log_call.request_id) then
    perform desk_private.require(log_call.channel in ('phone', 'whatsapp', 'email'), 'channel', 'There is no such channel.');
    perform desk_private.require(
      log_call.outcome in ('spoke', 'no_answer', 'voicemail', 'wrong_number', 'do_not_call', 'message_sent'),
      'outcome', 'There is no such outcome.'
    );
    perform desk_private.write_event(
      me.user_id, log_call.lead_id, 'called',
      jsonb_build_object('channel', log_call.channel, 'outcome', log_call.outcome), log_call.request_id, log_call.body
    );
    update desk_private.cases
    set
      first_contact_at = coalesce(first_contact_at, now()),
      do_not_call = do_not_call or log_call.outcome = 'do_not_call'
    where lead_id = log_call.lead_id;
    if log_call.close_reason is not null then
      perform desk_private.move(me.user_id, log_call.lead_id, 'closed', log_call.close_reason);
    elsif exists (select from desk_private.cases where lead_id = log_call.lead_id and stage = 'new') then
      perform desk_private.move(me.user_id, log_call.lead_id, 'contacted', null);
    end if;
    perform desk_private.plan_next(me.user_id, log_call.lead_id, log_call.next_action, log_call.next_at);
  end if;
  return desk_private.lead(log_call.lead_id);
end;
$$;

create function desk.plan(lead_id uuid, version int, request_id uuid, next_action text, next_at timestamptz)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
begin
  if desk_private.take_seen_case(plan.lead_id, plan.version, plan.request_id) then
    perform desk_private.require(plan.next_action is not null, 'next_action', 'Choose what happens next.');
    perform desk_private.plan_next(me.user_id, plan.lead_id, plan.next_action, plan.next_at, plan.request_id);
  end if;
  return desk_private.lead(plan.lead_id);
end;
$$;

create function desk.set_stage(
  lead_id uuid,
  version int,
  request_id uuid,
  stage text,
  reason text default null,
  next_action text default null,
  next_at timestamptz default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
begin
  if desk_private.take_seen_case(set_stage.lead_id, set_stage.version, set_stage.request_id) then
    perform desk_private.move(me.user_id, set_stage.lead_id, set_stage.stage, set_stage.reason, set_stage.request_id);
    perform desk_private.plan_next(me.user_id, set_stage.lead_id, set_stage.next_action, set_stage.next_at);
  end if;
  return desk_private.lead(set_stage.lead_id);
end;
$$;

-- Adds a note. A note overwrites nothing, so it needs no version and is not refused if somebody else was quicker.
create function desk.note(lead_id uuid, request_id uuid, body text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  me constant desk_private.staff := desk_private.me();
begin
  if desk_private.lock_case(note.lead_id, note.request_id) then
    perform desk_private.require(note.body ~ '\S', 'body', 'The note is empty.');
    update desk_private.cases set changed_at = clock_timestamp() where lead_id = note.lead_id;
    perform desk_private.write_event(me.user_id, note.lead_id, 'noted', '{}', note.request_id, note.body);
  end if;
  return desk_private.lead(note.lead_id);
end;
$$;
