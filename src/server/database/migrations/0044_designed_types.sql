-- A type of the bureau's own runs as soon as it is published: every node holds what is in force in memory, and its permissions carry its key.
insert into revision (name) values ('workflow');
create trigger workflow_revision after insert or update or delete on workflow
  for each statement execute function bump_revision('workflow');
alter table permission drop constraint permission_value_check;
alter table permission add constraint permission_value_check
  check (value ~ '^(cst_[A-Za-z0-9]+|[a-zA-Z]+):[A-Z][A-Za-z]+$' and char_length(value) <= 64);
-- Only shipped types can be known before their form.
update workflow set is_offered = true where not is_shipped;
