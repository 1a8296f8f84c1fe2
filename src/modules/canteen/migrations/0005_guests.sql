-- People with a grant of dining (23.10) as diners: one order of each for a meal, whoever hosts several of them.

alter table meal_order add column grant_id bigint;
comment on column meal_order.grant_id is 'The grant of access by which a person from outside eats; person_id is then their host.';
alter table meal_order add constraint meal_order_granted check (grant_id is null or (kind = 'guest' and portions = 1));
-- CAN-41.
drop index meal_order_once;
create unique index meal_order_once on meal_order (person_id, date, meal_type, kind) where state <> 'cancelled' and kind <> 'reception' and grant_id is null;
create unique index meal_order_of_grant on meal_order (grant_id, date, meal_type) where state <> 'cancelled';
create index meal_order_granted_open on meal_order (menu_id) where state = 'ordered' and grant_id is not null;
