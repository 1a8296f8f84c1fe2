-- Reports filed in spite of an open order (MNT-01, E9), pictures from before a repair, and approvals that are taken back.

alter table work_order add column repeats_id bigint references work_order (id);
create index work_order_repeats on work_order (repeats_id) where repeats_id is not null;
drop index work_order_one_open;
-- MNT-01: one open order for each asset and category, besides those filed in spite of it.
create unique index work_order_one_open on work_order (asset_id, category)
  where asset_id is not null and repeats_id is null and state in ('pending', 'assigned', 'accepted', 'working', 'suspended', 'finished');

-- Pictures from before the repair, taken by the worker.
alter table work_order add column before_photos bigint[];

-- An approval that is taken back cancels its order; the next approval opens another.
alter table work_order add column is_cancelled boolean not null default false;
alter table work_order drop constraint work_order_ticket_unique;
create unique index work_order_ticket_unique on work_order (ticket_id) where not is_cancelled;
create index work_order_ticket on work_order (ticket_id, id desc) where ticket_id is not null;
alter table work_order add constraint work_order_cancelled check (not is_cancelled or state = 'closed');
create or replace view shared_work_order as
  select id, no, ticket_id, asset_id, room_id, category, state, created_at, finished_at, closed_at, deleted_at, is_cancelled from work_order;
