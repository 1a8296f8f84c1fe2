-- What other modules read of the budget.

create view shared_budget_year as
  select year, state, deleted_at from budget_year;
comment on view shared_budget_year is 'Budget years and whether they are open, as other modules read them.';

create view shared_budget_line as
  select id, year, dept_id, scope, subject_code, kind, project_id, fund_source, approved, adjust, frozen, used, monthly, state, deleted_at from budget_line;
comment on view shared_budget_line is 'Budget lines and their balances, as other modules read them.';

create view shared_budget_ledger as
  select id, line_id, dept_id, type, amount, balance_after, ticket_id, effect_key, at, note from budget_ledger;
comment on view shared_budget_ledger is 'Entries of the budget ledger, as other modules read them.';

create view shared_fund_plan as
  select id, no, year, dept_id, period_type, period, starts, ends, items, plan_amount, approved_amount, state, deleted_at from fund_plan;
comment on view shared_fund_plan is 'Fund plans, as other modules read them.';

create view shared_commitment as
  select id, kind, ticket_id, dept_id, applicant_id, budget_line_id, project_id, title, amount, pending, used, released, state, valid_until, created_at, deleted_at
  from commitment;
comment on view shared_commitment is 'Money held for approved tickets, as other modules read it.';

create view shared_commitment_use as
  select commitment_id, ticket_id, pending, used from commitment_use;
comment on view shared_commitment_use is 'What claims ask for and spend of commitments, as other modules read it.';
