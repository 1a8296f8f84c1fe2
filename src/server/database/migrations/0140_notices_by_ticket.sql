-- Notices of a ticket belong together, and those that ask somebody to act are settled with the task (60.10).
alter table notice add column ticket_id bigint, add column asks boolean not null default false;

update notice set ticket_id = substring(link from '^/workflow/ticket/(\d{1,15})$')::bigint;
-- What still asks: the recipient has an open task on the ticket.
update notice n set asks = true
where n.title ->> 'key' in ('notice.ticket.task', 'notice.ticket.urged', 'notice.ticket.overdue') and exists (
  select from ticket_task k where k.ticket_id = n.ticket_id and k.status = 'open' and n.recipient_id in (k.assignee_id, k.on_behalf_of));
update notice n set read_at = now()
where n.read_at is null and not n.asks and n.title ->> 'key' in ('notice.ticket.task', 'notice.ticket.urged', 'notice.ticket.overdue');

create index notice_ticket on notice (ticket_id, recipient_id) where ticket_id is not null;
create index notice_asks on notice (recipient_id) where asks;
