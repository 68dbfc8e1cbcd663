-- The reference that a seller was shown after sending a form, such as 7F3A-91C2
-- (supabase/functions/_shared/lead/reference.ts). A seller who rings up reads it out, so the desk (the staff's app)
-- shows it and can search for it.

-- Everything about one lead, now also with the reference, which is null if the request had no submission id.
create or replace function desk_private.lead(lead_id uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select desk_private.cards(array[leads.id]) -> 0 || jsonb_build_object(
    'reference', overlay(upper(left(submission_id::pg_catalog.text, 8)) placing '-' from 5 for 0),
    'message', message,
    'property_type', property_type,
    'bedrooms', bedrooms,
    'property_condition', property_condition,
    'origin', (
      select to_jsonb(lead_origins) - 'lead_id' from private.lead_origins where lead_origins.lead_id = leads.id
    ),
    'mail_sent_at', notifications.sent_at,
    'mail_next_attempt_at', case when notifications.sent_at is null then notifications.next_attempt_at end,
    'mail_attempts', coalesce(
      (
        select jsonb_agg(
          jsonb_build_object('started_at', started_at, 'finished_at', finished_at, 'error_code', error_code)
          order by id
        )
        from private.delivery_attempts as attempts where attempts.lead_id = leads.id
      ),
      '[]'
    ),
    'events', coalesce(
      (
        select jsonb_agg(desk_private.event_json(events) order by id)
        from desk_private.events where events.lead_id = leads.id
      ),
      '[]'
    ),
    'offers', coalesce(
      (
        select jsonb_agg(desk_private.offer_json(offers) order by number desc)
        from desk_private.offers where offers.lead_id = leads.id
      ),
      '[]'
    ),
    'others', desk_private.cards(array(
      select other.lead_id from desk_private.cases as other
      where other.lead_id <> leads.id
        and (
          other.phone_key = cases.phone_key
          or other.email_key = cases.email_key
          or other.duplicate_of = leads.id
          or other.lead_id = cases.duplicate_of
        )
      order by other.received_at desc
      limit 50
    ))
  )
  from public.leads
  join desk_private.cases on cases.lead_id = leads.id
  left join private.notifications on notifications.lead_id = leads.id
  where leads.id = lead.lead_id;
$$;

-- Finds leads by a part of a name, street, postcode, e-mail address or telephone number (in any spelling), or by a
-- whole reference, the newest first.
create or replace function desk.search(query text)
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
  -- The reference: the first eight hexadecimal digits of a submission id.
  reference constant pg_catalog.text := array_to_string(regexp_match(squeezed, '^([0-9a-f]{4})[-–]?([0-9a-f]{4})$'), '');
begin
  perform desk_private.adopt_new();
  if wanted is null or char_length(wanted) < 2 then
    return '{"cards": []}';
  end if;
  return jsonb_build_object('cards', desk_private.cards(array(
    select id
    from (
      -- The first two subqueries each read one table, the newest rows first, and stop after 50.
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
      union
      (
        select id, created_at
        from public.leads
        join private.notifications on lead_id = id
        where submission_id between
          (reference || '-0000-0000-0000-000000000000')::pg_catalog.uuid
          and (reference || '-ffff-ffff-ffff-ffffffffffff')::pg_catalog.uuid
      )
    ) as matches
    order by created_at desc, id
    limit 50
  )));
end;
$$;
