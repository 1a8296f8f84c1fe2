-- Tickets that their handler turned into an application of the right type (OTH-01): the original knows what became of it.
alter table ticket add column conversion_id bigint references ticket;
create index ticket_conversion on ticket (conversion_id) where conversion_id is not null;
