-- Stock stands on two axes, the days on the papers and the moments of posting, and is never negative on either. A return to the
-- vendor names its receipt; an approved paper is voided before it is posted.

alter table stock_doc add column receipt_id bigint references stock_doc (id);
alter table stock_doc add constraint stock_doc_receipt_of_return check (receipt_id is null or type = 'returnOut');
create index stock_doc_receipt on stock_doc (receipt_id) where receipt_id is not null;
alter table stock_doc drop constraint stock_doc_posted;
alter table stock_doc add constraint stock_doc_posted check (state = 'voided' or (state in ('inTransit', 'posted')) = (posted_at is not null));
create or replace view stock_in as select * from stock_doc where type in ('purchaseIn', 'returnIn', 'surplusIn', 'otherIn', 'openingIn');
create or replace view stock_out as select * from stock_doc where type in ('issueOut', 'scrapOut', 'lossOut', 'otherOut', 'returnOut');
create or replace view stock_transfer as select * from stock_doc where type = 'transfer';
create or replace view stock_adjust as select * from stock_doc where type = 'valueAdjust';
