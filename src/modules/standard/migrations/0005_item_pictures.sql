-- A catalogue shows what a kind of equipment looks like.

alter table standard_item add column picture bigint[];

create or replace view shared_standard_item as
  select id, name, kind, category, unit, deleted_at, group_id, picture[1] as picture from standard_item;
