-- The department that carries out a repair or an inspection, beside the one that reported it: its head reads both.

alter table work_order add column work_dept_id bigint references department (id);
alter table inspect_round add column work_dept_id bigint references department (id);
update work_order o set work_dept_id = u.dept_id from shared_app_user u where u.id = o.worker_id;
update inspect_round r set work_dept_id = u.dept_id from shared_app_user u where u.id = r.worker_id;
create index work_order_work_dept on work_order (work_dept_id, due_at, id);
create index inspect_round_work_dept on inspect_round (work_dept_id, due_on desc, id desc);

-- Whatever assigns the worker writes the department too; a worker who moves on later leaves the work where it was done.
create function keep_working_department() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.work_dept_id is null then
      new.work_dept_id := (select dept_id from shared_app_user where id = new.worker_id);
    end if;
  elsif new.worker_id is distinct from old.worker_id then
    new.work_dept_id := (select dept_id from shared_app_user where id = new.worker_id);
  end if;
  return new;
end $$;
create trigger work_order_work_dept before insert or update of worker_id on work_order for each row execute function keep_working_department();
create trigger inspect_round_work_dept before insert or update of worker_id on inspect_round for each row execute function keep_working_department();
