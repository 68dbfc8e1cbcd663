-- desk.erase again, with a clearer message. The old one, "These are not all leads of this person", read as if the list of
-- leads were incomplete, which is allowed.
create or replace function desk.erase(key text, lead_ids uuid[], reason text, request_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me_as_owner();
  former desk_private.events;
  erased pg_catalog.uuid[];
begin
  select events.* into former from desk_private.events where events.request_id = erase.request_id and kind = 'erased';
  if found then
    erased := array(
      select lead_id from desk_private.events where xact = former.xact and kind = 'erased' and actor = former.actor
    );
  else
    perform desk_private.require_person_key(key);
    perform desk_private.require(
      reason in ('person_asked', 'no_longer_needed', 'sent_by_mistake', 'other'), 'reason', 'Choose the reason.'
    );
    perform desk_private.require(
      cardinality(erase.lead_ids) > 0 and erase.lead_ids <@ private.find_person(key),
      'lead_ids', 'At least one of these leads is not of this person, or is no longer there: look the person up again.'
    );
    erased := private.erase_leads(erase.lead_ids, reason, me.user_id, erase.request_id);
  end if;
  return jsonb_build_object('leads', cardinality(erased), 'lead_ids', to_jsonb(erased));
end;
$$;
