-- The desk: the app in which the firm's staff work on leads. The schema `desk` has the functions that the app and the
-- operator call, and nothing else; `desk_private` has the tables. The functions run as their owner, because nobody who
-- signs in may use a table; each one that staff may call begins with the access check desk_private.me() below. Nobody
-- can call them until 20261123101100_open_the_desk.sql.

create schema desk authorization leads_owner;
create schema desk_private authorization leads_owner;
comment on schema desk is 'The functions of the staff''s app: all that the API shows of it.';
comment on schema desk_private is 'What those functions work on. The API does not expose it.';
revoke all on schema desk, desk_private from public, anon, authenticated;

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
  constraint settings_only_row check (only_row)
);

comment on table desk_private.settings is 'One row.';
comment on column desk_private.settings.allows_trial is
  'Whether the one-time link of a trial on this machine is enough to sign in, without a second factor.';
comment on column desk_private.settings.adopted_at is 'When all leads were last looked through for some without a case.';

insert into desk_private.settings default values;

alter table desk_private.settings enable row level security;
create policy "Nobody but the owner sees or sets the settings"
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
create function desk_private.person(user_id uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('id', staff.user_id, 'name', name)
  from desk_private.staff
  where staff.user_id = person.user_id;
$$;

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
      select jsonb_agg(desk_private.person(user_id) order by name, user_id) from desk_private.staff where active
    ),
    'signed_in_at', signed_in_at,
    'signed_in_until', signed_in_at + interval '12 hours'
  );
end;
$$;
