-- FIN-84: one sheet for a month and a group, from its submission on.
create table salary_sheet (
  ticket_id bigint primary key,
  period text not null check (period ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  pay_group text not null,
  constraint salary_sheet_once unique (period, pay_group)
);
-- What each person was granted by an approved sheet.
create table salary_row (
  ticket_id bigint not null references salary_sheet on delete cascade,
  user_id bigint not null references app_user,
  period text not null,
  pay_group text not null,
  base numeric(14,2) not null check (base >= 0),
  post numeric(14,2) not null check (post >= 0),
  performance numeric(14,2) not null check (performance >= 0),
  overtime numeric(14,2) not null check (overtime >= 0),
  other_add numeric(14,2) not null check (other_add >= 0),
  gross numeric(14,2) not null,
  social_insurance numeric(14,2) not null check (social_insurance >= 0),
  housing_fund numeric(14,2) not null check (housing_fund >= 0),
  tax numeric(14,2) not null check (tax >= 0),
  other_deduct numeric(14,2) not null check (other_deduct >= 0),
  -- FIN-81.
  net numeric(14,2) not null check (net >= 0),
  primary key (ticket_id, user_id),
  constraint salary_row_sums check (gross = base + post + performance + overtime + other_add
    and net = gross - social_insurance - housing_fund - tax - other_deduct)
);
create index salary_row_person on salary_row (user_id, period desc);
create index salary_row_period on salary_row (period, user_id);
-- FIN-83: a payroll is read by those who make it and those who pay it; whoever approves one sees that one.
delete from role_permission using role, permission
where role.id = role_permission.role_id and permission.id = role_permission.permission_id
  and permission.value in ('personSalary:Register', 'personSalary:Export') and role.key not in ('hrOfficer', 'cashier');
