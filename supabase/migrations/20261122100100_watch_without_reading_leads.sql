-- A role for the health check. Until now, the health check used the role mailer, and so could read everything in a
-- lead. The new role sees when leads came in, which of them still wait for their mail, and the result of each attempt
-- to send it.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'leads_probe') then
    create role leads_probe nologin;
  end if;
end;
$$;
grant leads_probe to current_user;

create policy "The health check sees how old leads are"
on public.leads for select
to leads_probe
using (true);

create policy "The health check sees what waits"
on private.notifications for select
to leads_probe
using (true);

create policy "The health check sees what became of each attempt"
on private.delivery_attempts for select
to leads_probe
using (true);

grant usage on schema public, private to leads_probe;
grant select (id, created_at) on public.leads to leads_probe;
grant select (lead_id, sent_at) on private.notifications to leads_probe;
-- The attempts have times and error codes, and no personal data.
grant select on private.delivery_attempts to leads_probe;
