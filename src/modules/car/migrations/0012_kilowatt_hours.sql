-- What electric cars charge is counted in kilowatt hours, beside the litres of the others.

drop view shared_car_use;
drop view car_use;
create view car_use as
  select p.id, p.car_id, p.dept_id, p.quarter, p.day::date as starts_on,
    t.trips, t.km, t.main_purpose, f.litres, (case when not p.is_electric then p.fuel_std end)::numeric(4,1) as fuel_std,
    (case when not p.is_electric then round(f.litres * 100 / nullif(t.km, 0), 1) end)::numeric(7,1) as per100,
    round(((f.litres + f.kwh) * 100 / nullif(t.km, 0) / p.fuel_std - 1) * 100, 1)::numeric(7,1) as over_std, f.fuel_cost, s.repair_cost, i.insurance_cost, t.tolls,
    (f.fuel_cost + s.repair_cost + i.insurance_cost + t.tolls)::numeric(14,2) as cost,
    round((f.fuel_cost + s.repair_cost + i.insurance_cost + t.tolls) / nullif(t.km, 0), 2)::numeric(10,2) as cost_per_km,
    t.hours, round(t.hours * 100 / nullif(p.work_hours, 0), 1)::numeric(7,1) as used_rate,
    f.kwh, (case when p.is_electric then round(f.kwh * 100 / nullif(t.km, 0), 1) end)::numeric(7,1) as kwh100
  from (
    select c.id * 100000 + extract(year from q.day)::bigint * 10 + extract(quarter from q.day)::bigint as id, c.id as car_id, to_char(q.day, 'YYYY"Q"Q') as quarter, c.dept_id, c.fuel_std, c.fuel_type = 'electric' as is_electric, c.insurances, w.hours as work_hours, q.day, q.day at time zone 'Asia/Shanghai' as since, (q.day + interval '3 months') at time zone 'Asia/Shanghai' as until
    from car c
      cross join lateral (select least((select min(start_at) from car_trip where car_id = c.id), (select min(refuel_at) from car_refuel where car_id = c.id), (select min(plan_in) from car_service where car_id = c.id),
        (select min((one.value ->> 'start')::timestamp) at time zone 'Asia/Shanghai' from jsonb_array_elements(c.insurances) one)) as at) first
      cross join lateral generate_series(date_trunc('quarter', first.at at time zone 'Asia/Shanghai'), greatest(now(), first.at) at time zone 'Asia/Shanghai', interval '3 months') q(day)
      left join (
        -- Eight hours of each working day that has begun.
        select date_trunc('quarter', d.day) as quarter, 8 * count(*) as hours
        from generate_series(date_trunc('quarter', now() at time zone 'Asia/Shanghai') - interval '10 years', now() at time zone 'Asia/Shanghai', interval '1 day') d(day)
          left join shared_calendar_day k on k.day = d.day::date
        where coalesce(k.kind = 'makeup', extract(isodow from d.day) < 6) group by 1) w on w.quarter = q.day
    where c.deleted_at is null and first.at is not null
    -- The order of the register, so that its first page reads no further.
    order by quarter desc, id desc) p
    left join lateral (
      select count(*)::integer as trips, coalesce(sum(mileage_in - mileage_out), 0)::integer as km, coalesce(sum(tolls), 0)::numeric(14,2) as tolls, mode() within group (order by purpose) as main_purpose,
        round(coalesce(sum(extract(epoch from returned_at - departed_at)) / 3600, 0)::numeric, 1)::numeric(8,1) as hours
      from car_trip where car_id = p.car_id and returned_at >= p.since and returned_at < p.until and state = 'returned' and deleted_at is null) t on true
    left join lateral (
      select coalesce(sum(volume) filter (where fuel_type <> 'electric'), 0)::numeric(10,2) as litres, coalesce(sum(volume) filter (where fuel_type = 'electric'), 0)::numeric(10,2) as kwh, coalesce(sum(amount), 0)::numeric(14,2) as fuel_cost
      from car_refuel where car_id = p.car_id and refuel_at >= p.since and refuel_at < p.until and state = 'approved' and deleted_at is null) f on true
    left join lateral (
      select coalesce(sum(actual_amount), 0)::numeric(14,2) as repair_cost
      from car_service where car_id = p.car_id and out_at >= p.since and out_at < p.until and state = 'finished' and deleted_at is null) s on true
    left join lateral (
      select coalesce(sum((one.value ->> 'amount')::numeric), 0)::numeric(14,2) as insurance_cost
      from jsonb_array_elements(p.insurances) one where (one.value ->> 'start')::date >= p.day::date and (one.value ->> 'start')::date < (p.day + interval '3 months')::date) i on true;
comment on view car_use is 'The quarterly use register: what each car was used for, how far it went and what it cost.';

create view shared_car_use as
  select u.car_id, c.plate_no, u.dept_id, u.starts_on, u.trips, u.km, u.litres, case when u.kwh100 is null then u.km else 0 end as fuel_km, u.fuel_cost, u.repair_cost, u.insurance_cost, u.tolls, u.cost from car_use u join car c on c.id = u.car_id;
comment on view shared_car_use is 'What each car was used for and what it cost in a quarter, as other modules read it.';
