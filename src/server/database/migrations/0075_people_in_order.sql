-- The list of people stands in the order of their departments, then of their names: the department's order is kept with
-- each person, for an index cannot reach into another table.
alter table app_user add column dept_sort integer not null default 0;
update app_user set dept_sort = d.sort from department d where d.id = app_user.dept_id;

-- The share lock waits for whoever moves that department now, so that no order read before the move is written after it.
create function copy_department_order() returns trigger language plpgsql as $$
declare
  found_sort integer;
begin
  select d.sort into found_sort from department d where d.id = new.dept_id for share;
  -- No such department: the reference itself refuses it.
  new.dept_sort := coalesce(found_sort, 0);
  return new;
end $$;
create trigger app_user_order before insert or update of dept_id on app_user
  for each row execute function copy_department_order();

create function spread_department_order() returns trigger language plpgsql as $$
begin
  update app_user set dept_sort = new.sort where dept_id = new.id;
  return null;
end $$;
create trigger department_order after update of sort on department
  for each row when (new.sort is distinct from old.sort)
  execute function spread_department_order();

create index app_user_in_order on app_user (dept_sort, name_pinyin, id) where deleted_at is null;
-- A department's people in the same order.
create index app_user_of_department on app_user (dept_id, name_pinyin, id) where deleted_at is null;

-- Areas by their names are areas by the pinyin of their names.
create index area_spelled on area (pinyin, id) where deleted_at is null;
