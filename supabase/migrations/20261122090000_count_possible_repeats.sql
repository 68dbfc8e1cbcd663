-- Marks delivery attempts after which the firm may have the same mail twice: the outcome of an earlier attempt is
-- unknown, because the process that sent the mail was killed, or because the mail server did not reply after it had the
-- whole message. The mark is written before the mail is sent, so that it is not lost if the process is killed.

alter table private.delivery_attempts add column may_be_repeat boolean not null default false;

comment on column private.delivery_attempts.may_be_repeat is
  'An earlier attempt for this lead has no known end, so its mail may have arrived too.';
comment on column private.delivery_attempts.error_code is
  'Null when it was sent. UNANSWERED: the mail server had the whole message and did not say what became of it.';

-- Every request for the server's metrics counts these rows.
create index delivery_attempts_may_be_repeat_idx on private.delivery_attempts (lead_id) where may_be_repeat;

grant insert (may_be_repeat) on private.delivery_attempts to mailer;
