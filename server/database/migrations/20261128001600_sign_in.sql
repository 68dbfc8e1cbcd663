-- Tables for the sign-in to the desk (the staff's app) on this server. A Supabase never gets them, because it has
-- Supabase Auth. These tables decide who gets a session token. The functions of the schema `desk` read the token and
-- decide what its bearer may do.
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
  user_id uuid not null references desk_auth.users on delete cascade,
  -- How and when the person signed in, in the format of the token's claim `amr`: [{"method", "timestamp"}].
  amr jsonb not null,
  -- How often the session was refreshed. The current refresh token contains this number.
  counter integer not null default 0,
  is_invited boolean not null default false,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now()
);
create index sessions_of_a_user on desk_auth.sessions (user_id);

comment on column desk_auth.sessions.is_invited is
  'Opened by a one-time link: it may register a key although the account has one already.';

create table desk_auth.codes (
  email text primary key,
  -- Null for an e-mail address without an account. Such an address gets a row too, so that the response time does not
  -- tell whether there is an account.
  user_id uuid references desk_auth.users on delete cascade,
  code_hash text not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);

create table desk_auth.links (
  user_id uuid primary key references desk_auth.users on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null
);

create table desk_auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references desk_auth.users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  friendly_name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_of_a_user on desk_auth.passkeys (user_id);

create table desk_auth.factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references desk_auth.users on delete cascade,
  friendly_name text not null,
  secret text not null,
  is_verified boolean not null default false,
  -- The TOTP time step of the last accepted code: no code of that step, or an earlier one, works again.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index factors_of_a_user on desk_auth.factors (user_id);

create table desk_auth.challenges (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('registration', 'authentication', 'totp')),
  user_id uuid references desk_auth.users on delete cascade,
  factor_id uuid references desk_auth.factors on delete cascade,
  challenge text,
  expires_at timestamptz not null default now() + interval '5 minutes'
);

-- Records that a key (a passkey or an authenticator app) was added. Returns the e-mail addresses to notify: the
-- person's and the owners'.
create function desk_auth.record_key(key_user_id uuid, key_kind text)
returns setof text
language plpgsql
-- Runs with its owner's rights: the role desk_auth has no other way to write events.
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform desk.add_key(key_user_id, key_kind);
  return query
    select users.email from desk_auth.users
    where users.id = key_user_id or exists (
      select from desk_private.staff
      where staff.user_id = users.id and staff.role = 'owner' and staff.active
    );
end;
$$;

alter function desk_auth.record_key(uuid, text) owner to leads_owner;
revoke execute on function desk_auth.record_key(uuid, text) from public;
grant execute on function desk_auth.record_key(uuid, text) to desk_auth;

do $$
declare
  name text;
begin
  foreach name in array array['users', 'sessions', 'codes', 'links', 'passkeys', 'factors', 'challenges'] loop
    execute format('alter table desk_auth.%I owner to leads_owner', name);
    execute format('alter table desk_auth.%I enable row level security', name);
    execute format(
      'create policy "The desk signs people in" on desk_auth.%I for all to desk_auth using (true) with check (true)', name
    );
    execute format('grant select, insert, update, delete on desk_auth.%I to desk_auth', name);
  end loop;
end;
$$;
grant usage on schema desk_auth to desk_auth;

-- The key that signs session tokens and hashes mail codes.
insert into private.secrets (name) values ('desk') on conflict do nothing;
