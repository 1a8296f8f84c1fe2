-- What others read of leave quotas.

create view shared_leave_quota as
  select id, user_id, dept_id, year, leave_type, total, carried, carried_used, used, pending, deleted_at from leave_quota;
comment on view shared_leave_quota is 'Leave quotas and what is left of them, as others read them.';
