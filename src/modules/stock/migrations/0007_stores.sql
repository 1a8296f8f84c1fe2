-- Stores that a module keeps itself, for example the canteen's: on the same ledger, left out of the pages of stock.

alter table warehouse add column store text;
alter table stock_item add column store text;
comment on column warehouse.store is 'The module that keeps this store; null for the warehouses of the stock pages.';
comment on column stock_item.store is 'The module that keeps this item; null for the items of the stock pages.';
create unique index warehouse_store on warehouse (store) where store is not null;
drop index stock_item_name;
create unique index stock_item_name on stock_item (name, spec, coalesce(store, '')) where deleted_at is null;
create index stock_item_store on stock_item (store) where store is not null;
-- An opened pack is used by then, if its own date is not earlier.
alter table stock_batch add column opened_on date, add column use_by date;
alter table stock_batch add constraint stock_batch_opened check ((opened_on is null) = (use_by is null));

create or replace view stock_on_hand as
  select b.id, b.item_id, i.code, i.name, i.spec, i.category, i.unit, i.qty_places::integer as qty_places, b.size, b.warehouse_id, b.on_hand, b.reserved,
    greatest(0, stock_usable_qty(b.item_id, b.size, b.warehouse_id) - b.reserved)::numeric(15,3) as available,
    round(v.value / nullif(v.qty, 0), 6)::numeric(18,6) as avg_price,
    coalesce(round(v.value * b.on_hand / nullif(v.qty, 0), 2), 0)::numeric(14,2) as value,
    i.min_stock, i.max_stock, stock_nearest_expiry(b.item_id, b.size, b.warehouse_id) as nearest_expiry,
    stock_monthly_issue(b.item_id, b.size, b.warehouse_id)::numeric(10,1) as monthly_issue,
    round(b.on_hand / nullif(stock_monthly_issue(b.item_id, b.size, b.warehouse_id), 0), 1)::numeric(10,1) as months_of_cover,
    (b.on_hand = 0) as is_empty,
    (i.min_stock > 0 and exists (select from stock_below_min m where m.id = b.item_id)) as is_below_min,
    case when i.min_stock > 0 and exists (select from stock_below_min m where m.id = b.item_id) then 'red'
      when stock_nearest_expiry(b.item_id, b.size, b.warehouse_id) <= stock_today() + stock_expire_days() then 'yellow' else 'green' end as light
  from stock_balance b join stock_item i on i.id = b.item_id join stock_value v on v.item_id = b.item_id join warehouse w on w.id = b.warehouse_id
  where not w.is_transit and i.store is null and i.deleted_at is null;

create view shared_store_batch as
  select t.id, i.store, t.item_id, t.batch_no, t.produce_date, t.expire_date, t.received_on, t.opened_on, least(t.expire_date, t.use_by) as use_by, t.hold_reason, t.qty,
    coalesce((select round(v.value * t.qty / nullif(v.qty, 0), 2) from stock_value v where v.item_id = t.item_id), 0)::numeric(14,2) as value
  from stock_batch t join stock_item i on i.id = t.item_id where i.store is not null;
comment on view shared_store_batch is 'Batches of the stores that modules keep; use_by is the earlier of the date on the pack and that of the opened pack.';

create view shared_store_item as
  select i.id, i.store, i.code, coalesce(v.qty, 0)::numeric(15,3) as qty, coalesce(v.value, 0)::numeric(14,2) as value,
    round(v.value / nullif(v.qty, 0), 4)::numeric(14,4) as avg_price
  from stock_item i left join stock_value v on v.item_id = i.id where i.store is not null and i.deleted_at is null;
comment on view shared_store_item is 'Items of the stores that modules keep, with what is on hand and its value.';

create view shared_store_entry as
  select l.id, i.store, l.item_id, l.batch_id, (select t.batch_no from stock_batch t where t.id = l.batch_id) as batch_no, l.type, l.qty,
    l.value::numeric(14,2) as value, l.item_qty_after, l.at, l.doc_date, l.doc_id, d.no as doc_no, d.reason, l.by_user
  from stock_ledger l join stock_item i on i.id = l.item_id join stock_doc d on d.id = l.doc_id where i.store is not null;
comment on view shared_store_entry is 'Rows of the stock ledger of the stores that modules keep.';
