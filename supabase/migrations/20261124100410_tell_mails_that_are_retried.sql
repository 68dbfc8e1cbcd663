-- The state of the mail about a lead. A mail that could not be sent is tried again until it is, however long that takes
-- (decision 2), so the state after a failure is 'retrying' instead of 'refused'; the lead has the time of the next try.
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
