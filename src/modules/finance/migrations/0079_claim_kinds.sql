-- A claim of another module is of the kind of its own type, so that each has a register of its own.
alter table expense_claim drop constraint expense_claim_kind_check;
update expense_claim set kind = ticket.type from ticket where ticket.id = expense_claim.ticket_id and expense_claim.kind = 'other';
alter table expense_claim add constraint expense_claim_kind_check check (kind ~ '^[a-z][A-Za-z]{2,39}$');
