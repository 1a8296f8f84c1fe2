-- What other modules read of the allocation standards.

create view shared_standard_item as
  select id, name, kind, category, unit, deleted_at from standard_item;
comment on view shared_standard_item is 'Items of the allocation standards, as other modules read them.';

create view shared_equip_standard as
  select id, kind, item_id, basis, effective_from, effective_to, state, deleted_at from equip_standard;
comment on view shared_equip_standard is 'Standards for equipment, as other modules read them.';
