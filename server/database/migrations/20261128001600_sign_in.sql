-- Tables for the sign-in to the desk (the staff's app): who has an account, with what they sign in, and who is signed in.
-- Only this server has them; the tables of leads are the product's own (supabase/migrations).
--
-- The role desk_auth signs people in, and the role desk, which works on leads, reads who is signed in. Neither may
-- delete: what has ended gets a time in ended_at, and the owner's job deletes it within a minute
-- (server/operations/retention.ts).
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'desk_auth') then
    create role desk_auth nologin;
  end if;
end;
$$;
grant desk_auth to current_user;

create schema desk_auth authorization leads_owner;

create table desk_auth.users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  name text not null,
  created_at timestamptz not null default now()
);

create table desk_auth.sessions (
  id uuid primary key default gen_random_uuid(),
  -- The SHA-256 of the token that the browser has in a cookie.
  token_hash text not null unique,
  user_id uuid not null references desk_auth.users on delete cascade,
  -- When the person last signed in in each way. A mailed code or a one-time link (code_at) alone does not open the desk;
  -- the link of a trial (trial_at) does, as long as trials are allowed.
  code_at timestamptz,
  passkey_at timestamptz,
  app_at timestamptz,
  trial_at timestamptz,
  is_invited boolean not null default false,
  -- Written at most once an hour.
  last_used_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_of_a_user on desk_auth.sessions (user_id);

comment on column desk_auth.sessions.is_invited is
  'Opened by a one-time link: it may register a key although the account has one already.';

create table desk_auth.codes (
  -- An e-mail address without an account gets the same row, so that the response time does not tell whether there is one.
  email text primary key,
  code_hash text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  ended_at timestamptz
);

create table desk_auth.links (
  user_id uuid primary key references desk_auth.users on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null,
  ended_at timestamptz
);

create table desk_auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references desk_auth.users on delete cascade,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  ended_at timestamptz
);
create unique index passkeys_by_credential on desk_auth.passkeys (credential_id) where ended_at is null;
create index passkeys_of_a_user on desk_auth.passkeys (user_id);

create table desk_auth.apps (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references desk_auth.users on delete cascade,
  secret text not null,
  -- The TOTP time step of the last accepted code: no code of that step, or an earlier one, works again.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  -- When its first code was accepted: only then does the app count.
  connected_at timestamptz,
  ended_at timestamptz
);
create unique index connected_app_of_a_user on desk_auth.apps (user_id) where connected_at is not null and ended_at is null;
create index apps_of_a_user on desk_auth.apps (user_id);

comment on table desk_auth.apps is 'Authenticator apps: an account has one at most.';

create table desk_auth.devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references desk_auth.users on delete cascade,
  session_id uuid not null references desk_auth.sessions on delete cascade,
  name text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  added_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index devices_by_endpoint on desk_auth.devices (endpoint) where ended_at is null;
create index devices_of_a_user on desk_auth.devices (user_id);
create index devices_of_a_session on desk_auth.devices (session_id);

comment on table desk_auth.devices is
  'Browsers that are told of leads by Web Push, each as long as its session. The browser''s maker has given endpoint and keys.';

create table desk_auth.challenges (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('registration', 'authentication')),
  user_id uuid references desk_auth.users on delete cascade,
  challenge text not null,
  expires_at timestamptz not null default now() + interval '5 minutes',
  ended_at timestamptz
);

-- Records that a key (a passkey or an authenticator app) was added. Returns the e-mail addresses to notify: the
-- person's and the owners'.
create function desk_auth.record_key(key_user_id uuid, key_kind text)
returns setof text
language plpgsql
-- Runs with its owner's rights, because desk_auth may write no other events.
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if key_kind not in ('passkey', 'app') then
    raise 'A key is a passkey or an authenticator app.' using errcode = '22023';
  end if;
  insert into desk.events (actor, kind, facts)
  values (key_user_id, 'key_added', jsonb_build_object('kind', key_kind));
  return query
    select users.email from desk_auth.users
    where users.id = key_user_id or exists (
      select from desk.staff
      where staff.user_id = users.id and staff.role = 'owner' and staff.active
    );
end;
$$;

alter function desk_auth.record_key(uuid, text) owner to leads_owner;
grant execute on function desk_auth.record_key(uuid, text) to desk_auth;

do $$
declare
  name text;
begin
  foreach name in array array['users', 'sessions', 'codes', 'links', 'passkeys', 'apps', 'devices', 'challenges'] loop
    execute format('alter table desk_auth.%I owner to leads_owner', name);
    execute format('alter table desk_auth.%I enable row level security', name);
    execute format(
      'create policy "The desk signs people in" on desk_auth.%I for all to desk_auth using (true) with check (true)', name
    );
    execute format('grant select on desk_auth.%I to desk_auth', name);
  end loop;
end;
$$;
grant usage on schema desk_auth to desk_auth;
grant insert on desk_auth.sessions, desk_auth.codes, desk_auth.passkeys, desk_auth.apps, desk_auth.challenges to desk_auth;
grant update (token_hash, app_at, last_used_at, ended_at) on desk_auth.sessions to desk_auth;
grant update (code_hash, tries, expires_at, ended_at) on desk_auth.codes to desk_auth;
grant update (ended_at) on desk_auth.links, desk_auth.challenges to desk_auth;
grant update (name, counter, last_used_at, ended_at) on desk_auth.passkeys to desk_auth;
grant update (last_step, connected_at, ended_at) on desk_auth.apps to desk_auth;
grant update (session_id) on desk_auth.devices to desk_auth;

-- Each call of the desk begins with the question who has sent it (server/desk/sign-in/require-member.ts).
create policy "Calls of the desk read who is signed in" on desk_auth.sessions for select to desk using (true);
create policy "Calls of the desk read who is signed in" on desk_auth.users for select to desk using (true);
grant usage on schema desk_auth to desk;
grant select on desk_auth.sessions to desk;
grant select (id, email) on desk_auth.users to desk;

create policy "The desk tells devices, and people add and remove their own" on desk_auth.devices for all to desk using (true);
grant select, insert, update (session_id, endpoint, p256dh, auth, ended_at) on desk_auth.devices to desk;

-- The key that signs the tokens of sessions and hashes mail codes.
insert into private.secrets (name) values ('desk') on conflict do nothing;
