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
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  ends_at timestamptz not null default now() + interval '180 days',

  constraint enquiry_keys_made_for_known check (made_for in ('sender', 'mail', 'desk', 'shared')),
  constraint enquiry_keys_shared_with_number check ((made_for = 'shared') = (share_number is not null))
);
comment on table desk.enquiry_keys is
  'The keys that open the seller''s page of a lead. A key that the seller or the desk ends has its end in ends_at.';
comment on column desk.enquiry_keys.ends_at is '180 days after its last use, or when it was ended.';
comment on column desk.enquiry_keys.share_number is 'The number under which the seller sees a read-only key; null for all other keys.';

create index enquiry_keys_lead_id_idx on desk.enquiry_keys (lead_id);

-- How often somebody has done something lately: a network its calls of the seller's page, a mailbox its mails. Unlogged, so
-- that no call waits for the disk because of a count. A crash loses some minutes of counting.
create unlogged table desk.call_counts (
  key bytea primary key,
  ends_at timestamptz not null,
  counted_at timestamptz[] not null
);
comment on table desk.call_counts is 'The server deletes ended rows every minute.';
comment on column desk.call_counts.key is 'A keyed hash of what is counted, never an address.';

-- The second queue: mails of the seller's own page. The mails to the seller say that the firm has the enquiry
-- ('received'), that it has tried to reach the seller ('tried'), that an offer is on the page ('offer'), or have a new
-- link ('new_link'). The mails to the firm say what the seller has asked or answered ('asked'). Each mail to the seller
-- has a link with its own key.
create table desk.seller_mails (
  id bigint generated always as identity primary key,
  lead_id uuid not null references public.leads (id) on delete cascade,
  kind text not null,
  -- No foreign key, because the table of events belongs to the desk, and no event is ever deleted.
  event_id bigint,
  made_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  attempts int not null default 0,
  is_claimed boolean not null default false,
  finished_at timestamptz,
  error_code text,
  sent_at timestamptz,
  cancelled_at timestamptz,
  key_hash bytea,

  constraint seller_mails_kind_known check (kind in ('received', 'tried', 'offer', 'new_link', 'asked')),
  constraint seller_mails_asked_with_event check ((kind = 'asked') = (event_id is not null))
);
comment on table desk.seller_mails is 'The mails of the seller''s page, to the seller and to the firm. Pending while sent_at is null.';
comment on column desk.seller_mails.event_id is 'What the seller asked: desk.events.id.';
comment on column desk.seller_mails.next_attempt_at is
  'When a sender may take it: in the future while one is at work (a lease) or after a failure (back-off).';
comment on column desk.seller_mails.attempts is 'How often a sender has taken the mail. The number also identifies the lease.';
comment on column desk.seller_mails.is_claimed is 'A sender has taken the mail and has not finished yet, or was killed.';
comment on column desk.seller_mails.error_code is 'The code of the latest failure; null before the first one, and when the mail was sent.';
comment on column desk.seller_mails.key_hash is 'The key in the mail that the latest attempt sends.';

create index seller_mails_lead_id_idx on desk.seller_mails (lead_id, kind, id);

create unique index seller_mails_received_once on desk.seller_mails (lead_id) where kind = 'received';

create index seller_mails_pending_idx on desk.seller_mails (next_attempt_at)
where sent_at is null and cancelled_at is null;

-- The feed of the desk looks for the attempts that have just finished.
create index seller_mails_finished_at_idx on desk.seller_mails (finished_at);

-- What the key of the present call opens: its lead, and the case that staff have merged the lead into. The hash of the key
-- is in a setting of the transaction. So a statement that is smuggled into the seller's login sees nothing without a key,
-- and one enquiry with it.
--
-- Security definer (runs with its owner's privileges): the rows that it reads are hidden by policies that call it.
create function desk.opened_leads()
returns uuid[]
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select array_agg(distinct lead_id)
  from (
    select unnest(array[keys.lead_id, cases.duplicate_of]) as lead_id
    from desk.enquiry_keys as keys
    left join desk.cases on cases.lead_id = keys.lead_id
    where key_hash = decode(nullif(current_setting('seller.key_hash', true), ''), 'hex') and ends_at > now()
  ) as opened
  where lead_id is not null;
$$;
