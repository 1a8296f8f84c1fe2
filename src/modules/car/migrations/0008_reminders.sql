-- Which reminder of a paper or a service was sent last, so that a missed run is made up for and none is sent twice (CAR-34, CAR-35).

create table car_reminder (
  car_id bigint not null references car (id) on delete cascade,
  kind text not null,
  -- What is due: the day of a paper, or kilometres and day of a service; a new paper or a done service begins anew.
  due text not null,
  step integer not null,
  sent_on date not null,
  constraint car_reminder_pkey primary key (car_id, kind),
  constraint car_reminder_kind_known check (kind in ('insurance', 'inspection', 'service'))
);
comment on table car_reminder is 'The last reminder of what falls due of a car: the step it was for, and its day.';
