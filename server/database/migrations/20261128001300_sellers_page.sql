-- The keys to the seller's own page. A key is 32 random bytes, written as 43 characters
-- of base64url. The link has it after the `#`. The database stores only the SHA-256 of the 43 characters, so nobody who
-- reads the database can open a page.
--
-- The browser that sends a lead makes a key first, and passes its hash in the request header x-enquiry-key-hash. The hash
-- is in the lead's notification until the lead gets its case, because a row of its own would cost each lead more
-- (docs/decisions/0029-the-sellers-page.md). Other keys are made for a mail to the seller, at the desk, and by the seller
-- for read-only links.
create table desk.enquiry_keys (
  key_hash bytea primary key,
  lead_id uuid not null references public.leads (id) on delete cascade,
  made_for text not null,
  share_number int,
  undoes_event_id bigint,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- Each use extends it. A key that staff or the seller have ended has '-infinity' (server/cases/links.ts).
  ends_at timestamptz not null default now() + interval '180 days',
  address_hash bytea,
  confirmed_at timestamptz,
  wrong_tries int not null default 0,

  constraint enquiry_keys_made_for_known check (made_for in ('sender', 'mail', 'desk', 'shared')),
  constraint enquiry_keys_shared_with_number check ((made_for = 'shared') = (share_number is not null)),
  constraint enquiry_keys_mail_with_address check ((made_for = 'mail') = (address_hash is not null))
);
comment on table desk.enquiry_keys is
  'The keys that open the seller''s page of a lead. A key that the seller or the desk ends has its end in ends_at.';
comment on column desk.enquiry_keys.ends_at is '180 days after its last use, or when it was ended.';
comment on column desk.enquiry_keys.share_number is 'The number under which the seller sees a read-only key; null for all other keys.';
comment on column desk.enquiry_keys.undoes_event_id is
  'The change of the contact details (desk.events.id) that the key in a mail to the former address undoes within seven days.';
comment on column desk.enquiry_keys.address_hash is 'The address that a mail''s key was sent to, as in desk.refused_addresses.';
comment on column desk.enquiry_keys.confirmed_at is
  'When the last four digits of the seller''s number were entered. Until then, a mail''s key opens only where things stand.';
comment on column desk.enquiry_keys.wrong_tries is 'How often other digits were entered. The fifth time ends the key.';

create index enquiry_keys_lead_id_idx on desk.enquiry_keys (lead_id);

-- The addresses whose owners have said that an enquiry is not theirs. Nothing here names a lead, so that a refusal outlives
-- the lead's erasure, and holds for the next lead with the address.
create table desk.refused_addresses (
  address_hash bytea primary key,
  refused_at timestamptz default now()
);
comment on table desk.refused_addresses is 'No mail to a seller goes to these addresses.';
comment on column desk.refused_addresses.address_hash is 'A keyed hash of the mailbox (server/cases/refused-addresses.ts).';
comment on column desk.refused_addresses.refused_at is 'Null if staff have allowed mails to the address again.';

-- When a network has lately asked for new links, and when a mailbox was lately sent a mail. Unlogged, so that no call waits
-- for the disk because of a count. A crash loses some minutes of counting.
create unlogged table desk.mail_counts (
  key bytea primary key,
  ends_at timestamptz not null,
  counted_at timestamptz[] not null
);
comment on table desk.mail_counts is 'The server deletes ended rows every minute.';
comment on column desk.mail_counts.key is 'A keyed hash of what is counted, never an address.';

-- How far the mailbox with the sellers' answers was read. Changed in the transaction that takes a mail, so that each mail is
-- taken once (server/inbox/place.ts).
create table desk.mailboxes (
  name text primary key,
  uid_validity bigint not null,
  last_uid bigint not null,
  waiting jsonb not null default '{}'
);
comment on table desk.mailboxes is 'Up to which mail each mailbox was read.';
comment on column desk.mailboxes.last_uid is 'Up to this mail, all were begun.';
comment on column desk.mailboxes.waiting is
  'Those of them that are not done with, by UID: when they were first begun, and when they are due again.';
comment on column desk.mailboxes.uid_validity is 'The mail server''s number of this numbering of the mails (UIDVALIDITY).';

-- The mails of the seller's page are further kinds in the queue.
-- To the seller: staff have answered ('replied'), the firm has the enquiry ('received'), it has tried to reach the seller
-- ('tried'), an offer is on the page ('offer'), an entry for the calendar ('date'), new links ('new_link').
-- To the seller's former address: the contact details were changed ('contact_changed').
-- To the firm: what the seller has asked or answered ('asked').
alter table private.notifications
-- What the seller asked or changed, or the last answer that the mail tells: desk.events.id. No foreign key, because no
-- event is ever deleted.
add column event_id bigint,
-- When the seller had read on their page all that the mail tells.
add column read_at timestamptz,
add constraint notifications_kind_known check (kind in ({{MAIL_KINDS}})),
add constraint notifications_with_event check ((kind in ('asked', 'replied', 'date', 'contact_changed')) = (event_id is not null));

-- Queues the confirmation of an enquiry when the firm's mail about it was sent: in the same transaction, so that no
-- confirmation is lost with its sender, and the firm's mail always comes first. Whether it is sent is decided then
-- (server/seller/mails.ts).
--
-- Security definer (runs with its owner's privileges): the mailer may queue nothing. An error must not keep the queue from
-- recording that the firm's mail was sent.
create function desk.queue_confirmation()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into private.notifications (lead_id, kind)
  select id, 'received' from public.leads where id = new.lead_id and email is not null
  on conflict do nothing;
  return null;
exception
  when others then
    raise warning 'The sender of a lead gets no confirmation: %', sqlerrm;
    return null;
end;
$$;

create trigger queue_confirmation
after update of sent_at on private.notifications
for each row when (new.kind = 'lead' and old.sent_at is null and new.sent_at is not null and not new.in_digest)
execute function desk.queue_confirmation();

-- The hash of the key of the present call.
create function desk.key_of_call()
returns bytea
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select decode(nullif(current_setting('seller.key_hash', true), ''), 'hex');
$$;

-- The lead that the key of the present call opens. The hash of the key is in a setting of the transaction. So a statement
-- that is smuggled into the seller's login sees nothing without a key, and one enquiry with it. If staff have merged the
-- lead into another one, the key opens nothing of that one: somebody else may have sent it. A mail may have gone to a
-- mistyped address, so its key opens nothing before it is confirmed.
--
-- Security definer (runs with its owner's privileges): the rows that it reads are hidden by policies that call it.
create function desk.opened_lead()
returns uuid
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select lead_id from desk.enquiry_keys
  where key_hash = desk.key_of_call() and ends_at > now() and (made_for <> 'mail' or confirmed_at is not null);
$$;

-- Whether the key of the present call is a mail's, and has not been confirmed. What it may do is then the desk login's work
-- (server/seller/unconfirmed.ts).
--
-- Security definer (runs with its owner's privileges): the policies hide the row.
create function desk.is_unconfirmed()
returns boolean
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from desk.enquiry_keys
    where key_hash = desk.key_of_call() and ends_at > now() and made_for = 'mail' and confirmed_at is null
  );
$$;

-- The leads of this key that have no case yet. The hash of a sender's key is in the lead's mail until the lead gets its
-- case. The browser makes a key for each lead, so there are several only if somebody sends many leads on purpose.
--
-- Security definer (runs with its owner's privileges): the key opens nothing before there is a case.
create function desk.leads_without_case()
returns setof uuid
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select lead_id
  from (
    select lead_id from private.notifications where key_hash = desk.key_of_call()
    union
    select lead_id from desk.enquiry_keys where key_hash = desk.key_of_call() and ends_at > now()
  ) as found
  where not exists (select from desk.cases where cases.lead_id = found.lead_id)
  limit 10;
$$;
