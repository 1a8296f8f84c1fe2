-- What a diner shows at the counter.

alter table meal_order add column code text;
comment on column meal_order.code is 'What the QR code of the order says; orders made before it had none are verified by card or list.';
create unique index meal_order_code on meal_order (code);
create index meal_order_open on meal_order (date, meal_type) where state = 'ordered';
create index menu_plan_open on menu_plan (date) where state = 'published';
