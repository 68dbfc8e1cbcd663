-- The desk: the app in which the firm's staff work on leads. The schema `desk` has the functions that the app and the
-- operator call, and nothing else; `desk_private` has the tables. The functions run as their owner, because nobody who
-- signs in may use a table; each one that staff may call begins with the access check desk_private.me() below. Nobody
-- can call them until 20261127001500_ownership.sql.

create schema desk authorization leads_owner;
create schema desk_private authorization leads_owner;
comment on schema desk is 'The functions of the staff''s app: all that the API shows of it.';
comment on schema desk_private is 'What those functions work on. The API does not expose it.';

create table desk_private.staff (
  user_id uuid primary key,
  name text not null,
  role text not null,
  active boolean not null default true,
  added_at timestamptz not null default now(),
  constraint staff_name_length check (char_length(name) between 1 and 100),
  constraint staff_role_known check (role in ('owner', 'staff'))
);

comment on table desk_private.staff is 'Who may work at the desk. Nobody is ever deleted: their name stands in the record of what was done.';
comment on column desk_private.staff.user_id is 'The subject of their session: on a Supabase, auth.users.id.';

alter table desk_private.staff enable row level security;
create policy "Nobody but the owner sees the staff"
on desk_private.staff for all to public using (false);

create table desk_private.settings (
  only_row boolean primary key default true,
  allows_trial boolean not null default false,
  adopted_at timestamptz not null default '-infinity',
  confirms_enquiries boolean not null default true,
  constraint settings_only_row check (only_row)
);

comment on table desk_private.settings is 'One row.';
comment on column desk_private.settings.allows_trial is
  'Whether the one-time link of a trial on this machine is enough to sign in, without a second factor.';
comment on column desk_private.settings.adopted_at is 'When all leads were last searched for some without a row in cases.';
comment on column desk_private.settings.confirms_enquiries is
  'Whether the sender of a valuation form gets a mail that confirms it. An operator turns this off with a statement.';

insert into desk_private.settings default values;

alter table desk_private.settings enable row level security;
create policy "Nobody but the owner sees or sets the settings of the desk"
on desk_private.settings for all to public using (false);

-- The time of the session's latest strong sign-in: by a passkey, by an authenticator app at aal2 (Supabase's level for
-- two factors), or, where it is allowed, by the link of a trial (the desk on the operator's own machine, without a mail
-- server). Null if there was none; a code by e-mail does not count.
create function desk_private.signed_in_at(claims jsonb)
returns timestamptz
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select max(to_timestamp((entry ->> 'timestamp')::double precision))
  from jsonb_array_elements(case jsonb_typeof(claims -> 'amr') when 'array' then claims -> 'amr' else '[]' end) as entry
  where jsonb_typeof(entry -> 'timestamp') = 'number'
    and (
      entry ->> 'method' = 'passkey'
      or (entry ->> 'method' in ('totp', 'mfa/totp') and claims ->> 'aal' = 'aal2')
      or (entry ->> 'method' = 'trial' and (select allows_trial from desk_private.settings))
    );
$$;

-- The claims of the session token, which PostgREST or our server has verified; {} for a request without a session.
create function desk_private.claims()
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::pg_catalog.jsonb;
$$;

-- The access check. Returns the caller: an active member of staff with a strong sign-in within the last twelve hours.
-- Anybody else is refused with the status 403: PostgREST answers an error PTxyz with the status xyz. The hint is a code
-- for the app.
create function desk_private.me()
returns desk_private.staff
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  claims constant pg_catalog.jsonb := desk_private.claims();
  signed_in_at constant pg_catalog.timestamptz := desk_private.signed_in_at(claims);
  me desk_private.staff;
begin
  if claims ->> 'sub' is null then
    raise sqlstate 'PT403' using message = 'Nobody is signed in.', hint = 'no_session';
  end if;
  select staff.* into me from desk_private.staff where user_id::pg_catalog.text = claims ->> 'sub' and active;
  if not found then
    raise sqlstate 'PT403' using message = 'This account is not on the staff.', hint = 'not_staff';
  end if;
  if signed_in_at is null then
    raise sqlstate 'PT403' using
      message = 'A passkey or an authenticator app is needed.', hint = 'second_factor';
  end if;
  if signed_in_at <= now() - interval '12 hours' then
    raise sqlstate 'PT403' using message = 'The sign-in is too long ago.', hint = 'too_old';
  end if;
  return me;
end;
$$;

-- The access check for functions that only an owner may call.
create function desk_private.me_as_owner()
returns desk_private.staff
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
begin
  if me.role <> 'owner' then
    raise sqlstate 'PT403' using message = 'Only an owner may do this.', hint = 'owner_only';
  end if;
  return me;
end;
$$;

-- Refuses a call with the status 422 and the message if the condition is not true. The hint names the invalid argument.
create function desk_private.require(is_right boolean, argument text, message text)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if is_right is not true then
    raise sqlstate 'PT422' using message = require.message, hint = argument;
  end if;
end;
$$;

-- A member of staff as {id, name}; null if there is none with this id.
create function desk_private.staff_json(user_id uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('id', staff.user_id, 'name', name)
  from desk_private.staff
  where staff.user_id = staff_json.user_id;
$$;

-- Who is signed in, and who else is on the staff.
create function desk.me()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me constant desk_private.staff := desk_private.me();
  claims constant pg_catalog.jsonb := desk_private.claims();
  signed_in_at constant pg_catalog.timestamptz := desk_private.signed_in_at(claims);
begin
  return jsonb_build_object(
    'id', me.user_id,
    'name', me.name,
    'role', me.role,
    'email', claims ->> 'email',
    'trial', exists (
      select from jsonb_array_elements(claims -> 'amr') as entry where entry ->> 'method' = 'trial'
    ),
    'staff', (
      select jsonb_agg(desk_private.staff_json(user_id) order by name, user_id) from desk_private.staff where active
    ),
    'signed_in_at', signed_in_at,
    'signed_in_until', signed_in_at + interval '12 hours'
  );
end;
$$;

-- The next functions are for the operator (`npm run staff`, or the secret key of a Supabase) and for our server. They do
-- not check who is signed in: the grants in 20261127001500_ownership.sql say who may call them.

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
  -- Locked as in end_staff, because no owner would be left if two owners became staff at the same time.
  lock table desk_private.staff in share row exclusive mode;
  perform desk_private.require(
    add_staff.role = 'owner'
    or not exists (select from desk_private.staff where staff.user_id = add_staff.user_id and active and staff.role = 'owner')
    or exists (select from desk_private.staff where staff.user_id <> add_staff.user_id and active and staff.role = 'owner'),
    'role', 'The last owner stays an owner: add another one first.'
  );
  insert into desk_private.staff (user_id, name, role)
  values (add_staff.user_id, btrim(add_staff.name), add_staff.role)
  on conflict on constraint staff_pkey do update
  set name = excluded.name, role = excluded.role, active = true;
  perform desk_private.write_event(
    null, null, 'staff_added', jsonb_build_object('user_id', add_staff.user_id, 'role', add_staff.role)
  );
  return desk_private.staff_json(add_staff.user_id);
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
  return desk_private.staff_json(end_staff.user_id);
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
