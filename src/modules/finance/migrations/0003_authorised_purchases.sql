-- By which method a prior approval means to buy, for the purchases that take over its money (PRC-37).

create or replace view shared_pre_approval as
  select id, ticket_id, applicant_id, dept_id, title, category, budget_line_id, subject_code, amount, plan_start, plan_end, deleted_at, purchase_method from pre_approval;
