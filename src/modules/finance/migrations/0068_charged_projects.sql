-- What money is for besides its line (FS-BUDGET, 21): the project of the line, or the one the form names.
alter table commitment add column project_id bigint references project;
alter table expense_claim add column project_id bigint references project;
update commitment c set project_id = line.project_id from budget_line line where line.id = c.budget_line_id and line.project_id is not null;
update expense_claim e set project_id = line.project_id from budget_line line where line.id = e.budget_line_id and line.project_id is not null;
create index commitment_project on commitment (project_id, id desc) where project_id is not null;
create index expense_claim_project on expense_claim (project_id, id desc) where project_id is not null;
create index budget_line_project on budget_line (project_id) where project_id is not null;
