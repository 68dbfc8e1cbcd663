-- Rate limits: how often an IP address has sent something lately. The server counts with the npm package
-- rate-limiter-flexible, which determines the names of the columns. The table is unlogged (emptied after a crash, and
-- fast to write), because it is written with every lead, and a crash loses only ten minutes of counting.

create unlogged table private.rate_limits (
  key text primary key,
  points integer not null,
  expire bigint
);

comment on table private.rate_limits is 'Who has sent how much lately. The server deletes a row within a minute of its end.';
comment on column private.rate_limits.key is 'What is counted, and a keyed hash of the network address. Never the address.';
comment on column private.rate_limits.expire is 'When counting begins anew: milliseconds since 1970.';

-- The role with which the server counts.
do $$
begin
  if not exists (select from pg_roles where rolname = 'limiter') then
    create role limiter nologin;
  end if;
end;
$$;
grant limiter to current_user;

alter table private.rate_limits enable row level security;

create policy "The limiter counts"
on private.rate_limits for all
to limiter
using (true)
with check (true);

grant usage on schema private to limiter;
grant select, insert, update, delete on private.rate_limits to limiter;
