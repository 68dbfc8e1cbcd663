-- Corrects two descriptions: error_code is also null while an attempt is under way.

comment on table private.delivery_attempts is
  'Each attempt to send a mail. finished_at is null while the attempt is under way, or if its sender was killed.';
comment on column private.delivery_attempts.error_code is
  'Null if the mail was sent, and while finished_at is null. UNANSWERED: the mail server had the whole message and did not answer.';
