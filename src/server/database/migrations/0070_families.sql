-- Tickets that ask to revoke another one (25.4): the original knows the request that is under way or was granted.
alter table ticket add column revokes_id bigint references ticket, add column revocation_id bigint references ticket;
create index ticket_revokes on ticket (revokes_id) where revokes_id is not null;
create index ticket_revocation on ticket (revocation_id) where revocation_id is not null;
