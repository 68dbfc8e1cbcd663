-- The role of the health check, which was the mailer's, who reads whole leads. It sees when leads came in, which of
-- them still wait for their mail, and what became of each attempt to send it.
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
-- Times and error codes; nothing in it is a person's.
grant select on private.delivery_attempts to leads_probe;
