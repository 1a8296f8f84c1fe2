-- Meals that the host department pays are charged to its budget line with the settlement of their month (CAN-34).

alter table meal_bill add column ticket_id bigint;
alter table meal_bill add column budget_line_id bigint;
alter table meal_bill add column charged_at timestamptz;
alter table meal_bill add constraint meal_bill_charged_to_line check (charged_at is null or budget_line_id is not null);
comment on column meal_bill.budget_line_id is 'What pays the meals of a guest of the department; null where the person pays.';
create index meal_bill_to_charge on meal_bill (budget_line_id) where budget_line_id is not null and charged_at is null;
