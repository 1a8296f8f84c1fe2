-- A substitute may be given amounts below a sum only, and the tasks that are open when the window begins; what nobody has
-- touched goes back when it ends (25.8). begun_at and ended_at say that the tickets have followed.
alter table substitute
  add column below numeric(14, 2) check (below > 0),
  add column takes_open boolean not null default false,
  add column begun_at timestamptz,
  add column ended_at timestamptz;
update substitute set ended_at = until_at where until_at <= now();
create index substitute_beginning on substitute (from_at) where takes_open and begun_at is null;
create index substitute_ending on substitute (until_at) where ended_at is null;
