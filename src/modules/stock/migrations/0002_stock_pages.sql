-- What the pages of stock read and write: forms with their lines, lists, counts.

alter table stock_item alter column size_list drop default, alter column compatible_models drop default;
alter table stock_item
  alter column size_list type text using array_to_string(size_list, ','),
  alter column compatible_models type text using array_to_string(compatible_models, ',');
alter table stock_item
  alter column size_list set default '',
  alter column compatible_models set default '',
  add column barcodes jsonb,
  add column substitutes jsonb,
  add column opening_qty integer,
  add column opening_amount numeric(14,2),
  add column opening_expire_date date,
  add column opening_warehouse_id bigint references warehouse (id),
  -- Day of the last posted count of any of its batches.
  add column counted_on date;
alter table warehouse add column bins jsonb;
alter table stock_doc add column lines jsonb;

-- The day of the bureau, by the clock of the database.
create function stock_today() returns date language sql stable as $$ select (now() at time zone 'Asia/Shanghai')::date $$;
-- Days before its expiry on which a batch is called expiring.
create function stock_expire_days() returns integer language sql stable as $$
  select coalesce((select (value #>> '{}')::integer from shared_setting where key = 'stock.expireDays'), 60)
$$;

create function stock_usable_qty(item bigint, sized text, place bigint) returns integer language sql stable as $$
  select coalesce(sum(t.qty), 0)::integer from stock_batch t
  where t.item_id = item and t.size = sized and t.warehouse_id = place and t.qty > 0 and stock_usable(t.expire_date, t.hold_reason, stock_today())
$$;
create function stock_nearest_expiry(item bigint, sized text, place bigint) returns date language sql stable as $$
  select min(t.expire_date) from stock_batch t where t.item_id = item and t.size = sized and t.warehouse_id = place and t.qty > 0
$$;
-- Available units of an item over all warehouses in use.
create function stock_item_available(item bigint) returns integer language sql stable as $$
  select coalesce(sum(greatest(0, stock_usable_qty(b.item_id, b.size, b.warehouse_id) - b.reserved)), 0)::integer
  from stock_balance b join warehouse w on w.id = b.warehouse_id and w.state = 'active' and not w.is_transit where b.item_id = item
$$;
-- Units issued per month, as the mean of the last 90 days.
create function stock_monthly_issue(item bigint, sized text, place bigint) returns numeric language sql stable as $$
  select round(coalesce(-sum(l.qty), 0) / 3.0, 1) from stock_ledger l
  where l.item_id = item and l.size = sized and l.warehouse_id = place and l.type in ('issueOut', 'otherOut') and l.at > now() - interval '90 days'
$$;

-- Days between two counts of an item, by its class.
create function stock_count_days(class text) returns integer language sql stable as $$
  select coalesce((select (value #>> '{}')::integer from shared_setting where key = 'stock.countDays' || class), 365)
$$;
create view stock_below_min as
  select i.id, i.code, i.name, i.spec, i.unit, i.category, i.min_stock, i.max_stock, held.available
  from stock_item i cross join lateral (
    select coalesce(sum(greatest(0, coalesce(usable.qty, 0) - b.reserved)), 0)::integer as available
    from stock_balance b join warehouse w on w.id = b.warehouse_id and w.state = 'active' and not w.is_transit
      left join lateral (select sum(t.qty) as qty from stock_batch t where t.item_id = b.item_id and t.size = b.size and t.warehouse_id = b.warehouse_id
        and t.qty > 0 and stock_usable(t.expire_date, t.hold_reason, stock_today())) usable on true
    where b.item_id = i.id) held
  where i.min_stock > 0 and i.state = 'active' and i.deleted_at is null and held.available < i.min_stock;
comment on view stock_below_min is 'Items of which less than their minimum is available; only those that have a minimum are looked at.';

create view stock_on_hand as
  select b.id, b.item_id, i.code, i.name, i.spec, i.category, i.unit, b.size, b.warehouse_id, b.on_hand::integer as on_hand, b.reserved::integer as reserved,
    greatest(0, stock_usable_qty(b.item_id, b.size, b.warehouse_id) - b.reserved)::integer as available,
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
  select l.id, l.at, l.item_id, l.size, l.warehouse_id, l.batch_id, (select t.batch_no from stock_batch t where t.id = l.batch_id) as batch_no,
    l.type, l.qty::integer as qty, l.value::numeric(14,2) as value, l.balance_after::integer as balance_after, l.item_qty_after::integer as item_qty_after,
    l.item_value_after::numeric(14,2) as item_value_after, (select d.no from stock_doc d where d.id = l.doc_id) as doc_no, l.doc_date, l.ticket_id, l.by_user
  from stock_ledger l;
comment on view stock_movement is 'Rows of the stock ledger as its list shows them.';

create view stock_in as select * from stock_doc where type in ('purchaseIn', 'returnIn', 'surplusIn', 'otherIn', 'openingIn');
create view stock_out as select * from stock_doc where type in ('issueOut', 'scrapOut', 'lossOut', 'otherOut', 'returnOut');
create view stock_transfer as select * from stock_doc where type = 'transfer';
create view stock_adjust as select * from stock_doc where type = 'valueAdjust';

create table stock_count (
  id bigint generated by default as identity primary key,
  no text not null,
  warehouse_id bigint not null references warehouse (id),
  category text,
  count_class text,
  is_blind boolean not null default true,
  counter_ids bigint[] not null,
  due_date date not null,
  second_above numeric(14,2) not null default 500,
  state text not null default 'counting',
  snapshot_at timestamptz not null default now(),
  submitted_at timestamptz,
  comment text,
  head_comment text,
  approver_id bigint,
  approved_at timestamptz,
  gain numeric(14,2) not null default 0,
  loss numeric(14,2) not null default 0,
  remark text,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  updated_by bigint,
  version integer not null default 1,
  deleted_at timestamptz,
  constraint stock_count_no_unique unique (no),
  constraint stock_count_state_known check (state in ('counting', 'review', 'posted', 'cancelled')),
  constraint stock_count_has_counter check (cardinality(counter_ids) >= 1),
  -- Whoever counted does not approve.
  constraint stock_count_two_people check (approver_id is null or not approver_id = any(counter_ids))
);
comment on table stock_count is 'Counts of a warehouse; stock moves on while they last (E5).';
create index stock_count_recent on stock_count (created_at desc, id desc);

create table stock_count_line (
  id bigint generated by default as identity primary key,
  count_id bigint not null references stock_count (id),
  batch_id bigint not null references stock_batch (id),
  snapshot_qty bigint not null,
  -- Counted by the first and, above a value, by a second person; `expected` is the snapshot and the movements up to that moment.
  first_qty bigint,
  first_expected bigint,
  first_by bigint references app_user (id),
  first_at timestamptz,
  second_qty bigint,
  second_expected bigint,
  second_by bigint references app_user (id),
  second_at timestamptz,
  reason text not null default '',
  constraint stock_count_line_one unique (count_id, batch_id),
  constraint stock_count_line_qty_not_negative check (snapshot_qty >= 0 and coalesce(first_qty, 0) >= 0 and coalesce(second_qty, 0) >= 0),
  constraint stock_count_line_first check ((first_qty is null) = (first_by is null) and (first_qty is null) = (first_at is null)),
  constraint stock_count_line_second check ((second_qty is null) = (second_by is null) and second_by is distinct from first_by or second_by is null)
);
comment on table stock_count_line is 'Batches of a count; one that was not counted means nothing.';
alter table stock_doc add constraint stock_doc_count_fkey foreign key (count_id) references stock_count (id);
