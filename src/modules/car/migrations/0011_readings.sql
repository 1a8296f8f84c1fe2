-- A reading of an odometer that was mistyped is taken out with a reason; the row stays as its log. A reading far from the one before has a photo.

alter table car add column mileage_photos bigint[];
alter table car_refuel add column mileage_photos bigint[];

drop trigger car_odometer_append_only on car_odometer;
alter table car_odometer
  add column ticket_id bigint,
  add column photos bigint[],
  add column corrects_id bigint references car_odometer (id),
  add column taken_out_at timestamptz,
  add column taken_out_by bigint references app_user (id),
  add column reason text,
  add column remark text,
  add column created_at timestamptz,
  add column created_by bigint generated always as (by_user) stored,
  add column updated_at timestamptz,
  add column updated_by bigint,
  add column version integer not null default 1,
  add column deleted_at timestamptz;
update car_odometer set created_at = at, updated_at = at;
update car_odometer o set ticket_id = r.ticket_id from car_refuel r
  where o.source = 'refuel' and r.car_id = o.car_id and r.refuel_at = o.at and r.mileage = o.km;
alter table car_odometer alter column created_at set default now(), alter column created_at set not null,
  alter column updated_at set default now(), alter column updated_at set not null;
create index car_odometer_recent on car_odometer (at desc, id desc);
create index car_odometer_ticket on car_odometer (ticket_id) where ticket_id is not null;

create function keep_car_odometer() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.car_id, new.at, new.km, new.source) = (old.car_id, old.at, old.km, old.source)
    and new.trip_id is not distinct from old.trip_id and (old.taken_out_at is null or new.taken_out_at = old.taken_out_at) then
    return new;
  end if;
  raise exception 'a reading of an odometer is never changed or deleted, only taken out' using errcode = '23514', constraint = 'car_odometer_kept';
end $$;
create trigger car_odometer_kept before delete or update on car_odometer for each row execute function keep_car_odometer();

-- Readings of papers that were voided before are taken out, and what the cars show follows.
update car_odometer o set taken_out_at = r.updated_at, reason = '' from car_refuel r
  where o.ticket_id = r.ticket_id and o.source = 'refuel' and r.state = 'voided';
update car c set mileage = f.km from (
    select car_id, max(km) filter (where taken_out_at is null) as km, max(km) as all_km from car_odometer group by car_id having bool_or(taken_out_at is not null)) f
  where f.car_id = c.id and c.mileage = f.all_km and f.km is not null;

create or replace view shared_car_odometer as
  select car_id, at, km, source from car_odometer where taken_out_at is null;
