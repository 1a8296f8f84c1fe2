-- Claims of other modules are of a kind of their own.
alter table expense_claim drop constraint expense_claim_kind_check;
alter table expense_claim add constraint expense_claim_kind_check check (kind in ('one', 'two', 'three', 'travel', 'subsidy', 'salary', 'other'));
