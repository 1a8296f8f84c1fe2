-- What modules read of the server's tables: each view says which columns they may rely on.

create view shared_department as
  select id, key, name, name_en, parent, sort, leader_id, deputy_ids, is_budget_unit, state, deleted_at from department;
comment on view shared_department is 'Departments as modules read them.';

create view shared_app_user as
  select id, username, name, name_en, emp_no, dept_id, post, post_type, rank_level, person_type, gender, work_start, state, deleted_at from app_user;
comment on view shared_app_user is 'People as modules read them, without what signs them in and without personal data.';

create view shared_app_user_personal as
  select id, mobile, bank_name, bank_account from app_user;
comment on view shared_app_user_personal is 'Personal data of people, for modules that call or pay them.';

create view shared_role_holder as
  select user_role.user_id, role.key as role from user_role join role on role.id = user_role.role_id;
comment on view shared_role_holder is 'Who holds which role.';

create view shared_dictionary_entry as
  select id, dictionary_key, value, label, label_en, color, sort, status, deleted_at from dictionary_entry;
comment on view shared_dictionary_entry is 'Entries of dictionaries as modules read them.';

create view shared_area as
  select id, code, name, level, parent, enable, deleted_at from area;
comment on view shared_area is 'Administrative areas as modules read them.';

create view shared_calendar_day as
  select day, kind, name, name_en from calendar_day;
comment on view shared_calendar_day is 'Days of the work calendar that differ from their weekday.';

create view shared_workflow_version as
  select id, workflow_id, version_no, definition, status from workflow_version;
comment on view shared_workflow_version is 'Versions of workflows as modules read them.';

create view shared_ticket as
  select id, no, type, title, form_data, amount, applicant_id, dept_id, status, submitted_at, approved_at, finished_at, due_at, parent_id, revokes_id, revocation_id,
    summary, created_at, updated_at, deleted_at
  from ticket;
comment on view shared_ticket is 'Tickets as modules read them, without what only the engine needs.';

create view shared_ticket_task as
  select ticket_id, visit, state, kind, round, assignee_id, on_behalf_of, status, outcome, opened_at, due_at, decided_at, decided_by, comment from ticket_task;
comment on view shared_ticket_task is 'Tasks of tickets as modules read them.';
