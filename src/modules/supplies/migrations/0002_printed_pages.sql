-- What a device printed since its last toner follows from the counters, so that a change that is voided or issued late moves the next one.

alter table supply_part_use drop column pages;
