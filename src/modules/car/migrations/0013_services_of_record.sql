-- When a car was serviced last follows from its services, so that one that is voided counts no more; the columns of the car say what was before the first of them.

update car c set
  serviced_km = case when exists (select from car_service s where s.car_id = c.id and s.maint_type = 'service' and s.finish_mileage = c.serviced_km) then 0 else c.serviced_km end,
  serviced_on = case when exists (select from car_service s where s.car_id = c.id and s.maint_type = 'service' and (s.out_at at time zone 'Asia/Shanghai')::date = c.serviced_on) then null else c.serviced_on end;
comment on column car.serviced_km is 'Kilometres at the last service before the first that is on record.';
comment on column car.serviced_on is 'Day of the last service before the first that is on record.';
