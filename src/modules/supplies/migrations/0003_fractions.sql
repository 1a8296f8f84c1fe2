-- What comes back is counted in the places of its item.

alter table supply_return alter column qty type numeric(15,3), alter column returned_qty type numeric(15,3);
