-- What became of the mail about a lead. A mail that could not be sent is tried again until it is, however long that takes
-- (decision 2), so none is ever refused for good: it is 'retrying', and the lead says when.
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
