-- The demonstration: invented leads, with which an owner can judge the desk before there is a real lead (`npm run demo`).

create table desk_private.demo_leads (
  -- No foreign key, because the row must outlive a lead that is erased at the desk: the removal also deletes its
  -- events.
  lead_id uuid primary key
);

comment on table desk_private.demo_leads is
  'Which leads are invented. `npm run demo -- --remove` deletes them with their events and offers.';

alter table desk_private.demo_leads enable row level security;
create policy "Nobody but the owner sees which leads are invented"
on desk_private.demo_leads for all to public using (false);
