-- Where the meal of a reception stands in the canteen.

alter table reception add column meal_order_id bigint;
comment on column reception.meal_order_id is 'The order of its meal in the canteen; null for meals outside and for receptions approved before the canteen kept them.';
create unique index reception_meal_order on reception (meal_order_id) where state <> 'cancelled';
