-- What the home page asks for: roles that a layout can be given to, and how long approvals take.

create view shared_role as
  select key, name, name_en, state, deleted_at from role;
comment on view shared_role is 'Roles as modules read them, without what they grant.';

create index ticket_task_speed on ticket_task (decided_at) include (ticket_id, opened_at) where kind = 'approve' and decided_at is not null;
create index ticket_task_late on ticket_task (due_at) include (ticket_id) where kind = 'approve' and status = 'open';
