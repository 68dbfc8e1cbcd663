-- Clearer descriptions of some tables and columns. That of error_code was wrong: it is also null while an attempt is
-- under way.

comment on table private.delivery_attempts is
  'Each attempt to send a mail. finished_at is null while the attempt is under way, or if its sender was killed.';
comment on column private.delivery_attempts.error_code is
  'Null if the mail was sent, and while finished_at is null. UNANSWERED: the mail server had the whole message and did not answer.';

comment on table desk_private.cases is
  'The work on a lead: one row for each lead, written when the desk first reads the leads after it has arrived.';
comment on column desk_private.cases.promised_by is 'The time by which the firm has promised to be in touch.';
comment on column desk_private.cases.version is
  'Grows with every change. Whoever changes the case names the version that they saw, so that they cannot overwrite a change that they did not see.';
comment on column desk_private.cases.hold_until is 'Until the end of this day, the lead is neither erased nor deleted as expired.';
comment on column desk_private.events.request_id is
  'The id of the request that caused the event. If the same request comes again, its id is found here, and nothing is done.';
comment on table desk_private.offers is
  'One row for each offer, and one for each change of an offer. The row of a change names the row that it replaces. Rows are never changed or deleted. The event of a row has who made it and when; conditions and evidence are texts of that event.';
comment on column desk_private.settings.adopted_at is
  'When all leads were last searched for some without a row in cases.';
