-- Closes a lead as a duplicate of another, which takes over do_not_call, vulnerable and the contact rules. Now the
-- other lead must be open, because nobody would see an enquiry that was merged into a closed case.
create or replace function desk.merge(lead_id uuid, "into" uuid, version int, request_id uuid)
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
    perform desk_private.require(
      (select stage <> 'closed' from desk_private.cases where lead_id = merge."into"),
      'into', 'That lead is closed: open it again first, or merge it into this one.'
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
