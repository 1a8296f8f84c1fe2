-- 21.3: which part of a contract a vendor payment pays.
alter table expense_claim add column stage text check (stage in ('advance', 'progress', 'acceptance', 'retention'));
