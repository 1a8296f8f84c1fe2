-- What other modules read of claims, approvals, trips and invoices.

create view shared_expense_claim as
  select id, ticket_id, kind, applicant_id, dept_id, budget_line_id, project_id, subject_code, amount, pay_state, paid_at, stage, created_at, deleted_at from expense_claim;
comment on view shared_expense_claim is 'Expense claims, as other modules read them.';

create view shared_pre_approval as
  select id, ticket_id, applicant_id, dept_id, title, category, budget_line_id, subject_code, amount, plan_start, plan_end, deleted_at from pre_approval;
comment on view shared_pre_approval is 'Prior approvals, as other modules read them.';

create view shared_travel_trip as
  select id, no, ticket_id, user_id, dept_id, purpose_type, destinations, start_date, end_date, days, transport, estimate, actual, state, claim_ticket_id, deleted_at
  from travel_trip;
comment on view shared_travel_trip is 'Business trips, as other modules read them.';

create view shared_invoice as
  select id, ticket_id, dept_id, applicant_id, invoice_type, invoice_no, invoice_code, invoice_date, seller_name, amount, tax_amount, state, deleted_at from invoice;
comment on view shared_invoice is 'Registered invoices, as other modules read them.';
