-- The functions with which staff work on a case. Each checks access, locks the case, changes it, writes an event, and
-- returns the lead as it is now. A request that is repeated with the same request_id changes nothing and returns the
-- lead as it is. The functions that several of them call come first. What every change of a case needs is in
-- 20261127000800_cases_and_events.sql.

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
  wanted := move.stage::desk_private.stage;
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
    next_at = case when wanted <> 'closed' then next_at end,
    asked_at = case when wanted <> 'closed' then asked_at end
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
  set next_action = plan_next.next_action, next_at = plan_next.next_at, asked_at = null
  where lead_id = plan_next.lead_id;
  perform desk_private.write_event(
    me, plan_next.lead_id, 'planned',
    jsonb_build_object('next_action', plan_next.next_action, 'next_at', plan_next.next_at), plan_next.request_id
  );
end;
$$;

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
  if desk_private.begin_request(claim.request_id, 'desk.claim', claim.lead_id, me.user_id, '[]') then
    select assignee into holder from desk_private.cases where lead_id = claim.lead_id;
    if holder <> me.user_id then
      perform desk_private.refuse_conflict(claim.lead_id, 'claimed');
    end if;
    if holder is null then
      perform desk_private.take_case(claim.lead_id, null);
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
  if desk_private.begin_request(release.request_id, 'desk.release', release.lead_id, me.user_id, '[]') then
    perform desk_private.take_seen_case(release.lead_id, release.version);
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
  if desk_private.begin_request(
    assign.request_id, 'desk.assign', assign.lead_id, me.user_id,
    jsonb_build_array(assign.assignee)
  ) then
    perform desk_private.take_seen_case(assign.lead_id, assign.version);
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
  if desk_private.begin_request(
    log_call.request_id, 'desk.log_call', log_call.lead_id, me.user_id,
    jsonb_build_array(
      log_call.channel, log_call.outcome, log_call.body, log_call.next_action, log_call.next_at,
      log_call.close_reason
    )
  ) then
    perform desk_private.take_seen_case(log_call.lead_id, log_call.version);
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
      asked_at = null,
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
  if desk_private.begin_request(
    plan.request_id, 'desk.plan', plan.lead_id, me.user_id,
    jsonb_build_array(plan.next_action, plan.next_at)
  ) then
    perform desk_private.take_seen_case(plan.lead_id, plan.version);
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
  if desk_private.begin_request(
    set_stage.request_id, 'desk.set_stage', set_stage.lead_id, me.user_id,
    jsonb_build_array(set_stage.stage, set_stage.reason, set_stage.next_action, set_stage.next_at)
  ) then
    perform desk_private.take_seen_case(set_stage.lead_id, set_stage.version);
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
  if desk_private.begin_request(note.request_id, 'desk.note', note.lead_id, me.user_id, jsonb_build_array(note.body)) then
    perform desk_private.require(note.body ~ '\S', 'body', 'The note is empty.');
    update desk_private.cases set changed_at = clock_timestamp() where lead_id = note.lead_id;
    perform desk_private.write_event(me.user_id, note.lead_id, 'noted', '{}', note.request_id, note.body);
  end if;
  return desk_private.lead(note.lead_id);
end;
$$;

-- Sets what staff must know before they contact the seller: do_not_call, vulnerable, and other rules as free text.
create function desk.set_contact_rules(
  lead_id uuid, version int, request_id uuid, do_not_call boolean, vulnerable boolean, contact_rules text
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  me constant desk_private.staff := desk_private.me();
  rules constant pg_catalog.text := nullif(btrim(set_contact_rules.contact_rules, E' \t\r\n'), '');
begin
  if desk_private.begin_request(
    set_contact_rules.request_id, 'desk.set_contact_rules', set_contact_rules.lead_id, me.user_id,
    jsonb_build_array(set_contact_rules.do_not_call, set_contact_rules.vulnerable, set_contact_rules.contact_rules)
  ) then
    perform desk_private.take_seen_case(set_contact_rules.lead_id, set_contact_rules.version);
    perform desk_private.require(set_contact_rules.do_not_call is not null, 'do_not_call', 'Yes or no?');
    perform desk_private.require(set_contact_rules.vulnerable is not null, 'vulnerable', 'Yes or no?');
    perform desk_private.require(
      coalesce(char_length(rules) <= 1000, true), 'contact_rules', 'This is longer than 1,000 characters.'
    );
    update desk_private.cases
    set do_not_call = set_contact_rules.do_not_call, vulnerable = set_contact_rules.vulnerable, contact_rules = rules
    where lead_id = set_contact_rules.lead_id;
    perform desk_private.write_event(
      me.user_id, set_contact_rules.lead_id, 'contact_rules_set',
      jsonb_build_object('do_not_call', set_contact_rules.do_not_call, 'vulnerable', set_contact_rules.vulnerable),
      set_contact_rules.request_id
    );
  end if;
  return desk_private.lead(set_contact_rules.lead_id);
end;
$$;

-- Holds a lead until a day, for example during a sale or a complaint: until then it is neither erased nor deleted as
-- expired. A date of null ends the hold.
create function desk.hold(lead_id uuid, version int, request_id uuid, until date, reason text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
  given constant pg_catalog.text := case when until is not null then nullif(btrim(reason, E' \t\r\n'), '') end;
begin
  if desk_private.begin_request(
    hold.request_id, 'desk.hold', hold.lead_id, me.user_id,
    jsonb_build_array(hold.until, hold.reason)
  ) then
    perform desk_private.take_seen_case(hold.lead_id, hold.version);
    perform desk_private.require(
      coalesce(until between desk_private.today() and desk_private.today() + 3660, true),
      'until', 'Choose a day that is still to come, within ten years.'
    );
    perform desk_private.require(
      until is null or coalesce(char_length(given) <= 1000, false), 'reason', 'Say why, in up to 1,000 characters.'
    );
    perform desk_private.hold_case(me.user_id, hold.lead_id, until, given, hold.request_id);
  end if;
  return desk_private.lead(hold.lead_id);
end;
$$;

-- Marks a lead as not spam: it is then treated like any other, also by the retention (which deletes old leads). The
-- event keeps the reasons for the suspicion, so that desk.distrust can restore them.
create function desk.trust(lead_id uuid, request_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  me constant desk_private.staff := desk_private.me();
begin
  if desk_private.begin_request(trust.request_id, 'desk.trust', trust.lead_id, me.user_id, '[]') then
    perform desk_private.take_case(trust.lead_id, null);
    perform desk_private.write_event(
      me.user_id, trust.lead_id, 'trusted',
      (select jsonb_build_object('reasons', suspect_reasons) from public.leads where id = trust.lead_id),
      trust.request_id
    );
    update public.leads set suspect_reasons = '{}' where id = trust.lead_id and suspect_reasons <> '{}';
    update desk_private.cases set is_suspect = false where lead_id = trust.lead_id;
  end if;
  return desk_private.lead(trust.lead_id);
end;
$$;

-- Marks a lead as suspect. If desk.trust has removed its suspect reasons, they are restored; otherwise it has none. A
-- second desk.trust writes an event without reasons, so the last event that has some is used.
create function desk.distrust(lead_id uuid, request_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  me constant desk_private.staff := desk_private.me();
  reasons pg_catalog.text[];
begin
  if desk_private.begin_request(distrust.request_id, 'desk.distrust', distrust.lead_id, me.user_id, '[]') then
    perform desk_private.take_case(distrust.lead_id, null);
    select array(select jsonb_array_elements_text(facts -> 'reasons')) into reasons
    from desk_private.events
    where lead_id = distrust.lead_id and kind = 'trusted' and facts -> 'reasons' <> '[]'
    order by id desc
    limit 1;
    update public.leads set suspect_reasons = reasons
    where id = distrust.lead_id and suspect_reasons = '{}' and reasons <> '{}';
    update desk_private.cases set is_suspect = true where lead_id = distrust.lead_id;
    perform desk_private.write_event(me.user_id, distrust.lead_id, 'distrusted', '{}', distrust.request_id);
  end if;
  return desk_private.lead(distrust.lead_id);
end;
$$;

-- Closes a lead as a duplicate of another, which takes over do_not_call, vulnerable and the contact rules. The other
-- lead must be open, because nobody would see an enquiry that was merged into a closed case. Returns the other lead.
create function desk.merge(lead_id uuid, target_id uuid, version int, request_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  me constant desk_private.staff := desk_private.me();
  duplicate desk_private.cases;
begin
  perform desk_private.require(merge.lead_id <> merge.target_id, 'target_id', 'A lead cannot be merged into itself.');
  -- Locks both cases in a fixed order, because two merges in opposite directions would otherwise deadlock.
  perform desk_private.lock_case(least(merge.lead_id, merge.target_id));
  perform desk_private.lock_case(greatest(merge.lead_id, merge.target_id));
  if desk_private.begin_request(
    merge.request_id, 'desk.merge', merge.lead_id, me.user_id,
    jsonb_build_array(merge.target_id)
  ) then
    perform desk_private.take_seen_case(merge.lead_id, merge.version);
    perform desk_private.require(
      (select duplicate_of is null from desk_private.cases where lead_id = merge.target_id),
      'target_id', 'That lead is a duplicate itself: choose the one that it was merged into.'
    );
    perform desk_private.require(
      (select stage <> 'closed' from desk_private.cases where lead_id = merge.target_id),
      'target_id', 'That lead is closed: open it again first, or merge it into this one.'
    );
    select cases.* into duplicate from desk_private.cases where lead_id = merge.lead_id;
    perform desk_private.move(me.user_id, merge.lead_id, 'closed', 'duplicate');
    update desk_private.cases set duplicate_of = merge.target_id where lead_id = merge.lead_id;
    -- Leads that were merged into the duplicate before are now duplicates of the other lead.
    update desk_private.cases set duplicate_of = merge.target_id where duplicate_of = merge.lead_id;
    update desk_private.cases
    set
      version = version + 1,
      changed_at = clock_timestamp(),
      do_not_call = do_not_call or duplicate.do_not_call,
      vulnerable = vulnerable or duplicate.vulnerable,
      asked_at = least(asked_at, duplicate.asked_at),
      contact_rules = nullif(concat_ws(E'\n', contact_rules, duplicate.contact_rules), '')
    where lead_id = merge.target_id;
    perform desk_private.write_event(
      me.user_id, merge.lead_id, 'merged', jsonb_build_object('into', merge.target_id), merge.request_id
    );
    perform desk_private.write_event(
      me.user_id, merge.target_id, 'merged', jsonb_build_object('from', merge.lead_id)
    );
  end if;
  return desk_private.lead(merge.target_id);
end;
$$;
