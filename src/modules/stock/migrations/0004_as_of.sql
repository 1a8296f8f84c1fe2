-- Stock as of a day is one step for each item and place, however long ago the day is. Rows are posted in the order of their time.

create index stock_ledger_item_time on stock_ledger (item_id, at desc, seq desc) include (item_qty_after, item_value_after);
drop index stock_ledger_place;
create index stock_ledger_place on stock_ledger (warehouse_id, item_id, size, at desc, id desc);
