-- Reports filed in spite of an open order for the same asset and category (MNT-01, E9), and pictures from before a repair.

alter table work_order add column repeats_id bigint references work_order (id);
create index work_order_repeats on work_order (repeats_id) where repeats_id is not null;
drop index work_order_one_open;
-- MNT-01: one open order for each asset and category, besides those filed in spite of it.
create unique index work_order_one_open on work_order (asset_id, category)
  where asset_id is not null and repeats_id is null and state in ('pending', 'assigned', 'accepted', 'working', 'suspended', 'finished');

-- Pictures from before the repair, taken by the worker.
alter table work_order add column before_photos bigint[];
