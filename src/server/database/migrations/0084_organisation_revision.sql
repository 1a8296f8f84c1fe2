-- Who leads, who holds which role, who can act and who stands in for whom: held in memory by every node, so that a
-- decision finds its next people without asking for them.
insert into revision (name) values ('organisation');
create trigger department_organisation after insert or delete or update of key, parent, leader_id, deleted_at on department
  for each statement execute function bump_revision('organisation');
create trigger app_user_organisation after insert or delete or update of state, dept_id, deleted_at on app_user
  for each statement execute function bump_revision('organisation');
create trigger role_organisation after insert or delete or update of key, state, scope_dept_ids, deleted_at on role
  for each statement execute function bump_revision('organisation');
create trigger user_role_organisation after insert or update or delete on user_role
  for each statement execute function bump_revision('organisation');
-- That the tickets have followed a window (begun_at, ended_at) changes nothing in it.
create trigger substitute_organisation after insert or delete or update of user_id, substitute_id, from_at, until_at, types, below on substitute
  for each statement execute function bump_revision('organisation');

-- Volatile, so that it sees what was committed while the statement that calls it waited for a lock.
create function organisation_revision() returns bigint language sql volatile as
  $$ select value from revision where name = 'organisation' $$;
