-- Dispatches that were undone: their appointments stay approved and wait for another car.

create table car_undispatched (
  ticket_id bigint primary key references ticket (id),
  reason text not null,
  by_user bigint not null references app_user (id),
  at timestamptz not null
);
comment on table car_undispatched is 'Approved appointments whose dispatch was undone before the departure; each waits for a car again until it gets one or is given up.';
