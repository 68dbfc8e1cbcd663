-- Where a lead came from: the page that it was sent from, and the UTM parameters of the visit's first URL that has
-- some. Page and parameters come in the request header x-lead-origin, written like a query string, because a visitor
-- may insert only the columns that the firm's specification for this website lists. They describe a page and a
-- campaign, never a person or a device. The header is stored in the lead's notification, and is read when the lead gets
-- its case.
create table desk.lead_origins (
  lead_id uuid primary key,
  page text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,

  constraint lead_origins_lead_id_fkey foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint lead_origins_something_known check (
    num_nonnulls(page, utm_source, utm_medium, utm_campaign, utm_term, utm_content) > 0
  )
);
comment on table desk.lead_origins is
  'For leads whose request named it: the page they were sent from, and the utm_ parameters of the visit''s first address.';
comment on column desk.lead_origins.page is 'A path such as /glasgow, without its query.';

-- Imports: the leads that the firm has imported from another program, with `npm run import`. An import's leads have the
-- source 'import', which only the owner of the tables may write (the policy on public.leads), and the date of the other
-- program. They have no notification, so nobody gets a mail about them, and no first contact was promised to them.

create table desk.imports (
  id int generated always as identity primary key,
  at timestamptz not null default now(),
  file_name text not null,
  file_hash text not null,
  leads int not null default 0,
  last_event bigint,
  undone_at timestamptz
);
comment on table desk.imports is 'One for each file that was imported.';
comment on column desk.imports.file_hash is 'The SHA-256 of the file: the same file is imported once.';
comment on column desk.imports.last_event is
  'The last event that the import wrote. Later events of its leads are the work of staff.';
comment on column desk.imports.undone_at is 'When its leads were deleted again with --undo.';

create unique index imports_file_hash_idx on desk.imports (file_hash) where undone_at is null;

create table desk.imported_leads (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  import_id int not null references desk.imports (id)
);
comment on table desk.imported_leads is 'Which import brought a lead.';

create index imported_leads_import_id_idx on desk.imported_leads (import_id);

-- The demonstration: invented leads, with which an owner can judge the desk before there is a real lead (`npm run demo`).

create table desk.demo_leads (
  -- No foreign key, because the row must outlive a lead that is erased at the desk: the removal also deletes its
  -- events.
  lead_id uuid primary key
);
comment on table desk.demo_leads is
  'Which leads are invented. `npm run demo -- --remove` deletes them with their events and offers.';

-- Which rule of public.leads an imported lead breaks; null if none.
create function desk.broken_rule(given jsonb)
returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  lead constant public.leads := jsonb_populate_record(null::public.leads, given);
  broken pg_catalog.text;
begin
  perform private.check_lead(
    lead.name, lead.email, lead.phone, lead.postcode, lead.address, lead.property_type, lead.bedrooms,
    lead.property_condition, lead.message, 'import'
  );
  return null;
exception when check_violation then
  get stacked diagnostics broken = constraint_name;
  return broken;
end;
$$;
