-- Functions that mark a lead: contact rules, a hold, spam, and duplicates.

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
  if desk_private.take_seen_case(set_contact_rules.lead_id, set_contact_rules.version, set_contact_rules.request_id) then
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
  if desk_private.take_seen_case(hold.lead_id, hold.version, hold.request_id) then
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
  if desk_private.take_case(trust.lead_id, null, trust.request_id) then
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

-- Marks a lead as suspect. If desk.trust has removed its suspect reasons, they are restored; otherwise it has none.
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
  if desk_private.take_case(distrust.lead_id, null, distrust.request_id) then
    select array(select jsonb_array_elements_text(facts -> 'reasons')) into reasons
    from desk_private.events
    where lead_id = distrust.lead_id and kind = 'trusted'
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

-- Closes a lead as a duplicate of another, which takes over do_not_call, vulnerable and the contact rules. Returns the
-- other lead.
create function desk.merge(lead_id uuid, "into" uuid, version int, request_id uuid)
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
  perform desk_private.require(merge.lead_id <> merge."into", 'into', 'A lead cannot be merged into itself.');
  -- Locks both cases in a fixed order, because two merges in opposite directions would otherwise deadlock.
  perform desk_private.lock_case(least(merge.lead_id, merge."into"), null);
  perform desk_private.lock_case(greatest(merge.lead_id, merge."into"), null);
  if desk_private.take_seen_case(merge.lead_id, merge.version, merge.request_id) then
    perform desk_private.require(
      (select duplicate_of is null from desk_private.cases where lead_id = merge."into"),
      'into', 'That lead is a duplicate itself: choose the one that it was merged into.'
    );
    select cases.* into duplicate from desk_private.cases where lead_id = merge.lead_id;
    perform desk_private.move(me.user_id, merge.lead_id, 'closed', 'duplicate');
    update desk_private.cases set duplicate_of = merge."into" where lead_id = merge.lead_id;
    -- Leads that were merged into the duplicate before are now duplicates of the other lead.
    update desk_private.cases set duplicate_of = merge."into" where duplicate_of = merge.lead_id;
    update desk_private.cases
    set
      version = version + 1,
      changed_at = clock_timestamp(),
      do_not_call = do_not_call or duplicate.do_not_call,
      vulnerable = vulnerable or duplicate.vulnerable,
      contact_rules = nullif(concat_ws(E'\n', contact_rules, duplicate.contact_rules), '')
    where lead_id = merge."into";
    perform desk_private.write_event(
      me.user_id, merge.lead_id, 'merged', jsonb_build_object('into', merge."into"), merge.request_id
    );
    perform desk_private.write_event(
      me.user_id, merge."into", 'merged', jsonb_build_object('from', merge.lead_id)
    );
  end if;
  return desk_private.lead(merge."into");
end;
$$;
