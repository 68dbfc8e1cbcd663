-- The state of the mail about a lead. A mail that could not be sent is tried again until it is, however long that takes
-- (docs/decisions/0002-save-first-send-afterwards.md), so the state after a failure is now 'retrying', not 'refused'.
create or replace function desk_private.mail_state(lead_id uuid)
returns text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when sent_at is not null then 'sent'
    when (
      select error_code is not null from private.delivery_attempts
      where delivery_attempts.lead_id = notifications.lead_id
      order by id desc
      limit 1
    ) then 'retrying'
    else 'waiting'
  end
  from private.notifications
  where notifications.lead_id = mail_state.lead_id;
$$;
