-- The pictures in the texts of the public site. They are written as the owner of the tables, and kept: an older version of
-- the site may show them again.

create table desk.site_pictures (
  id text primary key,
  width int not null,
  height int not null,
  upload_id uuid not null,
  -- Has no index: staff are never deleted.
  added_by uuid references desk.staff (user_id),
  added_at timestamptz not null default now(),
  constraint site_pictures_id_form check (id ~ '^[0-9a-f]{20}$')
);
comment on table desk.site_pictures is 'The pictures that owners have added to texts of the site, each once.';
comment on column desk.site_pictures.id is 'The beginning of the SHA-256 of the largest size. Texts name it.';
comment on column desk.site_pictures.width is 'Of the largest size, in pixels.';
comment on column desk.site_pictures.upload_id is 'The upload that it came with last, so that a repeated request finds it.';

create table desk.site_picture_sizes (
  picture_id text not null references desk.site_pictures (id) on delete cascade,
  width int not null,
  contents bytea not null,
  primary key (picture_id, width)
);
comment on table desk.site_picture_sizes is 'Each picture in several widths, as WebP.';
-- PostgreSQL would try in vain to compress it.
alter table desk.site_picture_sizes alter column contents set storage external;
