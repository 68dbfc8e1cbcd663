-- What members of staff are told of while the desk is closed: one row for each thing to tell, written in the transaction in
-- which it happened, and one for each device that is told of it (docs/decisions/0036-the-desk-tells-phones.md).

create table desk.alerts (
  event_id bigint not null references desk.events (id),
  kind text not null,
  lead_id uuid not null references public.leads (id) on delete cascade,
  due_at timestamptz not null default now(),
  told_at timestamptz,
  primary key (event_id, kind),
  constraint alerts_kind_known check (kind in ({{ALERTS}}))
);
comment on table desk.alerts is 'What staff are to be told of, once each.';
comment on column desk.alerts.due_at is 'The rule in server/desk/push/tell.ts says whether it is still to be told then.';
comment on column desk.alerts.told_at is 'When it was decided who is told. Null until then.';

create index alerts_due_idx on desk.alerts (due_at) where told_at is null;
create index alerts_lead_id_idx on desk.alerts (lead_id);

create table desk.pushes (
  id bigint generated always as identity primary key,
  event_id bigint,
  kind text not null,
  day date,
  device_id uuid not null references desk_auth.devices (id) on delete cascade,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  next_attempt_at timestamptz default now(),
  attempts int not null default 0,
  begun_at timestamptz,
  ended_at timestamptz,
  outcome text,
  constraint pushes_once unique (event_id, kind, device_id),
  constraint pushes_once_a_day unique (device_id, kind, day),
  constraint pushes_alert_fkey foreign key (event_id, kind) references desk.alerts (event_id, kind) on delete cascade,
  constraint pushes_kind_known check (event_id is not null or kind in ({{OWNER_ALERTS}})),
  constraint pushes_outcome_known check (outcome in ({{PUSH_OUTCOMES}})),
  constraint pushes_ended_with_outcome check ((ended_at is null) = (outcome is null))
);
comment on table desk.pushes is
  'The queue of Web Push messages: one for each alert and device. Without an event, it tells an owner of a fault, or is a test.';
comment on column desk.pushes.day is 'Of a fault, of which a device is told once a day at most, however many servers there are.';
comment on column desk.pushes.next_attempt_at is
  'Null while a server sends it, and from then on unless the push service has refused it for now. So none is sent twice, also if that server is killed.';

create index pushes_due_idx on desk.pushes (next_attempt_at) where ended_at is null;
-- Every request for the server's metrics counts these rows.
create index pushes_not_sent_idx on desk.pushes (begun_at) where outcome is distinct from 'sent';
