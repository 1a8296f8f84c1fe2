-- Quantities in fractions of the unit, as far as the item says: kilograms and litres in 0.1 or 0.001. Items that were here before stay whole.

alter table stock_item add column qty_places text not null default '0';
alter table stock_item add constraint stock_item_qty_places_known check (qty_places in ('0', '1', '3'));

drop view stock_on_hand, stock_below_min, stock_movement, stock_in, stock_out, stock_transfer, stock_adjust;
drop function stock_item_available(bigint);
drop function stock_usable_qty(bigint, text, bigint);

alter table stock_item
  alter column max_per_request type numeric(15,3),
  alter column min_stock type numeric(15,3),
  alter column max_stock type numeric(15,3),
  alter column opening_qty type numeric(15,3),
  drop constraint stock_item_max_per_request_range,
  add constraint stock_item_max_per_request_range check (max_per_request > 0 and max_per_request <= 999);
alter table stock_value alter column qty type numeric(15,3);
alter table stock_balance alter column on_hand type numeric(15,3), alter column reserved type numeric(15,3);
alter table stock_batch alter column qty type numeric(15,3);
alter table stock_doc alter column qty type numeric(15,3);
alter table stock_doc_line alter column qty type numeric(15,3), alter column received_qty type numeric(15,3);
alter table stock_ledger
  alter column qty type numeric(15,3),
  alter column balance_after type numeric(15,3),
  alter column batch_after type numeric(15,3),
  alter column item_qty_after type numeric(15,3);
alter table stock_month alter column in_qty type numeric(15,3), alter column out_qty type numeric(15,3);
alter table stock_request alter column wanted type numeric(15,3);
alter table stock_reservation alter column qty type numeric(15,3);
alter table stock_issue alter column qty type numeric(15,3), alter column returned_qty type numeric(15,3);
alter table purchase_demand alter column qty type numeric(15,3), alter column received_qty type numeric(15,3);
alter table stock_period_line
  alter column opening_qty type numeric(15,3),
  alter column in_qty type numeric(15,3),
  alter column out_qty type numeric(15,3),
  alter column closing_qty type numeric(15,3);
alter table stock_count_line
  alter column snapshot_qty type numeric(15,3),
  alter column first_qty type numeric(15,3),
  alter column first_expected type numeric(15,3),
  alter column second_qty type numeric(15,3),
  alter column second_expected type numeric(15,3);
comment on table stock_item is 'What is kept in stock, counted in its unit with its places.';

-- What moved once was counted in the places of the item: they stay. The value of the item is locked by everything that posts.
create function refuse_other_places() returns trigger language plpgsql as $$
begin
  perform from stock_value where item_id = new.id for update;
  if exists (select from stock_ledger where item_id = new.id) then
    raise exception 'item % has movements in its places', old.code using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger stock_item_places_stay before update of qty_places on stock_item
  for each row when (old.qty_places <> new.qty_places) execute function refuse_other_places();

-- Whole quantities fit every item.
create function refuse_finer_qty() returns trigger language plpgsql as $$
begin
  if new.qty <> round(new.qty, (select qty_places::integer from stock_item where id = new.item_id)) then
    raise exception 'quantity % of item % has more places than the item', new.qty, new.item_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger stock_ledger_places before insert on stock_ledger
  for each row when (new.qty <> trunc(new.qty)) execute function refuse_finer_qty();

create function stock_usable_qty(item bigint, sized text, place bigint) returns numeric language sql stable as $$
  select coalesce(sum(t.qty), 0) from stock_batch t
  where t.item_id = item and t.size = sized and t.warehouse_id = place and t.qty > 0 and stock_usable(t.expire_date, t.hold_reason, stock_today())
$$;
-- Available units of an item over all warehouses in use.
create function stock_item_available(item bigint) returns numeric language sql stable as $$
  select coalesce(sum(greatest(0, stock_usable_qty(b.item_id, b.size, b.warehouse_id) - b.reserved)), 0)
  from stock_balance b join warehouse w on w.id = b.warehouse_id and w.state = 'active' and not w.is_transit where b.item_id = item
$$;

create view stock_below_min as
  select i.id, i.code, i.name, i.spec, i.unit, i.qty_places::integer as qty_places, i.category, i.min_stock, i.max_stock, held.available
  from stock_item i cross join lateral (
    select coalesce(sum(greatest(0, coalesce(usable.qty, 0) - b.reserved)), 0)::numeric(15,3) as available
    from stock_balance b join warehouse w on w.id = b.warehouse_id and w.state = 'active' and not w.is_transit
      left join lateral (select sum(t.qty) as qty from stock_batch t where t.item_id = b.item_id and t.size = b.size and t.warehouse_id = b.warehouse_id
        and t.qty > 0 and stock_usable(t.expire_date, t.hold_reason, stock_today())) usable on true
    where b.item_id = i.id) held
  where i.min_stock > 0 and i.state = 'active' and i.deleted_at is null and held.available < i.min_stock;
comment on view stock_below_min is 'Items of which less than their minimum is available; only those that have a minimum are looked at.';

create view stock_on_hand as
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
  where not w.is_transit and i.deleted_at is null;
comment on view stock_on_hand is 'What is on hand by item, size and warehouse, with its share of the value of the item.';

create view stock_movement as
  select l.id, l.at, l.item_id, (select i.qty_places::integer from stock_item i where i.id = l.item_id) as qty_places, l.size, l.warehouse_id, l.batch_id,
    (select t.batch_no from stock_batch t where t.id = l.batch_id) as batch_no,
    l.type, l.qty, l.value::numeric(14,2) as value, l.balance_after, l.item_qty_after,
    l.item_value_after::numeric(14,2) as item_value_after, (select d.no from stock_doc d where d.id = l.doc_id) as doc_no, l.doc_date, l.ticket_id, l.by_user
  from stock_ledger l;
comment on view stock_movement is 'Rows of the stock ledger as its list shows them.';

create view stock_in as select * from stock_doc where type in ('purchaseIn', 'returnIn', 'surplusIn', 'otherIn', 'openingIn');
create view stock_out as select * from stock_doc where type in ('issueOut', 'scrapOut', 'lossOut', 'otherOut', 'returnOut');
create view stock_transfer as select * from stock_doc where type = 'transfer';
create view stock_adjust as select * from stock_doc where type = 'valueAdjust';
