-- What other modules read of projects.

create view shared_project as
  select id, no, name, category, dept_id, plan_year, owner_id, state, deleted_at from project;
comment on view shared_project is 'Projects, as other modules read them.';
