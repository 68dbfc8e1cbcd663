-- Retention: deletes data that the firm no longer needs. Our server calls the function each day, with the numbers of
-- days from its environment variables. On a hosted Supabase, a cron job calls it:
--   select cron.schedule('delete-expired', '43 3 * * *', 'select private.delete_expired(365, 30, 30)');
--
-- The age of a lead counts from when it came in, that of a delivery attempt from its start; 0 days keeps the data for
-- ever. A lead that staff have marked as suspect is deleted after suspect_days, like other suspect leads. Two kinds of
-- lead are never deleted, however old they are: those whose mail has not been sent, because nobody at the firm may have
-- seen them, and those that staff have put on hold, for example during a sale or a complaint. Of two calls at the same
-- time, the second does nothing.
create function private.delete_expired(
  lead_days int,
  suspect_days int,
  attempt_days int,
  out deleted_leads int,
  out deleted_suspects int,
  out deleted_attempts int
)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  deleted_leads := 0;
  deleted_suspects := 0;
  deleted_attempts := 0;
  if not pg_try_advisory_xact_lock(7201128) then
    return;
  end if;

  if suspect_days > 0 then
    delete from public.leads
    where (
        suspect_reasons <> '{}'
        or exists (select from desk_private.cases where cases.lead_id = leads.id and is_suspect)
      )
      and created_at < now() - make_interval(days => suspect_days)
      and not private.is_held(id)
      and not exists (
        select from private.notifications where lead_id = leads.id and sent_at is null
      );
    get diagnostics deleted_suspects = row_count;
  end if;

  if lead_days > 0 then
    delete from public.leads
    where created_at < now() - make_interval(days => lead_days)
      and not private.is_held(id)
      and not exists (
        select from private.notifications where lead_id = leads.id and sent_at is null
      );
    get diagnostics deleted_leads = row_count;
  end if;

  -- Attempts for a mail that is not sent yet are kept: their number sets the delay of the next attempt.
  if attempt_days > 0 then
    delete from private.delivery_attempts
    using private.notifications
    where notifications.lead_id = delivery_attempts.lead_id
      and notifications.sent_at is not null
      and delivery_attempts.started_at < now() - make_interval(days => attempt_days);
    get diagnostics deleted_attempts = row_count;
  end if;
end;
$$;

comment on function private.delete_expired is
  'Deletes leads, suspect leads and delivery attempts that are older than these days; 0 keeps them.';
