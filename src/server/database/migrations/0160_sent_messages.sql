-- A message without a time to go out went out at once; the announcements of the demo were kept as if they still waited.
update notice_sending set sent_at = created_at where sent_at is null and send_at is null;
alter table notice_sending add constraint notice_sending_sent_or_planned check (sent_at is not null or send_at is not null);

-- Notices of the demo's tickets, which were written without their ticket.
update notice set ticket_id = substring(link from '^/workflow/ticket/(\d{1,15})$')::bigint
where ticket_id is null and link ~ '^/workflow/ticket/\d{1,15}$';
update notice n set asks = true
where not n.asks and n.title ->> 'key' = 'notice.ticket.task' and exists (
  select from ticket_task k where k.ticket_id = n.ticket_id and k.status = 'open' and n.recipient_id in (k.assignee_id, k.on_behalf_of));
update notice n set read_at = now() where n.read_at is null and not n.asks and n.title ->> 'key' = 'notice.ticket.task';
alter table notice add constraint notice_of_ticket check (ticket_id is not null or link !~ '^/workflow/ticket/\d{1,15}$');
