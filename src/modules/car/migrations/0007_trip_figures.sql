-- Charts gather all trips of a fleet: the month stands beside its moment, and one index has all that they look at, so that they read no whole row.
alter table car_trip add column month text generated always as (
  lpad(extract(year from start_at at time zone 'Asia/Shanghai')::int::text, 4, '0') || '-' || lpad(extract(month from start_at at time zone 'Asia/Shanghai')::int::text, 2, '0')
) stored;
create index car_trip_figures on car_trip (month, state) include (purpose, driver_id, car_id, dept_id, driver_user_id, mileage_out, mileage_in, end_at, returned_at, holiday_use) where deleted_at is null;
