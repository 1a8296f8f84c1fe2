-- Which items are only the heading of a limit that others share.

create or replace view shared_standard_item as
  select id, name, kind, category, unit, deleted_at, group_id from standard_item;
