-- The public site as owners change it at the desk: what they have begun to change, what was built from it, and what visitors
-- see (docs/decisions/0039-the-site-is-published-at-the-desk.md). All of it is written as the owner of the tables.

create table desk.site_changes (
  path text primary key,
  -- json and not jsonb, because it keeps the order of the fields.
  value json,
  revision int not null,
  is_open boolean not null default true,
  -- Has no index: staff are never deleted.
  changed_by uuid references desk.staff (user_id),
  changed_at timestamptz not null default now()
);
comment on table desk.site_changes is 'The documents of the site that an owner has changed.';
comment on column desk.site_changes.path is 'As in src/content, such as cities/perth.yaml.';
comment on column desk.site_changes.value is 'Null if the document is to be removed. It may break the rules of its schema: what was typed is kept.';
comment on column desk.site_changes.revision is 'Grows with each change, also after it was published or discarded, so that two owners notice each other.';
comment on column desk.site_changes.is_open is 'False once the change was published or discarded.';

create table desk.site_versions (
  id bigint generated always as identity primary key,
  content json not null,
  built_with text not null,
  changes text[] not null,
  made_by uuid references desk.staff (user_id),
  made_at timestamptz not null default now()
);
comment on table desk.site_versions is 'Sites that were built: for a look before publishing, or to be published.';
comment on column desk.site_versions.content is 'All documents by their path.';
comment on column desk.site_versions.built_with is 'A hash of the sources and settings that it was built with.';
comment on column desk.site_versions.changes is 'The titles of the documents that differ from the version before.';

create table desk.site_files (
  hash bytea primary key,
  contents bytea not null
);
comment on table desk.site_files is 'The files of the versions, each once, by its SHA-256.';

create table desk.site_version_files (
  version_id bigint not null references desk.site_versions (id) on delete cascade,
  path text not null,
  hash bytea not null references desk.site_files (hash),
  primary key (version_id, path)
);
comment on table desk.site_version_files is 'Which file stands where in a version.';
create index site_version_files_hash_idx on desk.site_version_files (hash);

create table desk.site_publications (
  id bigint generated always as identity primary key,
  version_id bigint not null references desk.site_versions (id) on delete cascade,
  published_by uuid references desk.staff (user_id),
  published_at timestamptz not null default now()
);
comment on table desk.site_publications is 'What visitors saw from when on. The last row is what they see.';
create index site_publications_version_id_idx on desk.site_publications (version_id);

create table desk.site_work (
  only_row boolean primary key default true check (only_row),
  state text not null default 'idle',
  purpose text not null default 'publish',
  asked_by uuid references desk.staff (user_id),
  begun_at timestamptz,
  ended_at timestamptz,
  usual_seconds int not null default 20,
  problems json not null default '[]',
  version_id bigint references desk.site_versions (id) on delete set null,
  constraint site_work_state_known check (state in ({{SITE_STATES}})),
  constraint site_work_purpose_known check (purpose in ({{SITE_PURPOSES}}))
);
comment on table desk.site_work is 'The build that runs, or the last one. One row, for all servers.';
create index site_work_version_id_idx on desk.site_work (version_id);
insert into desk.site_work default values;
