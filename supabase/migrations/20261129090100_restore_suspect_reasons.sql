-- desk.distrust again, with one change: it restores the reasons of the last "trusted" event that has any. Somebody who
-- marks a lead as not spam a second time writes such an event without reasons.
create or replace function desk.distrust(lead_id uuid, request_id uuid)
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
