-- The lists of leads in the desk (the staff's app), page by page, and the search.

-- The lead ids of one page of a list. since, since_id: the sort key and the id of the last row on the previous page.
create function desk_private.page(
  condition text, key text, direction text, me uuid, since timestamptz, since_id uuid, most int
)
returns uuid[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  lead_ids pg_catalog.uuid[];
begin
  -- condition, key and direction are written by desk.inbox. The only part that comes from a request is the name of a
  -- stage in the condition, which desk.inbox checks and quotes.
  execute format(
    'select array(
       select lead_id from desk_private.cases
       where %1$s and ($2 is null or (%2$s, lead_id) %3$s ($2, $3))
       order by %2$s %4$s, lead_id %4$s
       limit $4
     )',
    condition, key, case direction when 'asc' then '>' else '<' end, direction
  )
  into lead_ids
  using me, since, since_id, most;
  return lead_ids;
end;
$$;

-- A page of a list (view): 'now', 'mine', 'all', 'open', 'suspect', or the name of a stage, such as 'closed'. 'now' is
-- two lists one after the other: leads that wait for a first contact, by their deadline; then follow-ups that are due.
-- before: the 'next' that the previous page returned, or null for the first page.
create function desk.inbox(view text, before text default null, "limit" int default 50)
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
        when 'open' then 'stage <> ''closed'''
        when 'suspect' then 'is_suspect and stage <> ''closed'''
        else format('stage = %L', view)
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

-- Finds leads by a part of a name, street, postcode, e-mail address or telephone number (in any spelling), the newest
-- first.
create function desk.search(query text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
  wanted constant pg_catalog.text := lower(left(btrim(query), 100));
  squeezed constant pg_catalog.text := replace(wanted, ' ', '');
  is_number constant boolean := wanted !~ '[a-np-z@]' and wanted ~ '(\d\D*){4}';
  -- The digits as typed, and the normalised number (without +44, 0044 or 0). Both may be anywhere in a stored number.
  digits constant pg_catalog.text := case when is_number then regexp_replace(wanted, '\D', '', 'g') end;
  start constant pg_catalog.text := case when is_number then private.phone_key(wanted) end;
begin
  perform desk_private.adopt_new();
  if wanted is null or char_length(wanted) < 2 then
    return '{"cards": []}';
  end if;
  return jsonb_build_object('cards', desk_private.cards(array(
    select id
    from (
      -- Each of the two subqueries reads one table, the newest rows first, and stops after 50.
      (
        select id, created_at from public.leads
        where strpos(lower(concat_ws(E'\n', name, address, email)), wanted) > 0
          or strpos(lower(replace(postcode, ' ', '')), squeezed) > 0
        order by created_at desc
        limit 50
      )
      union
      (
        select lead_id, received_at from desk_private.cases
        where is_number
          and (strpos(phone_key, digits) > 0 or (char_length(start) >= 4 and strpos(phone_key, start) > 0))
        order by received_at desc
        limit 50
      )
    ) as matches
    order by created_at desc, id
    limit 50
  )));
end;
$$;
