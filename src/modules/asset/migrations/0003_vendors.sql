-- Whom an asset came from is a vendor on file; the name alone stays for those that are not.

alter table asset add column vendor_id bigint references vendor (id), add column purchase_no text;
create index asset_vendor on asset (vendor_id, asset_no desc) where vendor_id is not null;
update asset set vendor_id = vendor.id, vendor = null from shared_vendor vendor where vendor.name = trim(asset.vendor) and vendor.deleted_at is null;
