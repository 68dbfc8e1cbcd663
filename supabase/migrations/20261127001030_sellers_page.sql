-- The seller's own page, /your-enquiry: it shows a seller their enquiry and takes what they answer. The schema `seller`
-- has the functions that the page calls, and nothing else. The first argument of each is the key, which the page takes
-- from the part of its link after the `#`. There is no account: whoever has a seller's key may do what the seller may.
--
-- A refused key is answered with the status 404, always with the same body after the same statements, whether the key is
-- unknown, ended, malformed, or a read-only key that is used to write. This answer is returned and not raised as an
-- error, so that the call stays counted.

create schema seller authorization leads_owner;
comment on schema seller is 'The functions of the seller''s own page: all that the API shows of it.';

-- The keys to the seller's own page. A key is 32 random bytes, written as 43 characters
-- of base64url. The link has it after the `#`. The database stores only the SHA-256 of the 43 characters, so nobody who
-- reads the database can open a page.
--
-- The browser that sends a lead makes a key first, and passes its hash in the request header x-enquiry-key-hash. The hash
-- is in the lead's notification until the lead gets its case, because a row of its own would cost each lead more
-- (docs/decisions/0029-the-sellers-page.md). Other keys are made for a mail to the seller, at the desk, and by the seller
-- for read-only links.
create table private.enquiry_keys (
  key_hash bytea primary key,
  lead_id uuid not null references public.leads (id) on delete cascade,
  made_for text not null,
  share_number int,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  ends_at timestamptz not null default now() + interval '180 days',

  constraint enquiry_keys_made_for_known check (made_for in ('sender', 'mail', 'desk', 'shared')),
  constraint enquiry_keys_shared_with_number check ((made_for = 'shared') = (share_number is not null))
);

comment on table private.enquiry_keys is
  'The keys that open the seller''s page of a lead. A key that the seller or the desk ends is deleted.';
comment on column private.enquiry_keys.ends_at is '180 days after its last use.';
comment on column private.enquiry_keys.share_number is 'The number under which the seller sees a read-only key; null for all other keys.';

create index enquiry_keys_lead_id_idx on private.enquiry_keys (lead_id);

alter table private.enquiry_keys enable row level security;

create policy "Nobody but the owner sees the keys of enquiries"
on private.enquiry_keys for all
to public
using (false);

-- Stores the hash of a key, 64 hexadecimal digits.
create function private.add_enquiry_key(key_hash text, lead_id uuid, made_for text, share_number int default null)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform desk_private.require(add_enquiry_key.key_hash ~ '^[0-9a-f]{64}$', 'key_hash', 'This is not the hash of a key.');
  insert into private.enquiry_keys (key_hash, lead_id, made_for, share_number)
  values (decode(add_enquiry_key.key_hash, 'hex'), add_enquiry_key.lead_id, add_enquiry_key.made_for, add_enquiry_key.share_number)
  on conflict do nothing;
  perform desk_private.require(found, 'key_hash', 'This key exists already.');
end;
$$;

-- What a key opens: the lead that the key was made for, and the case that the firm works on. If staff have merged the
-- lead into another one, case_id is that other lead.
create type private.opened_enquiry as (lead_id uuid, case_id uuid, is_shared boolean);

-- Finds the enquiry of a key, and notes that the key was used: it ends 180 days after its last use. All calls with a key
-- are counted together, 60 a minute for one IP address. @returns null if the key opens nothing, or may not write
create function private.use_enquiry_key(key text, is_write boolean)
returns private.opened_enquiry
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  hash constant pg_catalog.bytea := sha256(convert_to(use_enquiry_key.key, 'UTF8'));
  used private.enquiry_keys;
  opened private.opened_enquiry;
begin
  perform private.limit_caller('seller', null, interval '1 minute');
  -- If the hash is still in the notification of a lead without a case, creates the case, which stores the hash in
  -- private.enquiry_keys.
  perform desk_private.adopt(array_agg(lead_id))
  from (
    select sent.lead_id
    from private.notifications as sent
    where sent.key_hash = hash and not exists (select from desk_private.cases where cases.lead_id = sent.lead_id)
    -- The browser makes a key for each lead, so there are more only if somebody sends many on purpose.
    limit 10
  ) as waiting
  having count(*) > 0;
  select keys.* into used
  from private.enquiry_keys as keys
  where key_hash = hash
    and ends_at > now()
    and not (is_write and made_for = 'shared');
  if not found then
    return null;
  end if;
  opened := row (used.lead_id, private.case_of(used.lead_id), used.made_for = 'shared');
  -- The page calls every few seconds, so the use is noted once a minute at most.
  update private.enquiry_keys
  set last_used_at = now(), ends_at = default
  where key_hash = used.key_hash and coalesce(last_used_at < now() - interval '1 minute', true);
  if found and not opened.is_shared and not exists (
    select from desk_private.events
    where lead_id = opened.case_id and kind = 'opened' and at > now() - interval '1 hour'
  ) then
    perform desk_private.write_event(null, opened.case_id, 'opened', '{}');
  end if;
  return opened;
end;
$$;

-- The answer for every key that is refused.
create function private.no_such_link()
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- PostgREST and our server answer with this status.
  perform set_config('response.status', '404', true);
  return jsonb_build_object(
    'code', 'PT404', 'message', 'This link no longer works.', 'details', null, 'hint', 'no_such_link'
  );
end;
$$;

-- Begins a change by the seller: locks the case, and refuses the change with 429 if the case has had `most` events of this
-- kind in the period.
-- @returns false if this request was carried out before
create function private.begin_sellers_change(
  opened private.opened_enquiry,
  request_id uuid,
  function_name text,
  arguments jsonb,
  kind text default null,
  most int default null,
  period interval default null
)
returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  wait int;
begin
  -- Locks the two cases in a fixed order, as desk.merge does, so that no two transactions wait for each other.
  perform desk_private.lock_case(least(opened.lead_id, opened.case_id));
  perform desk_private.lock_case(greatest(opened.lead_id, opened.case_id));
  if not desk_private.begin_request(request_id, function_name, opened.lead_id, null, arguments) then
    return false;
  end if;
  select greatest(1, ceil(extract(epoch from at + period - clock_timestamp()))) into wait
  from desk_private.events
  where lead_id = opened.case_id and events.kind = begin_sellers_change.kind and at > clock_timestamp() - period
  order by id desc
  offset most - 1
  limit 1;
  if wait is not null then
    raise sqlstate 'PT429' using
      message = 'This is more than we can take in a short time. Please wait, or ring us.', detail = wait::pg_catalog.text;
  end if;
  return true;
end;
$$;

-- Writes an event of the seller into the history of the case. If the seller's lead was merged into the case, the facts
-- name it. @returns the event's id
create function private.write_sellers_event(opened private.opened_enquiry, kind text, facts jsonb, request_id uuid)
returns bigint
language sql
set search_path = pg_catalog, pg_temp
as $$
  select desk_private.write_event(
    null, opened.case_id, kind,
    facts || case
      when opened.lead_id = opened.case_id then '{}' else jsonb_build_object('sender', opened.lead_id)
    end,
    request_id
  );
$$;

-- Puts the case into 'now' and queues a mail to the firm, for an event that waits for the firm's answer.
create function private.ask_firm(opened private.opened_enquiry, event_id bigint)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.put_case_into_now(opened.case_id);
  select private.mail_firm(opened.lead_id, event_id);
$$;

-- The opening hours of the next ten days, in pieces of two hours. The last piece of a day may be shorter.
create function private.call_windows()
returns table (starts_at timestamptz, ends_at timestamptz)
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select piece, least(piece + interval '2 hours', closes)
  from desk_private.working_days(desk_private.today(), desk_private.today() + 10)
  cross join lateral generate_series(opens, closes, interval '2 hours') as piece
  where piece < closes and piece < now() + interval '10 days';
$$;

-- The state of the enquiry, as codes from which the page makes sentences.
create function private.enquiry_state(work desk_private.cases, latest desk_private.offers)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  stands constant boolean := coalesce(desk_private.offer_stands(latest), false);
  attempt desk_private.events;
  wish desk_private.events;
  is_unanswered boolean;
  code text;
  planned jsonb;
begin
  select events.* into attempt
  from desk_private.events where lead_id = work.lead_id and kind = 'called' order by id desc limit 1;
  -- The call that the seller has asked for, unless staff have planned something since.
  select events.* into wish
  from desk_private.events
  where lead_id = work.lead_id and kind in ('call_wished', 'planned') and work.next_action = 'call'
  order by id desc
  limit 1;
  if wish.kind = 'planned' then
    wish := null;
  end if;
  is_unanswered := coalesce(attempt.facts ->> 'outcome' <> 'spoke', false);

  code := case
    when work.stage = 'closed' then 'closed'
    when work.stage = 'settled' then 'settled'
    when work.stage = 'missives_concluded' then 'missives'
    when work.stage in ('solicitors_instructed', 'formal_offer') then 'solicitors'
    when work.stage = 'accepted' then 'accepted'
    when stands then 'offer'
    when work.next_action = 'call' and (not is_unanswered or wish.id > attempt.id) then 'call_planned'
    when is_unanswered then 'tried'
    when latest.status in ('declined', 'withdrawn') or latest.valid_until < desk_private.today() then 'offer_over'
    when work.first_contact_at is not null then 'working'
    else 'received'
  end;

  planned := case
    when wish.id is not null
      then jsonb_build_object('from', wish.facts -> 'starts_at', 'to', wish.facts -> 'ends_at')
    when work.next_action = 'call' then coalesce(
      (
        select jsonb_build_object('from', starts_at, 'to', ends_at)
        from private.call_windows() where work.next_at >= starts_at and work.next_at < ends_at
      ),
      jsonb_build_object('from', work.next_at, 'to', work.next_at + interval '2 hours')
    )
  end;
  return jsonb_build_object(
    'code', code,
    'at', case code when 'tried' then attempt.at end,
    'how', case code when 'tried' then private.sellers_contact_way(attempt.facts ->> 'channel') end,
    'call', case code when 'call_planned' then planned end,
    'until', case when code in ('offer', 'offer_over') then latest.valid_until end,
    'reason', case code
      when 'closed' then work.close_reason
      when 'offer_over' then case when latest.status in ('declined', 'withdrawn') then latest.status else 'expired' end
    end,
    'next_by', case
      when code = 'closed' then null
      when wish.id is not null then (wish.facts ->> 'ends_at')::pg_catalog.timestamptz
      else least(
        case when work.first_contact_at is null then work.promised_by end,
        case when work.asked_at is not null then desk_private.promised_by(work.asked_at) end,
        case when work.next_action not in ('wait_for_seller', 'wait_for_solicitor') then work.next_at end
      )
    end
  );
end;
$$;

-- A channel of desk.log_call, as the seller's page names it.
create function private.sellers_contact_way(channel text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case channel when 'phone' then 'call' else channel end;
$$;

-- What was said and done between the seller and the firm, oldest first. If leads were merged, each seller sees only
-- their own part, and the firm's part since the merge.
create function private.conversation(opened private.opened_enquiry)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', events.id,
        'at', at,
        'from', said_by,
        'kind', case events.kind
          when 'written' then 'message'
          when 'replied' then 'message'
          when 'called' then case facts ->> 'outcome' when 'spoke' then 'spoke' else 'attempt' end
          when 'offer_answered' then 'answered_offer'
          when 'seller_stopped' then 'stopped'
          when 'seller_mailed' then 'mailed'
          else events.kind
        end,
        'name', (select split_part(btrim(name), ' ', 1) from desk_private.staff where user_id = actor),
        'body', (
          select body from desk_private.texts where event_id = events.id and part in ('message', 'solicitor')
        )
      )
      || case events.kind
        when 'called' then jsonb_build_object(
          'how', private.sellers_contact_way(facts ->> 'channel'), 'outcome', facts ->> 'outcome'
        )
        when 'call_wished' then jsonb_build_object(
          'call', jsonb_build_object('from', facts -> 'starts_at', 'to', facts -> 'ends_at')
        )
        when 'offer_answered' then jsonb_build_object(
          'answer', facts ->> 'answer',
          'offer_number', (select number from desk_private.offers where id::pg_catalog.text = facts ->> 'offer_id')
        )
        else '{}'
      end
      order by events.id
    ),
    '[]'
  )
  from desk_private.events
  cross join lateral (
    select case when events.kind in ('replied', 'called', 'seller_mailed') then 'firm' else 'seller' end as said_by
  ) as sides
  where events.lead_id in (opened.lead_id, opened.case_id)
    and events.kind in (
      'written', 'replied', 'called', 'call_wished', 'offer_answered', 'contact_corrected', 'seller_stopped',
      'seller_mailed'
    )
    and case
      when said_by = 'seller'
        then coalesce((facts ->> 'sender')::pg_catalog.uuid, events.lead_id) = opened.lead_id
      else events.lead_id = opened.lead_id or events.id > (
        select max(id) from desk_private.events as merged
        where merged.lead_id = opened.lead_id and merged.kind = 'merged'
      )
    end;
$$;

-- All contents of the page. Only this function decides what a seller may see. It must never include notes, evidence,
-- surnames of staff, suspicion, origin, other leads or other people's messages, and the market value only if the offer
-- shows it.
create function private.enquiry_json(opened private.opened_enquiry)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  work desk_private.cases;
  latest desk_private.offers;
  lead public.leads;
  is_full constant boolean := not opened.is_shared;
begin
  select cases.* into work from desk_private.cases where lead_id = opened.case_id;
  select leads.* into lead from public.leads where id = opened.lead_id;
  latest := desk_private.latest_offer(opened.case_id);
  return jsonb_build_object(
    'access', case when is_full then 'full' else 'shared' end,
    'reference', (select private.reference(submission_id) from private.notifications where lead_id = opened.lead_id),
    'sent_at', lead.created_at,
    'source', lead.source,
    'now', now(),
    'state', private.enquiry_state(work, latest),
    'do_not_call', work.do_not_call,
    'merged', opened.lead_id <> opened.case_id,
    'offers', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', offers.id,
            'number', number,
            'at', events.at,
            'amount', amount,
            'market_value', case when shows_market_value then market_value end,
            'basis', basis,
            'conditions', (
              select body from desk_private.texts where event_id = offers.event_id and part = 'conditions'
            ),
            'funds', funds,
            'valid_until', valid_until,
            'status', status,
            'reason_code', reason_code,
            'stands', offers.id = latest.id and desk_private.offer_stands(offers)
          )
          order by number desc
        ),
        '[]'
      )
      from desk_private.offers
      join desk_private.events on events.id = event_id
      where offers.lead_id = opened.case_id
    ),
    'answer', (
      select jsonb_build_object('at', at, 'answer', facts ->> 'answer', 'offer_number', latest.number)
      from desk_private.events
      where lead_id = opened.case_id
        and kind = 'offer_answered'
        and facts ->> 'offer_id' = latest.id::pg_catalog.text
        and coalesce((facts ->> 'sender')::pg_catalog.uuid, lead_id) = opened.lead_id
        and desk_private.offer_stands(latest)
      order by id desc
      limit 1
    ),
    'conversation', case when is_full then private.conversation(opened) else '[]' end,
    'sent', jsonb_build_object(
      'postcode', lead.postcode,
      'address', lead.address,
      'property_type', lead.property_type,
      'bedrooms', lead.bedrooms,
      'property_condition', lead.property_condition,
      'message', lead.message
    ) || case
      when is_full then jsonb_build_object(
        'name', lead.name,
        'phone', coalesce(private.sellers_first_contact(opened.lead_id, 'former_phone'), lead.phone),
        'email', coalesce(private.sellers_first_contact(opened.lead_id, 'former_email'), lead.email)
      )
      else '{}'
    end,
    'contact', case when is_full then jsonb_build_object('phone', lead.phone, 'email', lead.email) end,
    'call_windows', case
      when is_full then (
        select coalesce(jsonb_agg(jsonb_build_object('from', starts_at, 'to', ends_at) order by starts_at), '[]')
        from private.call_windows() where starts_at > now()
      )
      else '[]'
    end,
    'shares', case
      when is_full then (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'number', share_number, 'made_at', created_at, 'opened_at', last_used_at, 'ends_at', ends_at
            )
            order by share_number
          ),
          '[]'
        )
        from private.enquiry_keys where lead_id = opened.lead_id and made_for = 'shared' and ends_at > now()
      )
      else '[]'
    end,
    'held_until', case when work.hold_until >= desk_private.today() then work.hold_until end
  );
end;
$$;

-- A telephone number or an e-mail address as the seller first sent it; null if it was never corrected.
create function private.sellers_first_contact(lead_id uuid, part text)
returns text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select body from desk_private.texts
  where texts.lead_id = sellers_first_contact.lead_id and texts.part = sellers_first_contact.part
  order by event_id
  limit 1;
$$;

-- Keeps the former values of a corrected lead as texts of the event.
create function private.write_former_contact(event_id bigint, former public.leads, corrected public.leads)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if former.phone <> corrected.phone then
    perform desk_private.write_text(event_id, former.id, 'former_phone', former.phone);
  end if;
  if former.email <> corrected.email then
    perform desk_private.write_text(event_id, former.id, 'former_email', former.email);
  end if;
end;
$$;

-- Refuses a message that is empty or too long.
create function desk_private.require_message(message text)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  perform desk_private.require(message ~ '\S', 'body', 'The message is empty.');
  perform desk_private.require(char_length(message) <= 2000, 'body', 'The message has more than 2,000 characters.');
end;
$$;

-- The content of the page.
create function seller.enquiry(key text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  opened constant private.opened_enquiry := private.use_enquiry_key(enquiry.key, false);
begin
  if opened.lead_id is null then
    return private.no_such_link();
  end if;
  return private.enquiry_json(opened);
end;
$$;

-- Sends the firm a message.
create function seller.write(key text, request_id uuid, body text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  opened constant private.opened_enquiry := private.use_enquiry_key(write.key, true);
  message constant pg_catalog.text := private.plain_text(write.body);
  event_id pg_catalog.int8;
begin
  if opened.lead_id is null then
    return private.no_such_link();
  end if;
  if private.begin_sellers_change(
    opened, write.request_id, 'seller.write', jsonb_build_array(message), 'written', 10, interval '1 hour'
  ) then
    perform desk_private.require_message(message);
    event_id := private.write_sellers_event(opened, 'written', '{}', write.request_id);
    perform desk_private.write_text(event_id, opened.lead_id, 'message', message);
    perform private.ask_firm(opened, event_id);
  end if;
  return private.enquiry_json(opened);
end;
$$;

-- Asks for a call in one of the windows that the page shows, or as soon as the firm can. It becomes the case's next
-- action, unless the case is closed.
create function seller.ask_for_call(key text, request_id uuid, starts_at timestamptz default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  opened constant private.opened_enquiry := private.use_enquiry_key(ask_for_call.key, true);
  ends_at pg_catalog.timestamptz;
begin
  if opened.lead_id is null then
    return private.no_such_link();
  end if;
  if private.begin_sellers_change(
    opened, ask_for_call.request_id, 'seller.ask_for_call', jsonb_build_array(ask_for_call.starts_at),
    'call_wished', 5, interval '1 day'
  ) then
    if ask_for_call.starts_at is null then
      ends_at := desk_private.promised_by(now());
    else
      select windows.ends_at into ends_at
      from private.call_windows() as windows
      where windows.starts_at = ask_for_call.starts_at and windows.ends_at > now();
      perform desk_private.require(found, 'starts_at', 'We are not open then. Please choose one of the times.');
    end if;
    update desk_private.cases
    set next_action = 'call', next_at = coalesce(ask_for_call.starts_at, now()), version = version + 1
    where lead_id = opened.case_id and stage <> 'closed';
    perform private.ask_firm(
      opened,
      private.write_sellers_event(
        opened, 'call_wished',
        jsonb_build_object('starts_at', ask_for_call.starts_at, 'ends_at', ends_at), ask_for_call.request_id
      )
    );
  end if;
  return private.enquiry_json(opened);
end;
$$;

-- Says what the seller thinks of the standing offer. It changes nothing about the offer: staff record what they do with it.
create function seller.answer_offer(
  key text,
  request_id uuid,
  offer_id uuid,
  answer text,
  solicitor_name text default null,
  solicitor_phone text default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  opened constant private.opened_enquiry := private.use_enquiry_key(answer_offer.key, true);
  -- The name and the number are stored on one line each.
  name constant pg_catalog.text := regexp_replace(private.plain_text(solicitor_name), '\s+', ' ', 'g');
  phone constant pg_catalog.text := regexp_replace(private.plain_text(solicitor_phone), '\s+', ' ', 'g');
  latest desk_private.offers;
  event_id pg_catalog.int8;
begin
  if opened.lead_id is null then
    return private.no_such_link();
  end if;
  if private.begin_sellers_change(
    opened, answer_offer.request_id, 'seller.answer_offer',
    jsonb_build_array(answer_offer.offer_id, answer_offer.answer, name, phone), 'offer_answered', 5, interval '1 day'
  ) then
    perform desk_private.require(
      answer_offer.answer in ('go_ahead', 'decline'), 'answer', 'Please choose one of the two answers.'
    );
    perform desk_private.require(
      coalesce(char_length(name) <= 100, true), 'solicitor_name', 'The name has more than 100 characters.'
    );
    perform desk_private.require(
      coalesce(char_length(phone) <= 40, true), 'solicitor_phone', 'The number has more than 40 characters.'
    );
    latest := desk_private.latest_offer(opened.case_id);
    if (latest.id = answer_offer.offer_id and desk_private.offer_stands(latest)) is not true then
      raise sqlstate 'PT409' using
        message = 'The offer has changed since. Please read it again.', hint = 'offer_changed';
    end if;
    event_id := private.write_sellers_event(
      opened, 'offer_answered',
      jsonb_build_object('offer_id', latest.id, 'answer', answer_offer.answer), answer_offer.request_id
    );
    perform desk_private.write_text(event_id, opened.lead_id, 'solicitor', concat_ws(', ', name, phone));
    perform private.ask_firm(opened, event_id);
  end if;
  return private.enquiry_json(opened);
end;
$$;

-- Corrects the telephone number or the e-mail address, by the rules of the forms. The former values stay in the desk's
-- history until the lead is erased. In a case that the seller's lead was merged into, the same value is corrected too.
create function seller.correct_contact(key text, request_id uuid, phone text default null, email text default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  opened constant private.opened_enquiry := private.use_enquiry_key(correct_contact.key, true);
  former public.leads;
  corrected public.leads;
  merged public.leads;
  argument pg_catalog.text;
  event_id pg_catalog.int8;
begin
  if opened.lead_id is null then
    return private.no_such_link();
  end if;
  if private.begin_sellers_change(
    opened, correct_contact.request_id, 'seller.correct_contact',
    jsonb_build_array(correct_contact.phone, correct_contact.email), 'contact_corrected', 3, interval '1 day'
  ) then
    perform desk_private.require(
      num_nonnulls(correct_contact.phone, correct_contact.email) > 0, 'phone', 'Please give a number or an address.'
    );
    select leads.* into former from public.leads where id = opened.lead_id;
    perform desk_private.require(
      correct_contact.email is null or former.source <> 'chat_widget',
      'email', 'An enquiry from the chat has no e-mail address. Please send us the address as a message.'
    );
    begin
      argument := 'phone';
      update public.leads set phone = correct_contact.phone
      where id = opened.lead_id and correct_contact.phone is not null;
      argument := 'email';
      update public.leads set email = correct_contact.email
      where id = opened.lead_id and correct_contact.email is not null;
    exception
      when check_violation then
        perform desk_private.require(
          false, argument,
          -- The same messages as in the forms.
          case
            when argument = 'email' and char_length(correct_contact.email) > 255 then 'Email too long'
            when argument = 'email' then 'Invalid email address'
            when char_length(btrim(correct_contact.phone)) > 20 then 'Phone number too long'
            else 'Phone number must be at least 10 digits'
          end
        );
    end;
    select leads.* into corrected from public.leads where id = opened.lead_id;
    event_id := private.write_sellers_event(opened, 'contact_corrected', '{}', correct_contact.request_id);
    perform private.write_former_contact(event_id, former, corrected);
    perform private.mail_firm(opened.lead_id, event_id);

    if opened.lead_id <> opened.case_id then
      select leads.* into merged from public.leads where id = opened.case_id;
      update public.leads
      set
        phone = case
          when private.phone_key(leads.phone) = private.phone_key(former.phone) then corrected.phone else leads.phone
        end,
        email = case when lower(leads.email) = lower(former.email) then corrected.email else leads.email end
      where id = opened.case_id
      returning leads.* into corrected;
      if (merged.phone, merged.email) is distinct from (corrected.phone, corrected.email) then
        perform private.write_former_contact(
          desk_private.write_event(null, opened.case_id, 'contact_corrected', '{}'), merged, corrected
        );
      end if;
    end if;
    update desk_private.cases set changed_at = clock_timestamp() where lead_id = opened.case_id;
  end if;
  return private.enquiry_json(opened);
end;
$$;

-- Stores the hash of a read-only key, which the page has made and shows only once. Up to three such keys work at a
-- time.
create function seller.share(key text, request_id uuid, key_hash text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  opened constant private.opened_enquiry := private.use_enquiry_key(share.key, true);
  number int;
begin
  if opened.lead_id is null then
    return private.no_such_link();
  end if;
  if private.begin_sellers_change(opened, share.request_id, 'seller.share', jsonb_build_array(share.key_hash)) then
    perform desk_private.require(
      (
        select count(*) < 3 from private.enquiry_keys as keys
        where keys.lead_id = opened.lead_id and made_for = 'shared' and ends_at > now()
      ),
      'share', 'Three people have a link already. End one of their links first.'
    );
    select coalesce(max((facts ->> 'share_number')::int4), 0) + 1 into number
    from desk_private.events where lead_id = opened.case_id and kind = 'shared';
    perform private.add_enquiry_key(share.key_hash, opened.lead_id, 'shared', number);
    perform private.write_sellers_event(
      opened, 'shared', jsonb_build_object('share_number', number), share.request_id
    );
  end if;
  return private.enquiry_json(opened);
end;
$$;

-- Ends a read-only key.
create function seller.end_share(key text, request_id uuid, share_number int)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  opened constant private.opened_enquiry := private.use_enquiry_key(end_share.key, true);
begin
  if opened.lead_id is null then
    return private.no_such_link();
  end if;
  if private.begin_sellers_change(opened, end_share.request_id, 'seller.end_share', jsonb_build_array(end_share.share_number)) then
    delete from private.enquiry_keys
    where lead_id = opened.lead_id and made_for = 'shared' and enquiry_keys.share_number = end_share.share_number;
    perform desk_private.require(found, 'share_number', 'This link has ended already.');
    perform private.write_sellers_event(
      opened, 'share_ended', jsonb_build_object('share_number', end_share.share_number), end_share.request_id
    );
  end if;
  return private.enquiry_json(opened);
end;
$$;

-- Closes the case as withdrawn by the seller, and asks not to be called. A sale whose missives are concluded binds both
-- sides: its case stays open, and staff see what the seller wants.
create function seller.stop(key text, request_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  opened constant private.opened_enquiry := private.use_enquiry_key(stop.key, true);
  former desk_private.stage;
  event_id pg_catalog.int8;
begin
  if opened.lead_id is null then
    return private.no_such_link();
  end if;
  if private.begin_sellers_change(opened, stop.request_id, 'seller.stop', '[]') then
    event_id := private.write_sellers_event(opened, 'seller_stopped', '{}', stop.request_id);
    update desk_private.cases
    set do_not_call = true, version = version + 1, changed_at = clock_timestamp()
    where lead_id = opened.case_id
    returning stage into former;
    perform private.cancel_seller_mails(array[opened.lead_id, opened.case_id]);
    perform private.mail_firm(opened.lead_id, event_id);
    if former < 'missives_concluded' then
      perform desk_private.move(null, opened.case_id, 'closed', 'seller_withdrew');
    elsif former <> 'closed' then
      perform private.put_case_into_now(opened.case_id);
    end if;
  end if;
  return private.enquiry_json(opened);
end;
$$;

-- Erases the seller's lead, as the desk does: with everything that anybody has typed about it, and its keys. A lead that
-- it was merged into stays, with a record for the staff, because it may be of somebody else.
create function seller.erase(key text, request_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  opened constant private.opened_enquiry := private.use_enquiry_key(erase.key, true);
  held date;
  is_bought boolean;
begin
  if opened.lead_id is null then
    -- The key was deleted with the lead, so a repeated request is recognised by its id.
    if exists (
      select from desk_private.events
      where events.request_id = erase.request_id and kind = 'erased' and facts ->> 'reason_code' = 'seller_asked'
    ) then
      return jsonb_build_object('erased', true);
    end if;
    return private.no_such_link();
  end if;
  if not desk_private.begin_request(
    erase.request_id, 'seller.erase', null, null, jsonb_build_array(opened.lead_id)
  ) then
    return jsonb_build_object('erased', true);
  end if;
  select max(hold_until), bool_or(reached = 'settled') into held, is_bought
  from desk_private.cases
  where lead_id in (opened.lead_id, opened.case_id) and private.is_case_held(lead_id);
  if held is not null then
    raise sqlstate 'PT423' using
      message = format(
        'We have to keep this until %s, because %s',
        to_char(held, 'FMDD FMMonth YYYY'),
        case
          when is_bought then 'we bought the house and must keep our records of it for six years.'
          else 'something about it is not settled yet. Please ring or write to us: we will tell you what it is.'
        end
      ),
      detail = held::pg_catalog.text,
      hint = 'held';
  end if;
  if opened.lead_id <> opened.case_id then
    perform desk_private.lock_case(opened.case_id);
    perform private.put_case_into_now(opened.case_id);
    perform private.write_sellers_event(opened, 'seller_erased', '{}', null);
  end if;
  perform private.erase_leads(array[opened.lead_id], 'seller_asked', null, erase.request_id);
  -- Tells our server which lead was erased. The server then deletes the mails about it that it has written to files.
  perform set_config('seller.erased', opened.lead_id::pg_catalog.text, true);
  return jsonb_build_object('erased', true);
end;
$$;

-- Mails a new link to the address of an enquiry. The answer is the same whether or not there is one. If the address has
-- several enquiries, the link is that of the latest.
create function seller.send_new_link(email text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  mailbox constant pg_catalog.text := lower(btrim(left(send_new_link.email, 255)));
  wanted pg_catalog.uuid;
begin
  perform private.limit_caller('new link', 3, interval '1 hour');
  perform desk_private.adopt_new();
  select leads.id into wanted
  from desk_private.cases
  join public.leads on leads.id = cases.lead_id
  where email_key = mailbox and not is_suspect
  order by received_at desc, leads.id
  limit 1;
  if wanted is not null and private.count_call('new link to ' || mailbox, 3, interval '1 day') is null then
    insert into private.seller_mails (lead_id, kind) values (wanted, 'new_link');
  end if;
  return jsonb_build_object('asked', true);
end;
$$;

-- The next functions are for staff at the desk.

-- Writes to the seller, who reads it on their page.
create function desk.reply(lead_id uuid, request_id uuid, body text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
  message constant pg_catalog.text := private.plain_text(reply.body);
begin
  if desk_private.begin_request(
    reply.request_id, 'desk.reply', reply.lead_id, me.user_id, jsonb_build_array(message)
  ) then
    perform desk_private.require_message(message);
    update desk_private.cases set asked_at = null, changed_at = clock_timestamp() where cases.lead_id = reply.lead_id;
    perform desk_private.write_text(
      desk_private.write_event(me.user_id, reply.lead_id, 'replied', '{}', reply.request_id),
      reply.lead_id, 'message', message
    );
  end if;
  return desk_private.lead(reply.lead_id);
end;
$$;

-- Stores a key that the desk has made, for a link that a member of staff sends to the seller.
create function desk.make_link(lead_id uuid, request_id uuid, key_hash text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
begin
  if desk_private.begin_request(
    make_link.request_id, 'desk.make_link', make_link.lead_id, me.user_id, jsonb_build_array(make_link.key_hash)
  ) then
    perform private.add_enquiry_key(make_link.key_hash, make_link.lead_id, 'desk');
    perform desk_private.write_event(me.user_id, make_link.lead_id, 'link_made', '{}', make_link.request_id);
  end if;
  return desk_private.lead(make_link.lead_id);
end;
$$;

-- Ends all links that open this case, also those of leads that were merged into it, and those in mails that wait.
create function desk.end_links(lead_id uuid, request_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
  lead_ids pg_catalog.uuid[];
  ended int;
begin
  if desk_private.begin_request(
    end_links.request_id, 'desk.end_links', end_links.lead_id, me.user_id, '[]'
  ) then
    lead_ids := array(
      select cases.lead_id from desk_private.cases
      where cases.lead_id = end_links.lead_id or duplicate_of = end_links.lead_id
    );
    perform private.cancel_seller_mails(lead_ids);
    delete from private.enquiry_keys as keys where keys.lead_id = any (lead_ids);
    get diagnostics ended = row_count;
    perform desk_private.write_event(
      me.user_id, end_links.lead_id, 'links_ended', jsonb_build_object('links', ended), end_links.request_id
    );
  end if;
  return desk_private.lead(end_links.lead_id);
end;
$$;

-- Mails the seller that the firm has tried to reach them ('tried'), or that an offer is on their page ('offer').
create function desk.mail_seller(lead_id uuid, request_id uuid, mail text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
  work desk_private.cases;
begin
  if desk_private.begin_request(
    mail_seller.request_id, 'desk.mail_seller', mail_seller.lead_id, me.user_id, jsonb_build_array(mail_seller.mail)
  ) then
    select cases.* into work from desk_private.cases where cases.lead_id = mail_seller.lead_id;
    perform desk_private.require(mail_seller.mail in ('tried', 'offer'), 'mail', 'There is no such mail.');
    perform desk_private.require(work.email_key is not null, 'mail', 'This lead has no e-mail address.');
    perform desk_private.require(not work.is_suspect, 'mail', 'A suspect lead gets no mail: mark it as not spam first.');
    perform desk_private.require(work.stage <> 'closed', 'mail', 'This case is closed.');
    perform desk_private.require(
      mail_seller.mail = 'tried'
      or coalesce(desk_private.offer_stands(desk_private.latest_offer(mail_seller.lead_id)), false),
      'mail', 'No offer stands.'
    );
    perform desk_private.require(
      not exists (
        select from private.seller_mails as mails
        where mails.lead_id = mail_seller.lead_id and kind = mail_seller.mail and sent_at is null
      ),
      'mail', 'This mail is waiting to be sent already.'
    );
    insert into private.seller_mails (lead_id, kind) values (mail_seller.lead_id, mail_seller.mail);
    update desk_private.cases set changed_at = clock_timestamp() where cases.lead_id = mail_seller.lead_id;
    perform desk_private.write_event(
      me.user_id, mail_seller.lead_id, 'seller_mailed', jsonb_build_object('mail', mail_seller.mail),
      mail_seller.request_id
    );
  end if;
  return desk_private.lead(mail_seller.lead_id);
end;
$$;
