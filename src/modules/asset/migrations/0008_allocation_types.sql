-- The register of an application lists what its own tickets handed out.

alter table asset_allocation add column ticket_type text;
-- Before the rows are changed: the checks that wait for the end of the transaction would keep the index from being made.
create index asset_allocation_type on asset_allocation (ticket_type, opened_at desc, id desc) where ticket_type is not null;
update asset_allocation l set ticket_type = t.type from shared_ticket t where t.id = l.ticket_id;
