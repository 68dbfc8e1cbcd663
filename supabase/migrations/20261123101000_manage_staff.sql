-- Functions that the operator and our server call. With them, the operator manages the staff (by `npm run staff`, or
-- with the secret key of a Supabase), and our server sets the opening hours. None of them checks who is signed in: the
-- grants in 20261123101100_open_the_desk.sql say who may call them.

create function desk.add_staff(user_id uuid, name text, role text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform desk_private.require(add_staff.user_id is not null, 'user_id', 'Give the account.');
  perform desk_private.require(
    char_length(btrim(add_staff.name)) between 1 and 100, 'name', 'Give a name of up to 100 characters.'
  );
  perform desk_private.require(add_staff.role in ('owner', 'staff'), 'role', 'A role is owner or staff.');
  insert into desk_private.staff (user_id, name, role)
  values (add_staff.user_id, btrim(add_staff.name), add_staff.role)
  on conflict on constraint staff_pkey do update
  set name = excluded.name, role = excluded.role, active = true;
  perform desk_private.write_event(
    null, null, 'staff_added', jsonb_build_object('user_id', add_staff.user_id, 'role', add_staff.role)
  );
  return desk_private.person(add_staff.user_id);
end;
$$;

-- Removes somebody from the staff: their requests are refused at once, and their open cases are unassigned.
create function desk.end_staff(user_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Locked, because no owner would be left if the last two were removed at the same time.
  lock table desk_private.staff in share row exclusive mode;
  perform desk_private.require(
    exists (select from desk_private.staff where staff.user_id = end_staff.user_id and active),
    'user_id', 'This person is not on the staff.'
  );
  perform desk_private.require(
    exists (select from desk_private.staff where staff.user_id <> end_staff.user_id and active and role = 'owner'),
    'user_id', 'The last owner stays: add another one first.'
  );
  update desk_private.staff set active = false where staff.user_id = end_staff.user_id;
  with released as (
    update desk_private.cases
    set assignee = null, version = version + 1, changed_at = clock_timestamp()
    where assignee = end_staff.user_id and stage <> 'closed'
    returning lead_id
  )
  insert into desk_private.events (lead_id, kind) select lead_id, 'released' from released;
  perform desk_private.write_event(null, null, 'staff_ended', jsonb_build_object('user_id', end_staff.user_id));
  return desk_private.person(end_staff.user_id);
end;
$$;

create function desk.list_staff()
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', user_id, 'name', name, 'role', role, 'active', active, 'added_at', added_at)
      order by name, user_id
    ),
    '[]'
  )
  from desk_private.staff;
$$;

-- Records that somebody can sign in with another passkey or authenticator app.
create function desk.add_key(user_id uuid, kind text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform desk_private.require(
    exists (select from desk_private.staff where staff.user_id = add_key.user_id), 'user_id', 'This person is not on the staff.'
  );
  perform desk_private.require(add_key.kind in ('passkey', 'totp'), 'kind', 'A key is a passkey or an authenticator app.');
  perform desk_private.write_event(add_key.user_id, null, 'key_added', jsonb_build_object('kind', add_key.kind));
end;
$$;

-- Sets whether a one-time link alone is enough to sign in. Only for a trial of the desk, which can be reached only from
-- the operator's own machine.
create function desk.set_trial(allowed boolean)
returns void
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  update desk_private.settings set allows_trial = allowed where allows_trial <> allowed;
$$;

-- Replaces all opening hours: [{"weekday": 1, "opens": "09:00", "closes": "18:00"}]; 1 is Monday. A day with a break
-- counts as one period. Deadlines that are already set (cases.promised_by) do not change.
create function desk.set_opening_hours(hours jsonb)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  lock table desk_private.opening_hours in share row exclusive mode;
  delete from desk_private.opening_hours;
  insert into desk_private.opening_hours (weekday, opens, closes)
  select weekday, min(opens), max(closes)
  from jsonb_to_recordset(hours) as given (weekday int, opens time, closes time)
  group by weekday;
end;
$$;
