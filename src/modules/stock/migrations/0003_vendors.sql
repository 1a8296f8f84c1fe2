-- Goods come from and go back to vendors on file; the name alone stays for those that are not.

alter table stock_doc add column vendor_id bigint references vendor (id);
create index stock_doc_vendor on stock_doc (vendor_id) where vendor_id is not null;
update stock_doc set vendor_id = vendor.id, vendor = null from shared_vendor vendor where vendor.name = trim(stock_doc.vendor) and vendor.deleted_at is null;
create or replace view stock_in as select * from stock_doc where type in ('purchaseIn', 'returnIn', 'surplusIn', 'otherIn', 'openingIn');
create or replace view stock_out as select * from stock_doc where type in ('issueOut', 'scrapOut', 'lossOut', 'otherOut', 'returnOut');
create or replace view stock_transfer as select * from stock_doc where type = 'transfer';
create or replace view stock_adjust as select * from stock_doc where type = 'valueAdjust';
