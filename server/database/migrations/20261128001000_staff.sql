-- The desk: what becomes of a lead. Only our server has these tables, beside those of `supabase/migrations`, in its own
-- PostgreSQL or in that of a Supabase. The rules of what staff and sellers do are in TypeScript (server/cases,
-- server/seller); here is what the database refuses by itself. The names in double braces are lists of codes
-- (server/database/codes.ts).

-- desk works on leads for the staff; seller does what a seller asks on their own page. Neither can log in: the server's
-- logins become these roles (server/database/logins.ts).
do $$
declare
  name text;
begin
  foreach name in array array['desk', 'seller'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = name) then
      execute format('create role %I nologin', name);
    end if;
    execute format('grant %I to current_user', name);
  end loop;
end;
$$;

create schema desk authorization leads_owner;
comment on schema desk is 'The firm''s work on its leads.';

-- For the search. A Supabase has its extensions in the schema `extensions`.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

create table desk.staff (
  user_id uuid primary key,
  name text not null,
  role text not null,
  active boolean not null default true,
  added_at timestamptz not null default now(),
  told_of text[] not null default array[{{TOLD_OF}}],
  quiet_from time,
  quiet_to time,
  feed_hash bytea unique,
  feed_made_at timestamptz,
  weekly_mail boolean not null default false,
  constraint staff_name_length check (char_length(name) between 1 and 100),
  constraint staff_role_known check (role in ({{STAFF_ROLES}})),
  constraint staff_told_of_known check (told_of <@ array[{{TOLD_OF}}]),
  constraint staff_quiet_both check ((quiet_from is null) = (quiet_to is null))
);
comment on table desk.staff is 'Who may work at the desk. Nobody is ever deleted: their name stands in the record of what was done.';
comment on column desk.staff.user_id is 'Their account: desk_auth.users.id.';
comment on column desk.staff.feed_hash is
  'The SHA-256 of the key in the address of their calendar (server/cases/calendar-feed.ts). Null if they have none.';
comment on column desk.staff.told_of is 'Of what their devices are told.';
comment on column desk.staff.quiet_from is
  'From this time until quiet_to, in Europe/London, their devices are told of nothing. It may be over midnight.';
comment on column desk.staff.weekly_mail is 'Whether this owner gets the figures of the week by mail.';

create table desk.saved_replies (
  id uuid primary key,
  name text not null,
  body text not null,
  version int not null default 1,
  -- Has no index: staff are never deleted.
  saved_by uuid not null references desk.staff (user_id),
  saved_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint saved_replies_name_length check (char_length(name) between 1 and 60),
  constraint saved_replies_body_length check (char_length(body) between 1 and 2000)
);
comment on table desk.saved_replies is 'The firm''s own replies to sellers. They hold nothing about a person.';
comment on column desk.saved_replies.removed_at is 'When an owner deleted it at the desk.';

-- The last owner stays: nobody else could invite anybody. Of two owners who end each other at the same moment, the second
-- waits here, and then sees what the first has done.
create function desk.keep_an_owner()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(7201133);
  if not exists (select from desk.staff where active and role = 'owner') then
    raise 'The last owner stays an owner: invite another one first.'
    using errcode = 'PT422', hint = case when new.active then 'role' else 'user_id' end;
  end if;
  return null;
end;
$$;

create trigger keep_an_owner
after update of active, role on desk.staff
for each row when (old.active and old.role = 'owner' and not (new.active and new.role = 'owner'))
execute function desk.keep_an_owner();

create table desk.staff_mails (
  id bigint generated always as identity primary key,
  user_id uuid not null references desk.staff on delete cascade,
  kind text not null,
  day date,
  made_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  tries int not null default 0,
  sent_at timestamptz,
  cancelled_at timestamptz,
  constraint staff_mails_kind_known check (kind in ({{STAFF_MAILS}})),
  constraint staff_mails_once_a_day unique (user_id, kind, day)
);
comment on table desk.staff_mails is
  'The mails to staff: pending while sent_at and cancelled_at are null, and given up after a day (server/desk/staff-mails.ts).';
comment on column desk.staff_mails.day is
  'Of an alert and of the weekly mail, of which a person gets one a day at most, however many servers there are.';

create table desk.faults (
  kind text primary key,
  since timestamptz not null default now(),
  until timestamptz not null,
  constraint faults_kind_known check (kind in ({{FAULTS}}))
);
comment on table desk.faults is
  'What owners are told of, such as a failed backup. Each server looks twice a minute (server/operations/fault-watch.ts).';
comment on column desk.faults.until is 'In the past, it is mended: each look that finds the fault moves this 90 seconds ahead.';

create table desk.settings (
  only_row boolean primary key default true,
  allows_trial boolean not null default false,
  adopted_at timestamptz not null default '-infinity',
  confirms_enquiries boolean not null default true,
  remains_removed_at timestamptz not null default '-infinity',
  complaint_days int not null default 56,
  offer_terms jsonb,
  offer_terms_version int not null default 0,
  -- Has no index: staff are never deleted.
  offer_terms_saved_by uuid references desk.staff (user_id),
  offer_terms_saved_at timestamptz,
  constraint settings_complaint_days_limited check (complaint_days between 1 and 56),
  constraint settings_only_row check (only_row)
);
comment on table desk.settings is 'One row.';
comment on column desk.settings.allows_trial is
  'Whether the one-time link of a trial on this machine is enough to sign in, without a second factor.';
comment on column desk.settings.adopted_at is 'When all leads were last searched for some without a row in cases.';
comment on column desk.settings.confirms_enquiries is
  'Whether the sender of a valuation form gets a mail that confirms it. CONFIRM_ENQUIRIES turns this off.';
comment on column desk.settings.remains_removed_at is
  'The remains on the disk of everything that was erased before this time have been removed.';
comment on column desk.settings.complaint_days is
  'In how many days a complaint has its answer: eight weeks at most. Our server writes what the site says, when it starts.';

comment on column desk.settings.offer_terms is
  'The terms with which the form of each offer begins, as an owner has saved them; null before (server/cases/standing-terms.ts).';

insert into desk.settings default values;

-- The firm's opening hours. The deadline by which the firm must first contact a seller, and the time that the firm took
-- to do so, are worked out from them. When our server starts, it writes the hours that the site shows to
-- desk.opening_hours, and the site's special days to desk.special_days. Times are in Europe/London.

create table desk.opening_hours (
  weekday int not null,
  opens time not null,
  closes time not null,
  first_day date not null default '-infinity',
  last_day date not null default 'infinity',
  primary key (weekday, opens, first_day),
  constraint opening_hours_weekday_iso check (weekday between 1 and 7),
  constraint opening_hours_in_order check (opens < closes)
);
comment on table desk.opening_hours is
  'The periods in which the firm is open on each day of the week; 1 is Monday. New hours begin on their first day.';

insert into desk.opening_hours (weekday, opens, closes)
select weekday, '09:00', case weekday when 6 then '14:00'::time else '18:00' end from generate_series(1, 6) as weekday;

create table desk.special_days (
  day date primary key,
  is_open boolean not null
);
comment on table desk.special_days is
  'Days that the firm has chosen itself: further days on which it is closed, and bank holidays on which it is open.';
