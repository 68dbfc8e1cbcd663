-- Suspect leads (marked as possible spam) are listed separately: in the list 'suspect', and no longer in
-- 'open' and in the lists of the stages. They are still in 'all', 'mine' and 'closed', with a mark.

drop index desk_private.cases_open_idx;
create index cases_open_idx on desk_private.cases (changed_at, lead_id) where not is_suspect and stage <> 'closed';
drop index desk_private.cases_stage_idx;
create index cases_stage_idx on desk_private.cases (stage, changed_at, lead_id) where not is_suspect or stage = 'closed';

-- A page of a list (view): 'now', 'mine', 'all', 'open', 'suspect', or the name of a stage, such as 'closed'. 'now' is
-- two lists one after the other: leads that wait for a first contact, by their deadline; then follow-ups that are due.
-- before: the 'next' that the previous page returned, or null for the first page.
create or replace function desk.inbox(view text, before text default null, "limit" int default 50)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  me constant desk_private.staff := desk_private.me();
  most constant int := least(greatest(coalesce(inbox."limit", 50), 1), 100);
  given constant pg_catalog.text[] := regexp_match(inbox.before, '^([ab])\.(\d{1,16})\.([0-9a-f-]{36})$');
  since constant pg_catalog.timestamptz := pg_catalog.to_timestamp(0) + given[2]::int8 * interval '1 microsecond';
  since_id constant pg_catalog.uuid := given[3]::pg_catalog.uuid;
  waiting constant pg_catalog.text := 'not is_suspect and stage <> ''closed'' and first_contact_at is null';
  following constant pg_catalog.text :=
    'not is_suspect and stage <> ''closed'' and first_contact_at is not null and next_at <= now()';
  list pg_catalog.text := 'a';
  key pg_catalog.text := 'changed_at';
  lead_ids pg_catalog.uuid[] := '{}';
  more pg_catalog.uuid[];
  last_at pg_catalog.timestamptz;
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
      key := 'promised_by';
      lead_ids := desk_private.page(waiting, key, 'asc', me.user_id, since, since_id, most);
    end if;
    if cardinality(lead_ids) < most then
      more := desk_private.page(
        following, 'next_at', 'asc', me.user_id,
        case given[1] when 'b' then since end, case given[1] when 'b' then since_id end,
        most - cardinality(lead_ids)
      );
      if cardinality(more) > 0 then
        list := 'b';
        key := 'next_at';
      end if;
      lead_ids := lead_ids || more;
    end if;
  else
    key := case when view in ('all', 'suspect') then 'received_at' else 'changed_at' end;
    lead_ids := desk_private.page(
      case view
        when 'all' then 'true'
        when 'mine' then 'assignee = $1 and stage <> ''closed'''
        when 'open' then 'not is_suspect and stage <> ''closed'''
        when 'suspect' then 'is_suspect and stage <> ''closed'''
        else format('stage = %L and (not is_suspect or stage = ''closed'')', view)
      end,
      key, 'desc', me.user_id, since, since_id, most
    );
  end if;

  select case key
    when 'promised_by' then promised_by
    when 'next_at' then next_at
    when 'received_at' then received_at
    else changed_at
  end
  into last_at
  from desk_private.cases
  where lead_id = lead_ids[cardinality(lead_ids)];
  return jsonb_build_object(
    'cards', desk_private.cards(lead_ids),
    'counts', desk_private.counts(me.user_id),
    'next', case when cardinality(lead_ids) = most then
      concat_ws('.', list, (extract(epoch from last_at) * 1000000)::int8, lead_ids[most])
    end
  );
end;
$$;
